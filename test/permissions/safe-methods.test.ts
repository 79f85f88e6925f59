import { beforeAll, expect, test } from "vitest";
import { askSafely, createWorld, matrix, prepareWorlds } from "./ask";
import { roles, type World } from "./row";
import { changesBetween, type Snapshot, takeSnapshot } from "./snapshot";

/*
 * GET and HEAD change nothing: every address of the matrix is asked for by everybody, those of writing calls included, and then every
 * table of both editions and the bucket are compared. Logging out has tests of its own; an export leaves its row in the audit log, which raises the
 * version of the data.
 */

const exporting = /^routes\/(api\.)?starting-list_?\.export/;
let world: World;
let known: Snapshot;

const routes = new Set(matrix.map(({ route }) => route).filter((route) => route !== "routes/logout"));

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

test.each([...routes])("%s: GET and HEAD change nothing, whoever asks", async (route) => {
	const rows = matrix.filter((row) => row.route === route);
	for (const path of new Set(rows.map(({ path }) => path(world)))) {
		for (const role of roles) {
			for (const method of ["GET", "HEAD"] as const) await askSafely(path, method, role, world);
		}
	}
	const before = known;
	known = await takeSnapshot();
	const exported = exporting.test(route) && rows.some(({ expected }) => expected.admin === 200);
	expect(changesBetween(before, known)).toEqual(exported ? ["2025 audit_log", "2025 edition_state"] : []);
});
