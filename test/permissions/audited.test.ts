import { beforeAll, expect, test } from "vitest";
import { ask, createWorld, matrix, prepareWorlds } from "./ask";
import { roles } from "./row";
import { changesBetween, takeSnapshot } from "./snapshot";

/*
 * Whatever a request changes stands in the audit log: every writing row of the matrix is sent by everybody, and where a table differs
 * afterwards, the log does too. The counters of rate limits alone tell of nothing that was done. A refused request changes nothing else.
 */

const writes = matrix
	.filter(({ method }) => method !== "GET")
	.map((row) => [`${row.method} ${row.route}: ${row.what}`, row] as const);

beforeAll(prepareWorlds);

const changing: string[] = [];

test.each(writes)("%s leaves its row in the audit log when it changes anything", async (what, row) => {
	let world = await createWorld();
	let before = await takeSnapshot();
	for (const role of roles) {
		const { status } = await ask(row, role, world);
		const after = await takeSnapshot();
		const changed = changesBetween(before, after).filter((name) => !name.endsWith("throttles"));
		before = after;
		if (changed.length === 0) continue;
		changing.push(what);
		expect(status, `${role} is refused`).toBeLessThan(400);
		expect(changed, role).toContain("2025 audit_log");
		expect(
			changed.filter((name) => name.startsWith("2024")),
			role,
		).toEqual([]);
		world = await createWorld();
		before = await takeSnapshot();
	}
});

test("many of them change something", () => {
	expect(new Set(changing).size).toBeGreaterThan(15);
});
