import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { auditLog, documents, documentVersions } from "~db/schema";
import { createApp } from "~test/support/app";
import {
	type DocumentJson,
	documentForm,
	documentsOf,
	pathOf,
	uploadDocument,
} from "~test/support/documents";
import { createAdmin, createUser, databaseOf, seedReference } from "~test/support/factories";
import { multipart } from "~test/support/multipart";
import { testOrigin } from "~test/support/test-edition";

const app = createApp({ clock: "2025-07-01T10:00:00Z" });
const db = databaseOf();

await seedReference();
const admin = await createAdmin();

const upload = (name: string, content?: BlobPart, by = app) => uploadDocument(by, admin, name, content);

describe("upload", () => {
	test("is listed with an absolute address under which its bytes are", async () => {
		const { status, body } = await upload("Otočné body 2025.cup", "name,code\n");
		expect(status).toBe(201);
		expect(body).toEqual({
			_id: expect.any(String),
			name: "Otočné body 2025.cup",
			path: `${testOrigin}/documents/${body._id}/Oto%C4%8Dn%C3%A9%20body%202025.cup`,
			size: 10,
			mimetype: "application/octet-stream",
			createdAt: "2025-07-01T10:00:00.000Z",
			updatedAt: "2025-07-01T10:00:00.000Z",
		});
		expect(await documentsOf(app)).toContainEqual(body);
		const file = await app.get(pathOf(body));
		expect(await file.text()).toBe("name,code\n");
		expect(file.headers.get("Content-Disposition")).toMatch(/^attachment; filename="Otocne body 2025.cup"/);
		expect(file.headers.get("Content-Security-Policy")).toContain("sandbox");
	});

	test("the type is ours, whatever the client says", async () => {
		const { body } = await upload("Program.txt", "<script>alert(1)</script>");
		const file = await app.get(pathOf(body));
		expect(file.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
		expect(file.headers.get("X-Content-Type-Options")).toBe("nosniff");
	});

	test("the newest change stands first", async () => {
		await upload("Starší.txt", "1", createApp({ clock: "2025-07-02T10:00:00Z" }));
		await upload("Novější.txt", "2", createApp({ clock: "2025-07-03T10:00:00Z" }));
		const names = (await documentsOf(app)).map(({ name }) => name);
		expect(names.indexOf("Novější.txt")).toBeLessThan(names.indexOf("Starší.txt"));
	});

	test("a file of the same name replaces, keeps its id and the earlier version", async () => {
		const first = await upload("Propozice.txt", "první");
		const second = await upload("Propozice.txt", "druhé", createApp({ clock: "2025-07-04T10:00:00Z" }));
		expect([first.status, second.status]).toEqual([201, 200]);
		expect(second.body._id).toBe(first.body._id);
		expect(second.body.updatedAt).toBe("2025-07-04T10:00:00.000Z");
		expect((await documentsOf(app)).filter(({ name }) => name === "Propozice.txt")).toEqual([second.body]);
		expect(await (await app.get(pathOf(first.body))).text()).toBe("druhé");
		const versions = await db
			.select()
			.from(documentVersions)
			.where(eq(documentVersions.documentId, first.body._id));
		expect(versions.map(({ state }) => state)).toEqual(["ready", "ready"]);
		const earlier = versions.find(({ sha256 }) => sha256 !== versions.at(-1)?.sha256);
		const address = `${pathOf(first.body)}?version=${earlier?.id}`;
		expect((await app.get(address)).status).toBe(404);
		const seen = await app.get(address, { as: admin });
		expect(["první", "druhé"]).toContain(await seen.text());
		expect(seen.headers.get("Cache-Control")).toBe("private, no-store");
	});

	test("the same bytes again change nothing", async () => {
		const first = await upload("Mapa.txt", "mapa");
		const again = await upload("Mapa.txt", "mapa", createApp({ clock: "2025-07-05T10:00:00Z" }));
		expect(again).toEqual({ status: 200, body: first.body });
		expect(await db.$count(documentVersions, eq(documentVersions.documentId, first.body._id))).toBe(1);
	});

	test("several of one name at once make one document and keep every version", async () => {
		const contents = ["a", "b", "c", "d", "e"];
		const answers = await Promise.all(contents.map((content) => upload("Najednou.txt", content)));
		expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
		expect((await documentsOf(app)).filter(({ name }) => name === "Najednou.txt")).toHaveLength(1);
		const ready = and(
			eq(documentVersions.documentId, answers[0]?.body._id ?? ""),
			eq(documentVersions.state, "ready"),
		);
		expect(await db.$count(documentVersions, ready)).toBe(5);
	});

	test("leaves its traces in the audit log", async () => {
		const { body } = await upload("Zápis.txt", "1");
		await upload("Zápis.txt", "2");
		await app.api("DELETE", `/api/documents/${body._id}`, undefined, { as: admin });
		const rows = await db.select().from(auditLog).where(eq(auditLog.subjectId, body._id));
		expect(rows.map(({ action }) => action).sort()).toEqual([
			"document.add",
			"document.delete",
			"document.replace",
		]);
		expect(rows.every(({ actorId }) => actorId === admin.id)).toBe(true);
		expect(rows.find(({ action }) => action === "document.delete")?.before).toEqual({
			name: "Zápis.txt",
			size: 1,
		});
	});

	test("quotes and line breaks in a name do no harm", async () => {
		const response = await postName("Úlohy %22A%22%0D%0ASet-Cookie: x=1.txt");
		expect(response.status).toBe(201);
		const body = await response.json<DocumentJson>();
		expect(body.name).toBe('Úlohy "A" Set-Cookie: x=1.txt');
		const file = await app.get(pathOf(body));
		expect(file.status).toBe(200);
		expect(file.headers.get("Set-Cookie")).toBeNull();
		expect(file.headers.get("Content-Disposition")).not.toMatch(/[\r\n]/);
	});

	test("a name that breaks the form is a bad request", async () => {
		expect((await postName('a"\r\nX-Evil: 1.txt')).status).toBe(400);
	});
});

/** A document whose name stands in the form as it is given. */
async function postName(name: string) {
	const part = `Content-Disposition: form-data; name="document"; filename="${name}"`;
	const headers = {
		Authorization: `Bearer ${await app.token(admin)}`,
		"Content-Type": "multipart/form-data; boundary=line",
	};
	const body = `--line\r\n${part}\r\nContent-Type: text/plain\r\n\r\nobsah\r\n--line--\r\n`;
	return app.fetch(new Request(app.url("/api/documents"), { method: "POST", headers, body }));
}

describe("refused", () => {
	test.each([
		["no file", new FormData(), 400, "form.field.required"],
		["a text instead of a file", textForm(), 400, "form.field.required"],
		["0 bytes", documentForm("prázdný.pdf", ""), 400, "document.error.empty"],
		["a page", documentForm("stránka.html", "<h1>x</h1>"), 400, "document.error.type"],
		["a picture that can run scripts", documentForm("obrázek.svg", "<svg/>"), 400, "document.error.type"],
		["a second extension", documentForm("propozice.pdf.html", "%PDF-1.4"), 400, "document.error.type"],
		["no extension", documentForm("propozice", "x"), 400, "document.error.type"],
		[
			"a page that calls itself PDF",
			documentForm("propozice.pdf", "<script>"),
			400,
			"document.error.content",
		],
		["a long name", documentForm(`${"x".repeat(300)}.txt`, "x"), 400, "document.error.name"],
		["more than 10 MB", documentForm("velký.zip", new Uint8Array(11_000_000)), 413, undefined],
		[
			"10 MB and a little",
			documentForm("velký.txt", new Uint8Array(10 * 1024 * 1024 + 1)),
			400,
			"document.error.tooLarge",
		],
	] as const)("%s", async (_, form, status, complaint) => {
		const before = await db.$count(documents);
		const response = await app.api("POST", "/api/documents", form, { as: admin });
		expect(response.status).toBe(status);
		const body = await response.json<{ msg: string; errors?: Record<string, string> }>();
		expect(body.msg).not.toBe("");
		expect(body.errors?.document).toBe(complaint);
		expect(await db.$count(documents)).toBe(before);
	});

	test("JSON instead of a form", async () => {
		expect((await app.api("POST", "/api/documents", {}, { as: admin })).status).toBe(415);
	});
});

function textForm() {
	return multipart({ document: "propozice" });
}

describe("deleting", () => {
	test("takes the document off the list and its bytes off the site, and frees the name", async () => {
		const { body } = await upload("Smazat.txt");
		const answer = await app.api("DELETE", `/api/documents/${body._id}`, undefined, { as: admin });
		expect(answer.status).toBe(200);
		expect(await answer.json()).toEqual({ success: true });
		expect((await documentsOf(app)).some(({ _id }) => _id === body._id)).toBe(false);
		expect((await app.get(pathOf(body))).status).toBe(404);
		const again = await upload("Smazat.txt");
		expect(again.status).toBe(201);
		expect(again.body._id).not.toBe(body._id);
	});

	test("twice is not found", async () => {
		const { body } = await upload("Dvakrát.txt");
		await app.api("DELETE", `/api/documents/${body._id}`, undefined, { as: admin });
		const again = await app.api("DELETE", `/api/documents/${body._id}`, undefined, { as: admin });
		expect(again.status).toBe(404);
		expect(await again.json()).toEqual({ msg: "Not found" });
	});
});

describe("download", () => {
	test("bytes that the reader has are not sent again", async () => {
		const { body } = await upload("Etag.txt");
		const first = await app.get(pathOf(body));
		const tag = first.headers.get("ETag") ?? "";
		const again = await app.get(pathOf(body), { headers: { "If-None-Match": tag } });
		expect(again.status).toBe(304);
		expect(first.headers.get("Cache-Control")).toBe("public, no-cache");
	});

	test("a document of one edition is none of another", async () => {
		const { body } = await upload("Ročník.txt");
		expect((await createApp({ host: "2024.localhost" }).get(pathOf(body))).status).toBe(404);
	});
});

test("a pilot neither publishes nor deletes", async () => {
	const pilot = await createUser();
	const { body } = await upload("Cizí.txt");
	const posted = await app.api("POST", "/api/documents", documentForm("x.txt", "x"), { as: pilot });
	const deleted = await app.api("DELETE", `/api/documents/${body._id}`, undefined, { as: pilot });
	expect([posted.status, deleted.status]).toEqual([403, 403]);
});
