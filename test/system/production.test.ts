import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "~/lib/accounts/password/password.server";
import { testBindings } from "~test/support/bindings";
import { migratedDatabase, startBuiltWorker } from "~test/support/built-worker";
import { noteSecrets } from "~test/support/log-watch";
import { testEdition } from "~test/support/test-edition";
import { lastCommit } from "../../scripts/lib/last-commit";
import { inProject } from "../../scripts/lib/paths.mjs";

/*
 * What the build holds and what it does without local mode: the means of tests are not in it, the local mailbox and the moved clock
 * do nothing.
 */

const folder = mkdtempSync(join(tmpdir(), "production-"));
const { MODE: _, ...production } = testBindings;
let miniflare: Miniflare;
/** The edition that has a database here; an address without a host would be the newest one's. */
const address = (path: string) => `http://${testEdition.year}.localhost${path}`;

beforeAll(async () => {
	miniflare = startBuiltWorker(folder, { ...production, CLOCK: "2019-01-01T00:00:00Z", PORT: "1" });
	const database = await migratedDatabase(miniflare, testEdition.year);
	// Not by the signup, which may be closed at the real time.
	const insertUser = database.prepare(
		"INSERT INTO users (id, email, name, surname, password_hash, created_at, updated_at) VALUES ('jana', ?, 'Jana', 'Nová', ?, 0, 0)",
	);
	await insertUser.bind(email, await hashPassword(password)).run();
});

afterAll(async () => {
	await miniflare.dispose();
	rmSync(folder, { recursive: true, force: true });
});

const email = "jana@example.com";
const password = "termika nad lesem";

async function post(path: string, fields: Record<string, string>) {
	const body = new URLSearchParams(fields);
	await noteSecrets(new Request(address(path), { method: "POST", body }));
	return miniflare.dispatchFetch(address(path), { method: "POST", body, redirect: "manual" });
}

/** Text of every script below a folder of the build. */
function scriptsBelow(path: string): string {
	return readdirSync(inProject(path), { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".js"))
		.map((name) => readFileSync(inProject(`${path}/${name}`), "utf8"))
		.join("\n");
}

/** Words that stand in what belongs to tests and to the demo, and nowhere else. */
const markers = [
	["test/support/faulty-bindings.ts", "We encountered an internal error (10001)"],
	["test/support/faulty-bindings.ts", "D1_ERROR: Network connection lost"],
	["test/fakes/resend.ts", "__control"],
	["test/fakes/soaring-spot.ts", "__control"],
	["test/fakes/resend-key.ts", "re_not_a_secret"],
	["test/permissions/ask.ts", "reference data is missing"],
	["test/support/log-watch.ts", "canaries"],
	["scripts/demo/demo-account.ts", "glider-demo-2025"],
	["test/gallery/gallery-page.tsx", "Gallery of components"],
	["test/gallery/desk.tsx", "Bez ocasního kolečka"],
	["test/support/bindings.ts", "a secret for the tests alone"],
] as const;

test.each(markers)("nothing of %s is in the build", (source, marker) => {
	expect(readFileSync(inProject(source), "utf8")).toContain(marker);
	expect(scriptsBelow("build")).not.toContain(marker);
});

test.each(["TOKEN_SECRET", "RESEND_API_KEY", "$scrypt$", "password_hash", "dev-mail"])(
	"what browsers load says nothing of %s, which the server knows",
	(word) => {
		expect(scriptsBelow("build/server")).toContain(word);
		expect(scriptsBelow("build/client")).not.toContain(word);
	},
);

test.each([
	...["/dev/mail", "/dev/mail.json", "/dev/mail.data", "/dev/mail/"],
	...["/dev/gallery", "/dev/gallery/day", "/dev/gallery/desk", "/dev/gallery/results", "/dev/gallery/task"],
	"/dev",
])("%s is not there, for any role", async (path) => {
	for (const method of ["GET", "HEAD"]) {
		const response = await miniflare.dispatchFetch(address(path), { method });
		expect(response.status, method).toBe(404);
	}
});

test("a read whose header announces a body is answered as any other", async () => {
	const { port, hostname } = await miniflare.ready;
	const statusOf = (method: string, path: string) =>
		new Promise<number | undefined>((resolve, reject) => {
			const headers = { Host: `${testEdition.year}.localhost`, "Content-Length": "0" };
			const sent = request({ hostname, port, method, path, headers }, (response) => {
				response.resume().on("end", () => resolve(response.statusCode));
			});
			sent.on("error", reject).end();
		});
	for (const method of ["GET", "HEAD"]) {
		expect(await statusOf(method, "/api/health"), method).toBe(200);
		expect(await statusOf(method, "/login"), method).toBe(200);
		expect(await statusOf(method, "/nowhere"), method).toBe(404);
	}
});

test("the map of the Worker stands beside it, and none where browsers ask", () => {
	const mapsBelow = (folder: string) =>
		readdirSync(inProject(folder), { recursive: true, encoding: "utf8" }).filter((name) =>
			name.endsWith(".map"),
		);
	expect(mapsBelow("build/server")).toEqual(["index.js.map"]);
	expect(mapsBelow("build/client")).toEqual([]);
});

test("the health names the commit of the build", async () => {
	const response = await miniflare.dispatchFetch(address("/api/health"));
	const { commit, committedAt } = (await response.json()) as Record<string, string>;
	const last = lastCommit();
	// A build of the same sources stays when they are committed.
	expect(commit).toMatch(last.commit ? /^[0-9a-f]{40}$/ : /^unknown$/);
	expect(committedAt).toMatch(last.commit ? /^\d{4}-\d\d-\d\dT/ : /^unknown$/);
});

test("sessions begin at the real time", async () => {
	const before = Date.now();
	const login = await post("/login", { email, password });
	expect(login.status).toBe(303);
	const [, payload = ""] = /token=[\w-]+\.([\w-]+)/.exec(login.headers.get("Set-Cookie") ?? "") ?? [];
	const { iat }: { iat: number } = JSON.parse(Buffer.from(payload, "base64url").toString());
	expect(iat).toBeGreaterThanOrEqual(Math.floor(before / 1000));
});

test("mail without a key stays queued and is not kept in the bucket", async () => {
	const bucket = await miniflare.getR2Bucket("FILES");
	await post("/password-reset", { email });
	expect((await bucket.list()).objects).toEqual([]);
	const database = await miniflare.getD1Database(`DB_${testEdition.year}`);
	const { results } = await database.prepare("SELECT kind, state FROM outbox").all();
	expect(results).toContainEqual({ kind: "password-reset", state: "queued" });
});
