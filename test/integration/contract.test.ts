import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { hashPassword } from "~/lib/accounts/password/password.server";
import { competitionDays, registrations, resultTables, users } from "~db/schema";
import { bearer, goodPassword, newcomer, resetTokenTo, type SessionJson } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { type ShapeName, shapes } from "~test/support/contract-shapes";
import { entryBody, idsOf } from "~test/support/entries";
import { databaseOf } from "~test/support/factories";
import { evening, uploadBody } from "~test/support/igc";
import { multipart } from "~test/support/multipart";
import { testEdition } from "~test/support/test-edition";
import { loadDemo } from "../../scripts/demo/demo-data";
import { referenceRows } from "../../scripts/reference/reference-rows";

/* Every answer of the contract in a full demo edition, as existing clients read it: strict about null and absent. */

const app = createApp({ clock: evening });
const db = databaseOf();
const reference = referenceRows(testEdition);
const ids = idsOf(reference);

type Role = "visitor" | "pilot" | "admin";

let people: Readonly<Record<Role, { readonly id: string } | null>>;
/** What stands for the parameters of a path. */
let values: Readonly<Record<string, readonly string[]>>;

beforeAll(async () => {
	await loadDemo(env as Env, testEdition, await hashPassword(goodPassword));
	const [accounts, days, entries, sheets] = await db.batch([
		db.select().from(users),
		db.select().from(competitionDays),
		db.select().from(registrations),
		db.select().from(resultTables),
	]);
	const accountOf = (email: string) => accounts.find((account) => account.email === email) ?? null;
	people = { visitor: null, pilot: accountOf("pilot@example.com"), admin: accountOf("admin@example.com") };
	expect(Object.values(people).filter(Boolean)).toHaveLength(2);
	values = {
		day: days.map(({ id }) => id),
		class: reference.competitionClasses.map(({ id }) => id),
		registration: entries.map(({ id }) => id),
		sheet: sheets.map(({ competitionClassId, dayId }) => `${competitionClassId}/${dayId}`),
	};
});

async function read<T>(response: Response, status: number, shape: ShapeName, what: string): Promise<T> {
	const json = await response.json();
	expect(response.status, `${what}: ${JSON.stringify(json)}`).toBe(status);
	expect(shapes[shape].safeParse(json).error?.issues ?? [], what).toEqual([]);
	return json as T;
}

const roles = ["visitor", "pilot", "admin"] as const;
const forAll = { visitor: 200, pilot: 200, admin: 200 } as const;
const forAdmins = { visitor: 401, pilot: 403, admin: 200 } as const;

const reads: readonly (readonly [string, ShapeName, Readonly<Record<Role, number>>])[] = [
	["/api", "health", forAll],
	["/api/auth/user", "user", { visitor: 401, pilot: 200, admin: 200 }],
	["/api/users", "users", forAdmins],
	["/api/news", "newsList", forAll],
	["/api/registration/form", "formLists", forAll],
	// The organiser of the demo has no entry.
	["/api/registration", "registration", { visitor: 401, pilot: 200, admin: 404 }],
	["/api/registration/{registration}", "adminRegistration", forAdmins],
	["/api/starting-list", "groups", forAll],
	["/api/starting-list/all", "adminGroups", forAdmins],
	["/api/days", "days", forAll],
	["/api/competitorstatuses/{day}", "statuses", forAll],
	["/api/tracking/{day}", "trackings", forAll],
	["/api/documents", "documents", forAll],
	["/api/igc/form", "pilots", forAll],
	["/api/igc/{day}", "igcGroups", forAdmins],
	["/api/results/top", "topResults", forAll],
	["/api/results/total/{class}", "resultRows", forAll],
	["/api/results/daily/filters", "resultFilters", forAll],
	["/api/results/daily/{sheet}", "resultRows", forAll],
];

test.each(reads)("GET %s", async (path, shape, statuses) => {
	const [, parameter = ""] = /\{(\w+)\}/.exec(path) ?? [];
	const addresses = (values[parameter] ?? [""]).map((value) => path.replace(`{${parameter}}`, value));
	expect(addresses.length).toBeGreaterThan(0);
	for (const role of roles) {
		for (const address of addresses) {
			const response = await app.api("GET", address, undefined, { as: people[role] });
			const status = statuses[role];
			await read(response, status, status === 200 ? shape : "message", `${address} for ${role}`);
		}
	}
});

