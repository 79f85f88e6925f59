import * as build from "virtual:remix/server-build";
import { beforeAll, expect, test } from "vitest";
import { ask, askForData, createWorld, matrix, prepareWorlds } from "./ask";
import { type Role, roles } from "./row";

/*
 * Who may do what: every route × role. Each area keeps its rows in a file of its own; a route without a row fails
 * the suite.
 */

beforeAll(prepareWorlds);

test.each(matrix)("$method $route: $what", async (row) => {
	const statuses: Partial<Record<Role, number>> = {};
	let world = await createWorld();
	for (const role of roles) {
		const { status } = await ask(row, role, world);
		statuses[role] = status;
		// A refused request changes nothing (audited.test.ts); after a successful one the next role needs a new world.
		if (row.method !== "GET" && status < 400) world = await createWorld();
	}
	expect(statuses).toEqual(row.expected);
});

const pages = matrix.filter(
	({ method, route }) => method === "GET" && build.routes[route]?.module.default !== undefined,
);

test.each(pages)("data of $route: $what", async (row) => {
	const world = await createWorld();
	for (const role of roles) {
		// A redirect is told in the body, for the script to follow.
		const expected = Math.floor(row.expected[role] / 100) === 3 ? 202 : row.expected[role];
		for (const { status } of await askForData(row, role, world)) expect(status, role).toBe(expected);
	}
});

test("every route has a row in the matrix", () => {
	const covered = new Set(matrix.map(({ route }) => route));
	const missing = Object.keys(build.routes).filter((id) => id !== "root" && !covered.has(id));
	expect(missing).toEqual([]);
});

test("every row speaks of a route there is", () => {
	expect(matrix.filter(({ route }) => !(route in build.routes))).toEqual([]);
});
