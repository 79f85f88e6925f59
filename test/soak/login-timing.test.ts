import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { hashPassword } from "~/lib/accounts/password/password.server";
import { newestEdition } from "~editions/index";
import { migratedDatabase, startBuiltWorker } from "~test/support/built-worker";
import { noteSecrets } from "~test/support/log-watch";
import { post } from "../../bench/load";

/*
 * The one comparison of times there is: a wrong password of an account and an address without one take the same time, or strangers could
 * find out who has an account. The clock of workerd stands still while it computes, so the built Worker is timed from outside. Known and
 * unknown addresses take turns, so that whatever else the machine does falls on both; their medians are compared once, at the end:
 * medians that are compared often enough agree at some time.
 */

/** What answers without a host name of an edition. */
const { year } = newestEdition();
/** Logins of each kind. */
const logins = 200;
const folder = mkdtempSync(join(tmpdir(), "login-timing-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function median(times: readonly number[]): number {
	const sorted = [...times].sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** How much longer one takes than the other, 0.1 for a tenth. */
function difference(one: readonly number[], other: readonly number[]): number {
	const [low = 0, high = 0] = [median(one), median(other)].sort((a, b) => a - b);
	return high / low - 1;
}

test("a known and an unknown address are refused in the same time", async () => {
	const miniflare = startBuiltWorker(folder);
	const database = await migratedDatabase(miniflare, year);
	const hash = await hashPassword("termika nad lesem");
	const insert = database.prepare(
		"INSERT INTO users (id, email, name, surname, password_hash, created_at, updated_at) VALUES (?, ?, 'Jana', 'Nová', ?, 0, 0)",
	);
	// An account of its own for each login: failures of one would delay the next.
	const known = Array.from({ length: logins }, (_, i) => `pilot.${i}@example.com`);
	await database.batch(known.map((email) => insert.bind(email, email, hash)));
	const url = new URL("/api/auth", await miniflare.ready);

	/** Each login has a connection of its own: one that is kept open may be closed while the machine is busy elsewhere. */
	async function timeOfLogin(email: string): Promise<number> {
		const headers = { "Content-Type": "application/json" };
		const body = JSON.stringify({ email, password: "not the password" });
		await noteSecrets(new Request(url, { method: "POST", headers, body }));
		const start = performance.now();
		const status = await post(url, headers, Buffer.from(body));
		const time = performance.now() - start;
		expect(status).toBe(400);
		return time;
	}

	// The first request starts the Worker.
	await timeOfLogin("nobody@example.com");
	const times = { known: [] as number[], unknown: [] as number[] };
	for (const [i, email] of known.entries()) {
		// Who comes first changes, as the second of two may find things prepared.
		const order = i % 2 === 0 ? (["known", "unknown"] as const) : (["unknown", "known"] as const);
		for (const kind of order) times[kind].push(await timeOfLogin(kind === "known" ? email : `no.${email}`));
	}
	await miniflare.dispose();
	console.log(
		`${logins} logins each: known ${median(times.known).toFixed(1)} ms, unknown ${median(times.unknown).toFixed(1)} ms`,
	);
	expect(difference(times.known, times.unknown)).toBeLessThan(0.1);
	// A minute on an idle machine, and many times as long on a busy one.
}, 1_800_000);
