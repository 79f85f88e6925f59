import { afterEach, expect, test, vi } from "vitest";
import { openDb } from "~/lib/db/client.server";
import { users } from "~db/schema";
import { testEdition } from "~test/support/test-edition";

afterEach(() => {
	vi.useRealTimers();
});

/** A database that another process holds for a while from now on, and how often it was asked. */
function heldFor(milliseconds: number, message: string) {
	const until = Date.now() + milliseconds;
	const asked = vi.fn(async () => {
		if (Date.now() < until) throw new Error(message);
		return [];
	});
	const statement = { bind: () => statement, raw: asked, run: asked };
	const session = { prepare: () => statement, batch: asked };
	const env = { [`DB_${testEdition.year}`]: { withSession: () => session } };
	return { asked, db: openDb(testEdition, env as unknown as Env) };
}

test.each([
	["database is locked: SQLITE_BUSY", 9_900, "rows"],
	["locking protocol: SQLITE_PROTOCOL", 9_900, "rows"],
	["database is locked: SQLITE_BUSY", 10_200, "an error"],
	["no such table: users", 100, "an error"],
])("of a database that says %s for %i ms a request gets %s", async (message, milliseconds, expected) => {
	vi.useFakeTimers();
	const { asked, db } = heldFor(milliseconds, message);
	const answer = db
		.select({ id: users.id })
		.from(users)
		.then(
			() => "rows",
			() => "an error",
		);
	await vi.advanceTimersByTimeAsync(11_000);
	expect(await answer).toBe(expected);
	expect(asked.mock.calls.length > 1).toBe(message.includes("SQLITE"));
});

test("a lock that a local database hides as it opens its file is waited for by what reads, and by nothing that writes", async () => {
	vi.useFakeTimers();
	const hidden =
		"D1_ERROR: Failed to parse body as JSON, got: Error: internal error; reference = 958trsbtltmq";
	const { db } = heldFor(9_900, hidden);
	const read = () => db.select({ id: users.id }).from(users);
	const write = () => db.update(users).set({ name: "Jana" });
	const waits = Promise.all([read(), db.batch([read(), read()])]);
	const fails = Promise.allSettled([write().run(), db.batch([read(), write()])]);
	await vi.advanceTimersByTimeAsync(11_000);
	expect(await waits).toHaveLength(2);
	expect((await fails).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});