test.each(["/api/starting-list/export", `/api/starting-list/export/seeyou/${ids.club}`])(
	"GET %s is a file that begins with a byte-order mark",
	async (path) => {
		const response = await app.api("GET", path, undefined, { as: people.admin });
		expect(response.headers.get("Content-Disposition")).toMatch(/^attachment;.*\bexport-.+\.csv/);
		expect([...new Uint8Array(await response.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
	},
);

/** A call of somebody that must be answered in a shape. */
type Write = readonly [string, status: number, shape: ShapeName, body?: unknown];

/** Makes a call with a token; none when it is empty. */
async function write<T>(token: string, [call, status, shape, body]: Write): Promise<T> {
	const [method = "", path = ""] = call.split(" ");
	const response = await app.api(method, path, body, token ? bearer(token) : {});
	return read<T>(response, status, shape, call);
}

interface WithId {
	readonly _id: string;
}

test("answers to what a competitor writes", async () => {
	const { name, surname, email, password } = newcomer();
	const { token } = await write<SessionJson>("", [
		"POST /api/users",
		201,
		"session",
		{ name, surname, email, password },
	]);
	await write("", ["POST /api/auth", 200, "session", { email, password }]);
	await write(token, ["PUT /api/users", 200, "user", { name, surname, email }]);

	const same = entryBody(ids);
	const full = { ...same, glider: { ...same.glider, startNumber: "C1" } };
	const { birthDate: _, note: __, ...bare } = full;
	await write(token, ["POST /api/registration", 201, "registration", bare]);
	await write(token, ["PUT /api/registration", 200, "registration", full]);
	const empty = { ...full, birthDate: "", note: "" };
	const emptied = await write<object>(token, ["PUT /api/registration", 200, "registration", empty]);
	for (const name of ["birthDate", "note"]) expect(emptied).not.toHaveProperty(name);

	const change = { oldPassword: password, newPassword: "Kumulus nad Vysočinou" };
	await write(token, ["POST /api/auth/change-password", 200, "session", change]);
	await write("", ["POST /api/auth/reset-password", 200, "message", { email }]);
	const reset = { token: await resetTokenTo(email), password };
	await write("", ["POST /api/auth/reset-password/valid", 200, "message", reset]);
	await write("", ["POST /api/auth/reset-password/reset", 200, "message", reset]);
});

test("answers to what an organiser writes", async () => {
	const token = people.admin ? await app.token(people.admin) : "";
	const [dayId] = values.day ?? [];
	const [entryId] = values.registration ?? [];

	const item = { title: "Briefing", body: "V hangáru.", email: true };
	const added = await write<WithId>(token, ["POST /api/news", 201, "addedNews", item]);
	await write(token, [`DELETE /api/news/${added._id}`, 200, "success"]);
	await write(token, [`DELETE /api/news/${added._id}`, 404, "notDeleted"]);

	const { birthDate: _, note: __, ...bare } = entryBody(ids);
	await write(token, [`PUT /api/registration/${entryId}`, 200, "adminRegistration", bare]);
	for (const flag of ["paid", "accepted", "isReserve"]) {
		const call = `PUT /api/registration/${entryId}/quick-actions`;
		await write(token, [call, 200, "adminRegistration", { [flag]: true }]);
	}

	const day = { name: "Den 10", date: "2025-07-21", task: "TASK" };
	const { _id } = await write<WithId>(token, ["POST /api/days", 201, "day", day]);
	await write(token, [`PUT /api/days/${_id}`, 200, "day", { task: "TASK_CANCELLED" }]);

	const statuses = await write<WithId[]>(token, [
		"POST /api/competitorstatuses",
		201,
		"statuses",
		{ day: _id },
	]);
	const statusCall = `PUT /api/competitorstatuses/${statuses[0]?._id}`;
	for (const status of ["HOME", null]) await write(token, [statusCall, 200, "status", { status }]);
	const listed = await write<object[]>("", [`GET /api/competitorstatuses/${_id}`, 200, "statuses"]);
	expect(listed.filter((status) => "unset" in status)).toHaveLength(1);

	const trackingPath = `/api/tracking/${dayId}/${ids.club}`;
	const task = { taskUrl: "https://tasks.example.com/klub.cup" };
	await write(token, [`POST ${trackingPath}`, 201, "tracking", task]);
	await write(token, [`DELETE ${trackingPath}`, 200, "success"]);

	const file = multipart({ document: new File(["obsah"], "pokyny.txt") });
	const document = await write<WithId>(token, ["POST /api/documents", 201, "document", file]);
	file.set("document", new File(["nový obsah"], "pokyny.txt"));
	await write(token, ["POST /api/documents", 200, "document", file]);
	await write(token, [`DELETE /api/documents/${document._id}`, 200, "success"]);
});

test("answers to flight logs", async () => {
	const token = people.admin ? await app.token(people.admin) : "";
	const [pilot] = await write<WithId[]>("", ["GET /api/igc/form", 200, "pilots"]);
	const day = reference.competitionDays.find(({ date }) => evening.startsWith(date))?.id ?? "";
	const log = () => uploadBody(pilot?._id ?? "", day);
	const { _id } = await write<WithId>("", ["POST /api/igc", 201, "uploadedIgcFile", log()]);
	await write("", ["POST /api/igc", 200, "uploadedIgcFile", log()]);
	await write(token, [`PUT /api/igc/${_id}`, 200, "igcFile", { downloaded: true, processed: true }]);
});
