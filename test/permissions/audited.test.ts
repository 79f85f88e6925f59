import { beforeAll, expect, test } from "vitest";
import { seedReference } from "~test/support/factories";
import { ask, createWorld, matrix } from "./ask";
import { roles } from "./row";
import { changesBetween, takeSnapshot } from "./snapshot";

/*
 * Whatever a request changes stands in the audit log: every writing row of the matrix is sent by everybody, and where a table differs
 * afterwards, the log does too. The counters of rate limits alone tell of nothing that was done.
 */

const writes = matrix
	.filter(({ method }) => method !== "GET")
	.map((row) => [`${row.method} ${row.route}: ${row.what}`, row] as const);

beforeAll(async () => {
	await seedReference();
	await seedReference(2024);
});

const changing: string[] = [];

test.each(writes)("%s leaves its row in the audit log when it changes anything", async (what, row) => {
	for (const role of roles) {
		const world = await createWorld();
		const before = await takeSnapshot();
		await ask(row, role, world);
		const changed = changesBetween(before, await takeSnapshot()).filter(
			(name) => !name.endsWith("throttles"),
		);
		if (changed.length === 0) continue;
		changing.push(what);
		expect(changed, role).toContain("2025 audit_log");
		expect(
			changed.filter((name) => name.startsWith("2024")),
			role,
		).toEqual([]);
	}
});

test("many of them change something", () => {
	expect(new Set(changing).size).toBeGreaterThan(15);
});
