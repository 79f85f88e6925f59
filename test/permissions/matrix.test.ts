import * as build from "virtual:remix/server-build";
import { beforeAll, expect, test } from "vitest";
import { apiPaths } from "~/lib/api/api-calls.server";
import type { Call } from "~/lib/http/api-call.server";
import { ask, createWorld, isRead, matrix, prepareWorlds } from "./ask";
import { type Role, type Row, roles } from "./row";
import { changesBetween, takeSnapshot } from "./snapshot";

/*
 * Who may do what: every route × role. Each area keeps its rows in a file of its own; a route without a row fails
 * the suite. What is read is asked for in safe-methods.test.ts. Whatever a request changes stands in the audit log, and a refused one changes
 * nothing. The counters of rate limits alone tell of nothing that was done.
 */

beforeAll(prepareWorlds);

const writes = matrix.filter((row) => !isRead(row));

let changing = 0;

test.each(writes)("$method $route: $what, and what it changes stands in the audit log", async (row) => {
	const statuses: Partial<Record<Role, number>> = {};
	let own = await createWorld();
	let before = await takeSnapshot();

	/** Asks as each of the roles, and returns what has changed since the last call. */
	async function changesBy(...asking: Role[]): Promise<string[]> {
		for (const role of asking) statuses[role] = (await ask(row, role, own)).status;
		const after = await takeSnapshot();
		const changed = changesBetween(before, after).filter((name) => !name.endsWith("throttles"));
		before = after;
		return changed;
	}

	const isRefused = (role: Role) => row.expected[role] >= 400;
	expect(await changesBy(...roles.filter(isRefused)), "changed by those who are refused").toEqual([]);
	for (const role of roles.filter((one) => !isRefused(one))) {
		const changed = await changesBy(role);
		if (changed.length === 0) continue;
		changing++;
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

test("every route has a row in the matrix", () => {
	const covered = new Set(matrix.map(({ route }) => route));
	const missing = Object.keys(build.routes).filter((id) => id !== "root" && !covered.has(id));
	expect(missing).toEqual([]);
});

test("every call of the API has a row in the matrix, and is for those whom it says it is for", () => {
	for (const { path, calls } of apiPaths)
		for (const { method, access } of calls) {
			const rows = matrix.filter((row) => row.route === path && row.method === method);
			expect(rows.length, `${method} ${path}`).toBeGreaterThan(0);
			for (const { expected } of rows) expect(opensTo(expected), `${method} ${path}`).toContain(access);
		}
});

/** What a call may say of those whom it is for, if they get these statuses. A link may open to everybody what organisers can read. */
function opensTo({ anonymous, pilot }: Row["expected"]): Call["access"][] {
	if (pilot === 403) return ["admin", "all"];
	return [anonymous === 401 ? "user" : "all"];
}

test("every row speaks of an address there is, but for those that ask for one there is not", () => {
	const known = new Set([...Object.keys(build.routes), ...apiPaths.map(({ path }) => path)]);
	const elsewhere = matrix.filter(({ route }) => !known.has(route) || route.endsWith("$"));
	const expected = ["a form sent to no page", "a path there is none of", "no page"];
	expect(elsewhere.map(({ what }) => what).sort()).toEqual([
		...expected,
		"the picture of a link that is not drawn",
	]);
});
