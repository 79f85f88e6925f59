import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test, vi } from "vitest";
import { storageTimeout } from "~/lib/files/object-storage.server";
import { documents } from "~db/schema";
import { createApp } from "~test/support/app";
import { documentsOf } from "~test/support/documents";
import { createAdmin, databaseOf, seedReference } from "~test/support/factories";
import { faultyBucket } from "~test/support/faulty-bindings";
import { attributeIn, elementsIn, textsIn } from "~test/support/html";
import { multipart } from "~test/support/multipart";

const app = createApp({ clock: "2025-07-01T10:00:00Z" });
const db = databaseOf();

await seedReference();
const admin = await createAdmin();

afterEach(() => {
	vi.useRealTimers();
});

function formOf(name: string, content: BlobPart) {
	return multipart({ document: new File([content], name) });
}

const page = async (path = "/documents") => (await app.get(path, { as: admin })).text();
const find = async (name: string) =>
	(await db.select().from(documents).where(eq(documents.name, name)))[0]?.id ?? "";

test("an organiser uploads a document, and visitors find its name, change, size and download", async () => {
	const posted = await app.post("/documents", formOf("Úloha dne.txt", "x".repeat(1_250)), { as: admin });
	expect([posted.status, posted.headers.get("Location")]).toEqual([303, "/documents"]);
	expect(posted.headers.get("Set-Cookie")).toContain("document.add.success");
	const html = await (await app.get("/documents", { language: "cs" })).text();
	const href = attributeIn(html, 'a[href^="/documents/"]', "href") ?? "";
	expect(html).toContain("Úloha dne.txt");
	expect(html).toContain("úterý 1.\u00a07.\u00a02025 12:00");
	expect(html).toContain("1,3\u00a0kB");
	expect(html).not.toContain("/delete");
	expect((await app.get(href)).status).toBe(200);
});

test("organisers see the versions that were replaced, visitors do not", async () => {
	await app.post("/documents", formOf("Historie.txt", "první"), { as: admin });
	await app.post("/documents", formOf("Historie.txt", "druhá"), { as: admin });
	const html = await page();
	const address = attributeIn(html, 'a[href*="?version="]', "href") ?? "";
	expect(await (await app.get(address, { as: admin })).text()).toBe("první");
	expect((await app.get(address)).status).toBe(404);
	expect(await (await app.get("/documents")).text()).not.toContain("?version=");
});

test.each([
	["no file", new FormData(), 400, "Vyberte soubor"],
	["a page", formOf("x.html", "<h1>"), 400, "Tento druh souboru nepřijímáme"],
	["0 bytes", formOf("x.pdf", ""), 400, "Soubor je prázdný"],
	["11 MB", formOf("x.zip", new Uint8Array(11_000_000)), 413, "Soubor je příliš velký"],
	["a PDF that is none", formOf("x.pdf", "GIF89a"), 400, "Obsah souboru neodpovídá"],
] as const)("%s is answered with the page and what to do", async (_, form, status, text) => {
	const response = await app.post("/documents", form, { as: admin });
	expect(response.status).toBe(status);
	expect(await response.text()).toContain(text);
});

