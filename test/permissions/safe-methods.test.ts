import * as build from "virtual:remix/server-build";
import { beforeAll, expect, inject, test } from "vitest";
import { filledIn } from "~test/support/filled-in";
import { ask, askForData, askSafely, createWorld, isRead, matrix, prepareWorlds } from "./ask";
import type { MatrixRow } from "./matrix";
import { type Role, roles, type World } from "./row";
import { changesBetween, type Snapshot, takeSnapshot } from "./snapshot";

/*
 * Who may read what, and GET and HEAD change nothing: every address of the matrix is asked for by everybody, those of writing calls
 * included, the data of pages also by themselves, and then every table of both editions and the bucket are compared. A page is made for HEAD
 * as it is for GET: in `npm test` one role asks so for an address, each in turn, in the soak tests all do. Logging out has tests of its own;
 * an export and an archive leave their row in the audit log, which raises the version of the data.
 */

const exporting = /^(routes|\/api)\/(starting-list_?[./]export|igc[./]archive|admin\.payments_\.export)/;
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

/** Expects the status that each role gets from the page or call, and from the data of a page. */
async function expectStatuses(row: MatrixRow): Promise<void> {
	const isPage = build.routes[row.route]?.module.default !== undefined;
	const statuses: Partial<Record<Role, number>> = {};
	for (const role of roles) {
		statuses[role] = (await ask(row, role, world)).status;
		if (!isPage) continue;
		// A redirect is told in the body, for the script to follow.
		const expected = Math.floor(row.expected[role] / 100) === 3 ? 202 : row.expected[role];
		for (const { status } of await askForData(row, role, world)) {
			expect(status, `data for ${role}`).toBe(expected);
		}
	}
	expect(statuses, row.what).toEqual(row.expected);
}

let turn = 0;

function askingHead(): readonly Role[] {
	turn += 1;
	return inject("soak") ? roles : [roles[turn % roles.length] ?? "anonymous"];
}

test.each([...routes])(
	"%s: each role reads what it may; GET and HEAD change nothing, for every role",
	async (route) => {
		const rows = matrix.filter((row) => row.route === route);
		const reads = rows.filter(isRead);
		for (const row of reads) await expectStatuses(row);
		const pathsOf = (some: readonly MatrixRow[]) =>
			new Set(some.map(({ template }) => filledIn(template, world)));
		const asked = pathsOf(reads);
		for (const path of pathsOf(rows)) {
			for (const role of roles) if (!asked.has(path)) await askSafely(path, "GET", role, world);
			for (const role of askingHead()) await askSafely(path, "HEAD", role, world);
		}
		const before = known;
		known = await takeSnapshot();
		const exported = exporting.test(route) && rows.some(({ expected }) => expected.admin === 200);
		expect(changesBetween(before, known)).toEqual(exported ? ["2025 audit_log", "2025 edition_state"] : []);
	},
);
