import * as build from "virtual:remix/server-build";
import { beforeAll, describe, expect, test } from "vitest";
import { seedReference } from "~test/factories";
import { ask, createWorld, matrix } from "./ask";
import { roles } from "./row";

/*
 * Who may do what: every route × role. Each area keeps its rows in a file of its own; a route without a row fails
 * the suite.
 */

beforeAll(async () => {
	await seedReference(2024);
});

describe.each(matrix)("$method $route: $what", (row) => {
	test.each(roles)("%s", async (role) => {
		const response = await ask(row, role, await createWorld());
		expect(response.status).toBe(row.expected[role]);
	});
});

test("every route has a row in the matrix", () => {
	const covered = new Set(matrix.map(({ route }) => route));
	const missing = Object.keys(build.routes).filter((id) => id !== "root" && !covered.has(id));
	expect(missing).toEqual([]);
});

test("every row speaks of a route there is", () => {
	expect(matrix.filter(({ route }) => !(route in build.routes))).toEqual([]);
});
