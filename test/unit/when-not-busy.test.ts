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
	const statement = { bind: () => statement, raw: asked };
	const session = { prepare: () => statement };
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
