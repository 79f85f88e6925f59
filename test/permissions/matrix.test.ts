import * as build from "virtual:remix/server-build";
import { beforeAll, describe, expect, test } from "vitest";
import { seedReference } from "~test/support/factories";
import { ask, askForData, createWorld, matrix } from "./ask";
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

const pages = matrix.filter(
	({ method, route }) => method === "GET" && build.routes[route]?.module.default !== undefined,
);

describe.each(pages)("data of $route: $what", (row) => {
	test.each(roles)("%s", async (role) => {
		const expected = row.expected[role];
		for (const response of await askForData(row, role, await createWorld())) {
			// A redirect is told in the body, for the script to follow.
			expect(response.status).toBe(expected >= 300 && expected < 400 ? 202 : expected);
		}
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
