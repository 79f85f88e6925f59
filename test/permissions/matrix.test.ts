import * as build from "virtual:remix/server-build";
import { beforeAll, describe, expect, test } from "vitest";
import { createApp } from "~test/app";
import { createAdmin, createRegistration, createUser, seedReference } from "~test/factories";
import { type MatrixRow, type Role, roles, type World } from "./row";

/*
 * Who may do what: every route × role. Each area keeps its rows in a file of its own; a route without a row fails
 * the suite.
 */
const files = import.meta.glob<{ rows: readonly MatrixRow[] }>("./*.rows.ts", { eager: true });
const matrix = Object.values(files).flatMap(({ rows }) => rows);

let reference: Awaited<ReturnType<typeof seedReference>>;

beforeAll(async () => {
	reference = await seedReference();
	await seedReference(2024);
});

async function createWorld(): Promise<World> {
	const [pilot, otherPilot, admin, foreignAdmin] = await Promise.all([
		createUser(),
		createUser(),
		createAdmin(),
		createAdmin({}, 2024),
	]);
	const registration = await createRegistration({ userId: pilot.id, accepted: true });
	const otherRegistration = await createRegistration({ userId: otherPilot.id, accepted: true });
	const [day] = reference.competitionDays;
	const [competitionClass] = reference.competitionClasses;
	if (!day || !competitionClass) throw new Error("reference data is missing");
	return {
		pilot,
		registration,
		otherPilot,
		otherRegistration,
		admin,
		foreignAdmin,
		dayId: day.id,
		classId: competitionClass.id,
		absentId: crypto.randomUUID(),
	};
}

async function ask(row: MatrixRow, role: Role): Promise<Response> {
	const world = await createWorld();
	const app = createApp({ clock: "2025-07-12T10:00:00Z" });
	const as = role === "anonymous" ? null : world[role];
	// The token of the other edition's admin is a good one there.
	const token =
		as && (await (role === "foreignAdmin" ? createApp({ host: "2024.localhost" }) : app).token(as));
	const path = row.path(world);
	const body = row.body?.(world);
	if (path.startsWith("/api")) {
		return app.api(row.method, path, body, token ? { headers: { Authorization: `Bearer ${token}` } } : {});
	}
	const asked = token ? { headers: { Cookie: `token=${token}` } } : {};
	if (row.method === "GET") return app.get(path, asked);
	return app.post(path, (body ?? {}) as Record<string, string> | FormData, asked);
}

describe.each(matrix)("$method $route: $what", (row) => {
	test.each(roles)("%s", async (role) => {
		const response = await ask(row, role);
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