describe("in folders", () => {
	const folders = async (language: "cs" | "en" = "en") => {
		const html = await (await app.get("/documents", { language })).text();
		return elementsIn(html, "main section").map((section) => ({
			name: textsIn(section, "h2")[0],
			documents: textsIn(section, "tbody th a"),
		}));
	};
	const documentsIn = async (folder: string) =>
		(await folders()).find(({ name }) => name === folder)?.documents ?? [];
	const place = async (name: string, typed: Record<string, string>, seen = {}) =>
		app.post(
			`/documents/${await find(name)}/edit`,
			{ name, folder: "other", seenName: name, seenFolder: "other", ...typed, ...seen },
			{ as: admin, language: "en" },
		);

	test("a document stands in the folder that its sender has chosen, else in the one that its name tells", async () => {
		const chosen = formOf("Prohlášení.txt", "x");
		chosen.set("folder", "forms");
		await app.post("/documents", chosen, { as: admin });
		await app.post("/documents", formOf("Body.cup", "name"), { as: admin });
		await app.api("POST", "/api/documents", formOf("Propozice.txt", "x"), { as: admin });
		const all = await folders();
		expect(all.map(({ name }) => name)).toEqual([
			"Rules and procedures",
			"Safety and airspace",
			"Forms",
			"Other",
		]);
		expect(all.slice(0, 3).map(({ documents: [first] }) => first)).toEqual([
			"Propozice.txt",
			"Body.cup",
			"Prohlášení.txt",
		]);
		expect((await folders("cs"))[2]?.name).toBe("Formuláře");
		expect((await (await app.get("/documents")).text()).match(/TXT, 1\u00a0B/)).not.toBeNull();
	});

	test("a moved and renamed document keeps its address and its place in the API, where its name alone is new", async () => {
		await app.post("/documents", formOf("Stary nazev.txt", "obsah"), { as: admin });
		const id = await find("Stary nazev.txt");
		const [before] = (await documentsOf(app)).filter(({ _id }) => _id === id);
		const placed = await place("Stary nazev.txt", { name: "Nový název.txt", folder: "rules" });
		expect([placed.status, placed.headers.get("Location")]).toEqual([303, "/documents"]);
		expect(await documentsIn("Rules and procedures")).toContain("Nový název.txt");
		expect(await (await app.get(`/documents/${id}/Stary%20nazev.txt`)).text()).toBe("obsah");
		const [after] = (await documentsOf(app)).filter(({ _id }) => _id === id);
		expect(after).toEqual({
			...before,
			name: "Nový název.txt",
			path: before?.path.replace("Stary%20nazev.txt", encodeURIComponent("Nový název.txt")),
		});
		await app.post("/documents", formOf("Nový název.txt", "druhá verze"), { as: admin });
		expect(await documentsIn("Rules and procedures")).toContain("Nový název.txt");
	});

	test("another extension, a name that is taken, and a place that somebody else has changed are refused, and what was typed stays", async () => {
		await app.post("/documents", formOf("Jeden.txt", "x"), { as: admin });
		await app.post("/documents", formOf("Druhý.txt", "x"), { as: admin });
		const said = async (response: Response) => [
			response.status,
			textsIn(await response.text(), ".notice-danger li, .notice-danger p:not(.notice-title)"),
		];
		expect(await said(await place("Jeden.txt", { name: "Jeden.html" }))).toEqual([
			400,
			["Name: The extension of the file has to stay"],
		]);
		expect(await said(await place("Jeden.txt", { name: "Druhý.txt" }))).toEqual([
			400,
			["Name: Another document has this name already"],
		]);
		const stale = await place("Jeden.txt", { name: "Můj.txt" }, { seenFolder: "forms" });
		expect(stale.status).toBe(409);
		expect(await stale.text()).toContain('value="Můj.txt"');
		expect(await documentsIn("Other")).toEqual(expect.arrayContaining(["Jeden.txt", "Druhý.txt"]));
	});
});

test("deleting asks first", async () => {
	await app.post("/documents", formOf("Zeptat se.txt", "x"), { as: admin });
	const id = await find("Zeptat se.txt");
	expect(await page(`/documents/${id}/delete`)).toContain("Zeptat se.txt");
	expect(await page()).toContain(id);
	const deleted = await app.post(`/documents/${id}/delete`, {}, { as: admin });
	expect(deleted.headers.get("Set-Cookie")).toContain("document.delete.success");
	expect(await page()).not.toContain(id);
});

test("with the bucket off the page works and the upload says so", async () => {
	const off = faultyBucket(env.FILES, { put: "before", get: "before", head: "before", delete: "before" });
	const broken = createApp({ env: { FILES: off.bucket } });
	const response = await broken.post("/documents", formOf("Výpadek.txt", "x"), { as: admin });
	expect(response.status).toBe(503);
	const html = await response.text();
	expect(html).toContain("Soubor se nepodařilo uložit");
	expect(html).toContain('type="file"');
	expect((await broken.get("/documents")).status).toBe(200);
});

test("a download from a bucket that does not answer says so", async () => {
	await app.post("/documents", formOf("Čekání.txt", "x"), { as: admin });
	const { faults, bucket } = faultyBucket(env.FILES);
	faults.get = "never";
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	const asking = createApp({ env: { FILES: bucket } }).get(`/documents/${await find("Čekání.txt")}/x`);
	await vi.waitUntil(() => vi.getTimerCount() > 0, { timeout: 5000 });
	await vi.advanceTimersByTimeAsync(storageTimeout);
	expect((await asking).status).toBe(503);
});

test("an edition without documents says so", async () => {
	await seedReference(2022);
	const response = await createApp({ host: "2022.localhost" }).get("/documents", { language: "cs" });
	expect(await response.text()).toContain("Zatím tu nejsou žádné dokumenty.");
});
