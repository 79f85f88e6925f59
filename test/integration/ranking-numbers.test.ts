import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { auditLog, registrations } from "~db/schema";
import type { FakePilot, IgcRankingFailure, RankingRequest } from "~test/fakes/igc-ranking";
import { createApp, json } from "~test/support/app";
import { createAdmin, createRegistration, createUser, databaseOf } from "~test/support/factories";
import { elementsIn, plain, sourceOf, textsIn } from "~test/support/html";
import { fakeServices } from "~test/support/services";
import { test } from "~test/support/world";

/* The numbers of pilots in the IGC ranking list: looked up by a press, against a fake of its public address, and stored by another one. */

const origin = fakeServices().igcRanking;
const app = createApp({ env: { IGC_RANKING_BASE_URL: origin } });
const db = databaseOf();

const control = (method: string, path: string, body?: unknown) =>
	fetch(`${origin}/__control/${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
const listPilots = (...pilots: FakePilot[]) => control("PUT", "pilots", pilots);
const requests = async () => (await control("GET", "requests")).json<RankingRequest[]>();
const questions = async () =>
	(await requests()).map(({ url }) => new URL(url, origin).searchParams.get("partialFullname"));

beforeEach(async () => {
	await control("POST", "reset");
	await db.delete(registrations);
	await db.delete(auditLog);
});
afterEach(() => vi.restoreAllMocks());

const pilot = (pilotid: number | string, firstname: string, surname: string, nationality = "CZE") => ({
	...{ pilotid, firstname, surname, nationality },
});

/** Somebody who has entered. */
async function entered(
	name: string,
	surname: string,
	values: Partial<typeof registrations.$inferInsert> = {},
) {
	const user = await createUser({ name, surname, email: `${crypto.randomUUID()}@example.com` });
	return createRegistration({
		userId: user.id,
		birthDate: "1980-05-17",
		phone: "+420 601 000 111",
		...values,
	});
}

type Entered = Awaited<ReturnType<typeof entered>>;

const stored = async ({ id }: Entered) => {
	const [entry] = await db.select().from(registrations).where(eq(registrations.id, id));
	return [entry?.igcId, entry?.secondPilotIgcId];
};

async function lookUp({ id }: Entered, which = "first", on = app) {
	const fields = { intent: "look-up", entry: id, which };
	return on.post("/admin/ranking-numbers", fields, { as: await createAdmin(), language: "en" });
}

/** What the page says of a look-up, and the numbers that can be chosen. */
async function said(response: Response) {
	const html = plain(await sourceOf(response));
	const numbers = elementsIn(html, "button[name=number]").map((button) => button.getAttribute("value"));
	return { text: textsIn(html, "[role=status]").join(" "), numbers };
}

test("one pilot of the same name is offered, and is stored by another press, audited", async ({ admin }) => {
	await listPilots(pilot(4711, "Jan", "Novák"), pilot(4712, "Jan", "Novákovský"));
	const entry = await entered("Jan", "Novák");
	const found = await said(await lookUp(entry));
	expect(found).toMatchObject({ text: expect.stringContaining("One pilot"), numbers: ["4711"] });
	expect(await stored(entry), "never by itself").toEqual([null, null]);
	const fields = { entry: entry.id, which: "first", number: "4711", name: "Jan Novák" };
	expect((await app.post("/admin/ranking-numbers", fields, { as: admin })).status).toBe(303);
	expect(await stored(entry)).toEqual([4711, null]);
	const [row] = await db.select().from(auditLog).where(eq(auditLog.action, "registration.amend"));
	expect(row).toMatchObject({ subjectId: entry.id, before: { igcId: null }, after: { igcId: 4711 } });
	const listed = await app.api("GET", `/api/registration/${entry.id}`, undefined, { as: admin });
	expect(await json(listed)).toMatchObject({ igcId: 4711, version: 2 });
});

test("the list gets the name, in one question, and nothing else of anybody", async () => {
	await listPilots(pilot("4711", "Jan", "Novák"));
	await lookUp(await entered("Jan", "Novák", { licence: "L-77", note: "Bezlepková strava" }));
	const [request, ...others] = await requests();
	expect(others).toEqual([]);
	const url = `/rest/api/rlpilot?partialFullname=${encodeURIComponent("Jan Novák")}&limit=10`;
	expect(request).toMatchObject({ method: "GET", url, body: "" });
	const sent = Object.keys(request?.headers ?? {}).filter(
		(name) => !/^(accept|user-agent|host|connection|cf-|mf-)/.test(name),
	);
	expect(sent).toEqual([]);
	expect(request?.headers["user-agent"]).toBe("glidercup");
});

test("two of one name ask for a choice, with their nations", async () => {
	await listPilots(pilot(1, "Jan", "Novák"), pilot(2, "Jan", "Novák", "SVK"));
	const response = await lookUp(await entered("Jan", "Novák"));
	const html = plain(await sourceOf(response));
	expect(textsIn(html, "button[name=number]").join(" ")).toMatch(
		/Save 1: Jan Novák, CZE Save 2: Jan Novák, SVK/,
	);
	expect(html).toContain("not certain");
});

test("a list without diacritics is found too, and a longer name by its surname as a choice", async () => {
	await listPilots(pilot(1, "Jiri", "Zluty"), pilot(2, "Lukasz Maria", "Wierzbicki", "POL"));
	expect(await said(await lookUp(await entered("Jiří", "Žlutý")))).toMatchObject({ numbers: ["1"] });
	expect(await questions()).toEqual(["Jiří Žlutý", "Jiri Zluty"]);
	const other = await said(await lookUp(await entered("Łukasz", "Wierzbicki")));
	expect(other).toMatchObject({ text: expect.stringContaining("not certain"), numbers: ["2"] });
	expect((await questions()).slice(2)).toEqual(["Łukasz Wierzbicki", "Lukasz Wierzbicki", "Wierzbicki"]);
});

test("who is not in the list, and names that stand for nobody, are said to be nobody", async () => {
	await listPilots(pilot(9, "Blank", "Blank"));
	for (const entry of [await entered("Eva", "Malá"), await entered("Blank", "Blank")])
		expect(await said(await lookUp(entry))).toEqual({
			text: expect.stringContaining("nobody of this name"),
			numbers: [],
		});
});

test("rows that say no number or no name are left out", async () => {
	await listPilots(
		...["x", -1, 1.5, 1_000_000_000].map((pilotid) => ({ pilotid, firstname: "Eva", surname: "Malá" })),
		{ pilotid: 5, firstname: "Eva", surname: "Malá", nationality: null },
	);
	expect(await said(await lookUp(await entered("Eva", "Malá")))).toMatchObject({ numbers: ["5"] });
});

test("the second pilot of an entry is looked up by the own name", async ({ admin }) => {
	await listPilots(pilot(7, "Eva", "Aufwind", "AUT"));
	const entry = await entered("Karl", "Aufwind", { secondPilot: "Eva Aufwind", igcId: 3 });
	expect(await said(await lookUp(entry, "second"))).toMatchObject({ numbers: ["7"] });
	const fields = { entry: entry.id, which: "second", number: "7", name: "Eva Aufwind" };
	await app.post("/admin/ranking-numbers", fields, { as: admin });
	expect(await stored(entry)).toEqual([3, 7]);
	const html = plain(await sourceOf(await app.get("/admin/ranking-numbers", { as: admin, language: "en" })));
	expect(html).toContain("0 pilots have no number");
	expect(html).toContain("second pilot");
});

test("who has withdrawn is not counted as missing a number, and stands last of those without one; who is out of the list is left out", async ({
	admin,
}) => {
	await entered("Adam", "Odešel", { withdrawnFrom: "2025-07-14", accepted: false });
	await entered("Bor", "Vyškrtnutý", { accepted: false, placeByHand: "out" });
	await entered("Cyril", "Zbývá");
	const html = plain(await sourceOf(await app.get("/admin/ranking-numbers", { as: admin, language: "en" })));
	expect(html).toContain("1 pilot has no number");
	const rows = textsIn(html, "tbody th");
	expect(rows).toEqual([
		expect.stringContaining("Cyril Zbývá"),
		expect.stringMatching(/Adam Odešel.*Withdrawn from/),
	]);
});

test("a number is stored for nobody else than for whom it was chosen", async ({ admin }) => {
	const entry = await entered("Karl", "Aufwind", { secondPilot: "Eva Aufwind" });
	const press = async (which: string) => {
		const fields = { entry: entry.id, which, number: "7", name: "Eva Aufwind" };
		return (await app.post("/admin/ranking-numbers", fields, { as: admin })).headers.get("X-Refusal");
	};
	await db.update(registrations).set({ secondPilot: "Max Wind" }).where(eq(registrations.id, entry.id));
	expect(await press("second")).toBe("stale");
	await db.update(registrations).set({ secondPilot: null }).where(eq(registrations.id, entry.id));
	expect([await press("second"), await press("third")]).toEqual(["not-found", "not-found"]);
	expect(await stored(entry)).toEqual([null, null]);
});

test.each<[string, IgcRankingFailure]>([
	["answers 500", { kind: "status", status: 500 }],
	["asks to slow down", { kind: "status", status: 429 }],
	["drops the connection", { kind: "disconnect" }],
	["answers with a page", { kind: "page" }],
	["answers with another shape", { kind: "shape" }],
	["leads elsewhere", { kind: "redirect" }],
])("a list that %s is said not to answer, and nothing changes", async (_what, failure) => {
	await control("POST", "failures", failure);
	const entry = await entered("Jan", "Novák");
	const response = await lookUp(entry);
	expect([response.status, response.headers.get("X-Refusal")]).toEqual([303, "unavailable"]);
	expect(await stored(entry)).toEqual([null, null]);
	expect(await requests()).toHaveLength(1);
});

test("an answer that does not come is waited for five seconds", async () => {
	const timeout = AbortSignal.timeout;
	const spy = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout.call(AbortSignal, 50));
	await control("POST", "failures", { kind: "hang" });
	const response = await lookUp(await entered("Jan", "Novák"));
	expect(response.headers.get("X-Refusal")).toBe("unavailable");
	expect(spy).toHaveBeenCalledWith(5_000);
});

test("a site on this machine asks nobody unless it is told whom", async () => {
	const response = await lookUp(await entered("Jan", "Novák"), "first", createApp());
	expect(response.headers.get("X-Refusal")).toBe("unavailable");
	expect(await requests()).toEqual([]);
});

test.each(["0", "-1", "x", "1.5", "9999999999", ""])("the number %j is not stored", async (number) => {
	const entry = await entered("Jan", "Novák");
	const fields = { entry: entry.id, which: "first", number };
	const response = await app.post("/admin/ranking-numbers", fields, { as: await createAdmin() });
	expect(response.headers.get("X-Refusal")).toBe("invalid-fields");
	expect(await stored(entry)).toEqual([null, null]);
});
