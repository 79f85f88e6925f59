import * as build from "virtual:remix/server-build";
import { beforeAll, expect, test } from "vitest";
import { ask, askForData, createWorld, matrix, prepareWorlds } from "./ask";
import { type Role, roles, type World } from "./row";
import { changesBetween, takeSnapshot } from "./snapshot";

/*
 * Who may do what: every route × role. Each area keeps its rows in a file of its own; a route without a row fails
 * the suite. Whatever a request changes stands in the audit log, and a refused one changes nothing. The counters of rate limits alone
 * tell of nothing that was done.
 */

/** The world of all reads: safe-methods.test.ts holds that they change nothing, logging out apart. */
let world: World;

beforeAll(async () => {
	await prepareWorlds();
	world = await createWorld();
});

const reads = matrix.filter(({ method, route }) => method === "GET" && route !== "routes/logout");
const writes = matrix.filter((row) => !reads.includes(row));

test.each(reads)("$method $route: $what", async (row) => {
	const statuses: Partial<Record<Role, number>> = {};
	for (const role of roles) statuses[role] = (await ask(row, role, world)).status;
	expect(statuses).toEqual(row.expected);
});

let changing = 0;

test.each(writes)("$method $route: $what, and what it changes stands in the audit log", async (row) => {
	const statuses: Partial<Record<Role, number>> = {};
	let own = await createWorld();
	let before = await takeSnapshot();
	for (const role of roles) {
		const { status } = await ask(row, role, own);
		statuses[role] = status;
		const after = await takeSnapshot();
		const changed = changesBetween(before, after).filter((name) => !name.endsWith("throttles"));
		before = after;
		if (changed.length === 0) continue;
		changing++;
		expect(status, `${role} is refused`).toBeLessThan(400);
		expect(changed, role).toContain("2025 audit_log");
		expect(changed.join(), role).not.toContain("2024");
		own = await createWorld();
		before = await takeSnapshot();
	}
	expect(statuses).toEqual(row.expected);
});

test("many of them change something", () => {
	expect(changing).toBeGreaterThan(25);
});

const pages = reads.filter(({ route }) => build.routes[route]?.module.default !== undefined);

test.each(pages)("data of $route: $what", async (row) => {
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
