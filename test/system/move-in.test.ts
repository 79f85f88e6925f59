import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { editionOfYear } from "~editions/index";
import { startBuiltWorker } from "~test/support/built-worker";
import { noteSecrets } from "~test/support/log-watch";
import { type MovePlace, movePlace } from "~test/support/move-place";
import { oldAnswers } from "~test/support/old-answers";
import { oldPassword, oldSite, writeDump } from "~test/support/old-site";
import { prepareAll } from "../../scripts/database/insert-rows";
import { indexFiles } from "../../scripts/move-in/file-index";
import type { Move } from "../../scripts/move-in/move-in";
import { openDump } from "../../scripts/move-in/open-dump";
import { sumLine } from "../../scripts/move-in/tally";
import { referenceStatements } from "../../scripts/reference/reference-data";

/* An edition of the old site moves in, and the built Worker answers for it as the old site did. */

const year = 2024;
const found = editionOfYear(year);
if (!found) throw new Error(`There is no edition of ${year}.`);
const edition = found;
const folder = mkdtempSync(join(tmpdir(), "move-in-"));
const site = oldSite(edition);
const { dump, files } = writeDump(join(folder, "first"), site, "bson");
const host = `${year}.localhost`;

let miniflare: Miniflare;
let place: MovePlace;

beforeAll(async () => {
	miniflare = startBuiltWorker(folder);
	place = await movePlace(miniflare, edition, folder);
});

afterAll(async () => {
	await miniflare.dispose();
	rmSync(folder, { recursive: true, force: true });
});

const move = async (changes: Partial<Move> = {}) =>
	place.move({ dump: await openDump(dump), files: indexFiles(files), organisers: true, ...changes });

async function ask(path: string, init: { method?: string; body?: unknown; token?: string } = {}) {
	const url = new URL(path, `http://${host}`);
	const headers: Record<string, string> = {
		...(init.body ? { "Content-Type": "application/json" } : {}),
		...(init.token ? { Authorization: `Bearer ${init.token}` } : {}),
	};
	const method = init.method ?? "GET";
	const body = init.body ? { body: JSON.stringify(init.body) } : {};
	await noteSecrets(new Request(url, { method, headers, ...body }));
	const response = await miniflare.dispatchFetch(url, { method, headers, ...body });
	return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

async function logIn(email: string, password = oldPassword) {
	return ask("/api/auth", { method: "POST", body: { email, password } });
}

test("a dry run says what becomes of each document, and writes nothing", async () => {
	const before = await place.content();
	const tallies = await move({ dryRun: true });
	expect(await place.content()).toEqual(before);
	for (const { found, takenOver, leftOut } of tallies) expect(found).toBe(takenOver + leftOut);
});

test("the dump moves in, and a second run changes nothing", async () => {
	const started = performance.now();
	await move();
	console.log(`moved in ${((performance.now() - started) / 1000).toFixed(1)} s`);
	const before = await place.content();
	const again = await move();
	expect(again.map(({ name, added, changed }) => [name, added, changed])).toEqual(
		again.map(({ name }) => [name, 0, 0]),
	);
	expect(await place.content()).toEqual(before);
});

test("the API answers as that of the old site", async () => {
	await place.database.prepare("UPDATE users SET verified_at = 1 WHERE role = 'organiser'").run();
	const { json } = await logIn("alena@example.com");
	const token = String(json.token);
	const answers = oldAnswers(site);
	expect(answers.length).toBeGreaterThan(100);
	for (const { path, as, answer } of answers) {
		const got = await ask(path, as === "administrator" ? { token } : {});
		expect.soft(got.status, path).toBe(200);
		expect.soft(got.json, path).toMatchObject(answer as object);
	}
});

test("a start or a deployment leaves what came from the old site as it is", async () => {
	const before = await place.content();
	await place.database.batch(
		prepareAll(place.database, referenceStatements(edition, "corrected", new Date())),
	);
	const after = await place.content();
	for (const [name, rows] of Object.entries(before)) {
		// The content version is raised.
		if (name !== "edition_state") expect(after[name], name).toEqual(rows);
	}
});

test("a document has the bytes of the old bucket, and one that was left out is nowhere", async () => {
	const { json } = await ask("/api/documents");
	const listed = json as unknown as { _id: string; name: string; path: string }[];
	for (const { _id, name, path } of listed) {
		const [doc] = site.collections.documents?.filter((one) => String(one._id) === _id) ?? [];
		const response = await miniflare.dispatchFetch(new URL(new URL(path).pathname, `http://${host}`));
		const bytes = new Uint8Array(await response.arrayBuffer());
		const key = String(doc?.path).replace("https://bucket.example.com/", "");
		expect(Buffer.from(bytes).equals(site.files[key] ?? new Uint8Array()), name).toBe(true);
	}
	const bucket = (await miniflare.getR2Bucket("FILES")) as unknown as R2Bucket;
	for (const [what, id] of Object.entries(site.lost)) {
		const { status } = await miniflare.dispatchFetch(`http://${host}/documents/${id}/x.pdf`);
		expect(status, what).toBe(404);
		expect((await bucket.list({ prefix: `${year}/documents/${id}` })).objects, what).toEqual([]);
	}
});

test("nothing that people have written is printed, and no password or token is left over", async () => {
	await move({ dryRun: true });
	const text = place.printed.join("\n");
	expect(text).toContain(site.lost["second account of an address"]);
	expect(text).not.toMatch(/Plachtařová|@|kolem Vánoc|\$2b/);
	const leftovers = readFileSync(join(folder, `leftovers-${year}.jsonl`), "utf8");
	expect(leftovers).toContain("kolem Vánoc");
	expect(leftovers).toContain("x".repeat(2_001));
	expect(leftovers).not.toMatch(/\$2b\$|tajemství/);
	expect(statSync(join(folder, `leftovers-${year}.jsonl`)).mode & 0o077).toBe(0);
});

async function hashOf(email: string): Promise<string> {
	const row = await place.database
		.prepare("SELECT password_hash AS hash FROM users WHERE email = ?")
		.bind(email)
		.first();
	return String(row?.hash);
}

test("the old password logs in by bcrypt once, and by a hash of ours from then on", async () => {
	const email = "pilot.10@example.com";
	expect(await hashOf(email)).toMatch(/^\$2b\$04\$/);
	expect((await logIn(email.toUpperCase(), `${oldPassword}.`)).status).toBe(400);
	expect(await hashOf(email)).toMatch(/^\$2b\$04\$/);
	const { status, json } = await logIn(email);
	expect([status, json.user]).toMatchObject([200, { email }]);
	const renewed = await hashOf(email);
	expect(renewed).toMatch(/^\$scrypt\$/);
	expect((await logIn(email)).status).toBe(200);
	expect(await hashOf(email)).toBe(renewed);
	const mails = await place.database.prepare("SELECT kind FROM outbox WHERE recipient = ?").bind(email).all();
	expect(mails.results).toHaveLength(1);
	// A later run leaves the new hash where it is.
	await move();
	expect(await hashOf(email)).toBe(renewed);
});

test("a hash of a cost that is not checked begins with a new password", async () => {
	expect(await hashOf("pilot.1@example.com")).toBe("moved-in");
	expect((await logIn("pilot.1@example.com")).status).toBe(400);
});

test.each(["bson.gz", "json", "array"] as const)("the same documents as %s say the same", async (form) => {
	const again = writeDump(join(folder, form), site, form);
	const tallies = await move({ dryRun: true, dump: await openDump(again.dump) });
	expect(sumLine(tallies)).toContain("1033 taken over + 24 left out; 0 new, 0 changed");
});
