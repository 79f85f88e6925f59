import { beforeAll, expect, test } from "vitest";
import { askSafely, createWorld, matrix, prepareWorlds } from "./ask";
import { roles, type World } from "./row";
import { changesBetween, type Snapshot, takeSnapshot } from "./snapshot";

/*
 * GET and HEAD change nothing: every address of the matrix is asked for by everybody, those of writing calls included, and then every
 * table of both editions and the bucket are compared. Logging out has tests of its own; an export leaves its row in the audit log.
 */

const exporting = /^routes\/(api\.)?starting-list_?\.export/;
let world: World;
let known: Snapshot;

const addresses = matrix
	.filter(({ route }) => route !== "routes/logout")
	.map((row) => [`${row.route}: ${row.what} (${row.method})`, row] as const);

beforeAll(async () => {
	await prepareWorlds();
	world = await createWorld();
	known = await takeSnapshot();
});

test("every table is compared", () => {
	for (const table of ["2024 users", "2025 users", "2024 throttles", "2025 throttles"]) {
		expect(Object.keys(known)).toContain(table);
	}
	expect(Object.keys(known).length).toBeGreaterThan(40);
});

test.each(addresses)("%s: GET and HEAD change nothing, whoever asks", async (_what, row) => {
	for (const role of roles) {
		for (const method of ["GET", "HEAD"] as const) await askSafely(row, method, role, world);
	}
	const before = known;
	known = await takeSnapshot();
	const exported = exporting.test(row.route) && row.expected.admin === 200;
	expect(changesBetween(before, known)).toEqual(exported ? ["2025 audit_log"] : []);
});
