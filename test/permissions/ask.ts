import * as build from "virtual:remix/server-build";
import { apiPathOf } from "~/lib/api/answer-call.server";
import { createApp } from "~test/support/app";
import { createAdmin, createRegistration, createUser, seedReference } from "~test/support/factories";
import { filledIn } from "~test/support/filled-in";
import { upload } from "~test/support/igc";
import { testEdition } from "~test/support/test-edition";
import { referenceRows } from "../../scripts/reference/reference-rows";
import { type MatrixRow, matrixOf } from "./matrix";
import type { Role, World } from "./row";

/** Rows of a call have its path for a route: one route answers all of the API. */
export const matrix = matrixOf(build.routes).map((row): MatrixRow => {
	const path = row.template.replaceAll(/[{}]|\?.*/g, "");
	return row.route === "routes/api.$" ? { ...row, route: apiPathOf(path)?.path ?? row.route } : row;
});

/** Whether a row only reads. Logging out is a GET that changes something. */
export const isRead = ({ method, route }: MatrixRow) => method === "GET" && route !== "routes/logout";

/** An evening of the competition. */
const clock = "2025-07-12T10:00:00Z";

let bindings: Partial<Env> = {};

/** Lets all that is asked from now on meet other bindings and variables. */
export function askIn(others: Partial<Env>): void {
	bindings = others;
}

/** What all worlds of a file have in common: the reference data of both editions, and a log of the first day. */
export async function prepareWorlds(): Promise<void> {
	const [{ competitionDays }] = await Promise.all([seedReference(), seedReference(2024)]);
	const { id } = await createRegistration({ accepted: true });
	await upload(createApp({ clock }), id, competitionDays[0]?.id ?? "", { date: "2025-07-12", fixes: 40 });
}

/** New people with entries. */
export async function createWorld(): Promise<World> {
	const reference = referenceRows(testEdition);
	const [pilot, otherPilot, admin, scorer, desk, treasurer, reporter, foreignAdmin] = await Promise.all([
		createUser(),
		createUser(),
		createAdmin(),
		createUser({ role: "scorer" }),
		createUser({ role: "desk" }),
		createUser({ role: "treasurer" }),
		createUser({ role: "reporter" }),
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
		...{ admin, scorer, desk, treasurer, reporter },
		foreignAdmin,
		dayId: day.id,
		classId: competitionClass.id,
		absentId: crypto.randomUUID(),
	};
}

/** Sends the request of a row as somebody of that role. */
export async function ask(row: MatrixRow, role: Role, world: World): Promise<Response> {
	const app = createApp({ clock, env: bindings });
	const token = await tokenOf(role, world);
	const path = filledIn(row.template, world);
	const body = row.body?.(world);
	if (path.startsWith("/api")) {
		return app.api(row.method, path, body, token ? { headers: { Authorization: `Bearer ${token}` } } : {});
	}
	const asked = token ? { headers: { Cookie: `token=${token}` } } : {};
	if (row.method === "GET") return app.get(path, asked);
	return app.post(path, (body ?? {}) as Record<string, string> | FormData, asked);
}

/** Asks for what the page of a row is made from, as Remix does in the browser: each loader by itself and all together. */
export async function askForData(row: MatrixRow, role: Role, world: World): Promise<Response[]> {
	const [path = "", query = ""] = filledIn(row.template, world).split("?");
	const address = `${path === "/" ? "/_root" : path}.data`;
	const queries = [query, new URLSearchParams([...new URLSearchParams(query), ["_routes", row.route]])];
	return Promise.all(queries.map((one) => askSafely(`${address}?${one}`, "GET", role, world)));
}

/** Asks for an address by a safe method. */
export async function askSafely(
	path: string,
	method: "GET" | "HEAD",
	role: Role,
	world: World,
): Promise<Response> {
	const app = createApp({ clock, env: bindings });
	const token = await tokenOf(role, world);
	const name = path.startsWith("/api") ? "Authorization" : "Cookie";
	const value = path.startsWith("/api") ? `Bearer ${token}` : `token=${token}`;
	return app.fetch(new Request(app.url(path), { method, headers: token ? { [name]: value } : {} }));
}

/** A good token of that person. That of the other edition's admin is a good one there. */
async function tokenOf(role: Role, world: World): Promise<string | null> {
	if (role === "anonymous") return null;
	const app = createApp({ clock, ...(role === "foreignAdmin" ? { host: "2024.localhost" } : {}) });
	return app.token(world[role]);
}
