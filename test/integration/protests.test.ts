import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { asStaff, asUser } from "~/lib/access";
import type { Actor } from "~/lib/context";
import { fileProtest, noteDeposit } from "~/lib/results/protests.server";
import { auditLog, competitionClasses, competitionDays, igcFiles, protests, users } from "~db/schema";
import { type App, createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { createRegistration, createUser, databaseOf } from "~test/support/factories";
import { textsIn } from "~test/support/html";
import { pilotOf } from "~test/support/igc";
import { nextEvening, scoredPair } from "~test/support/scored-pair";
import { heldTestEdition, testEdition } from "~test/support/test-edition";

const db = databaseOf();
const pair = scoredPair();
const { scored, path } = pair;

const evening = scored.app;
/** After the protest time. */
const page = "/protests/2025-07-15/club";
const desk = "/admin/scoring/2025-07-15/club";

const makeUnofficial = () => evening.api("PATCH", path(), { state: "unofficial" }, { as: pair.admin });

async function protest(entry: { readonly id: string }, app = evening) {
	const fields = { text: "Odlet byl otevřen pozdě", feePaid: "on" };
	return (await app.post(page, fields, { as: await pilotOf(entry.id) })).status;
}

const stored = () => db.select().from(protests);

test("a competitor protests against unofficial results on a page, once, and organisers read it on the scoring desk", async () => {
	await makeUnofficial();
	expect(await protest(pair.eva)).toBe(303);
	expect(await protest(pair.eva)).toBe(409);
	expect(await stored()).toMatchObject([
		{
			registrationId: pair.eva.id,
			revision: 1,
			text: "Odlet byl otevřen pozdě",
			feePaid: true,
			outcome: null,
		},
	]);
	const shown = await (await evening.get(desk, { as: pair.admin, language: "en" })).text();
	expect(shown).toContain("Odlet byl otevřen pozdě");
	expect(shown).toContain("Protest pending");
	const seen = async (address: string, as: { readonly id: string } = pair.admin) =>
		(await evening.get(address, { as, language: "en" })).text();
	for (const address of ["/admin", "/"]) expect(await seen(address)).toContain("Protest pending: ");
	expect(await seen("/admin/scoring")).toContain("Unofficial · Protest pending");
});

test("where an edition asks for no deposit, nobody notes one", async () => {
	await makeUnofficial();
	const { fee: _, ...rules } = testEdition.protests;
	const edition = heldTestEdition({ protests: { ...rules, fee: null } });
	const [eva] = await db
		.select()
		.from(users)
		.where(eq(users.id, (await pilotOf(pair.eva.id))?.id ?? ""));
	if (!eva) throw new Error("no competitor");
	const at = (actor: Actor) => ({ ...contextOf({ now: new Date("2025-07-15T18:30:00Z"), actor }), edition });
	const where = { dayId: scored.day.id, classId: scored.club };
	const filed = await fileProtest(asUser(at({ ...eva, verified: true })), where, {
		text: "Start",
		feePaid: true,
	});
	expect(filed.ok).toBe(true);
	expect(await stored()).toMatchObject([{ feePaid: false }]);
	const admin = asStaff(at({ ...eva, verified: true, role: "organiser" }), "scoring");
	const noted = await noteDeposit(admin, (await stored())[0]?.id ?? "", true);
	expect(noted).toMatchObject({ ok: false, reason: "not-found" });
	expect(await stored()).toMatchObject([{ feePaid: false }]);
});

test("home says to competitors of the class until when they can protest, and nobody else", async () => {
	const onHome = async (as: { readonly id: string } | undefined, app = evening) =>
		textsIn(await (await app.get("/", { as, language: "en" })).text(), `a[href="${page}"]`);
	const eva = await pilotOf(pair.eva.id);
	expect(await onHome(eva)).toEqual([]);
	await makeUnofficial();
	expect(await onHome(eva)).toEqual([expect.stringMatching(/15\sJuly: Protests until 16\sJuly.*20:00/)]);
	expect(await onHome(await createUser())).toEqual([]);
	expect(await onHome(eva, nextEvening)).toEqual([]);
});

test("nobody protests against preliminary results, or after the protest time", async () => {
	expect(await protest(pair.eva)).toBe(409);
	await makeUnofficial();
	expect(await protest(pair.eva, nextEvening)).toBe(409);
	expect(await stored()).toEqual([]);
});

test("a competitor of another class, and who has no entry, find no such page", async () => {
	await makeUnofficial();
	const [other] = await db.select().from(competitionClasses).where(eq(competitionClasses.type, "18_meter"));
	const user = await createUser();
	expect((await evening.get(page, { as: user })).status).toBe(404);
	await createRegistration({ userId: user.id, accepted: true, competitionClassId: other?.id ?? "" });
	expect((await evening.get(page, { as: user })).status).toBe(404);
	expect((await evening.post(page, { text: "Cizí třída" }, { as: user })).status).toBe(404);
});

test("an organiser decides with a reason, once; the competitor reads it; both stand in the audit log", async () => {
	await makeUnofficial();
	await protest(pair.eva);
	const [filed] = await stored();
	const decide = (outcome: string, reason: string) =>
		evening.post(desk, { intent: "protest", protest: filed?.id ?? "", outcome, reason }, { as: pair.admin });
	expect((await decide("rejected", "")).status).toBe(303);
	expect(await stored()).toMatchObject([{ outcome: null }]);
	await decide("rejected", "Odlet byl otevřen včas");
	await decide("upheld", "Omyl");
	expect(await stored()).toMatchObject([{ outcome: "rejected", outcomeReason: "Odlet byl otevřen včas" }]);
	const shown = await (await evening.get(page, { as: await pilotOf(pair.eva.id), language: "en" })).text();
	expect(textsIn(shown, "h2")).toContain("Protest rejected");
	const actions = await db
		.select({ action: auditLog.action })
		.from(auditLog)
		.where(eq(auditLog.subjectId, pair.eva.id));
	expect(actions.map(({ action }) => action)).toEqual(
		expect.arrayContaining(["protest.file", "protest.decide"]),
	);
});

test("a protest about an earlier version does not keep the competitor from protesting against the next one", async () => {
	await makeUnofficial();
	await protest(pair.eva);
	await evening.api("PATCH", path(), { state: "preliminary", reason: "Protest" }, { as: pair.admin });
	await makeUnofficial();
	expect(await protest(pair.eva)).toBe(303);
	expect(await stored()).toMatchObject([{ revision: 1 }, { revision: 2 }]);
});

test("after a decision a competitor protests against points that have changed since, once", async () => {
	const later = createApp({ clock: "2025-07-15T19:00:00Z" });
	await makeUnofficial();
	await protest(pair.eva);
	expect(await protest(pair.eva, later)).toBe(409);
	await db.update(protests).set({ outcome: "upheld", outcomeReason: "Včas" });
	expect(await protest(pair.eva, later)).toBe(409);
	await pair.penalise(later);
	const eva = await pilotOf(pair.eva.id);
	const score = await (
		await later.get(`/scores/${scored.day.id}/${pair.eva.id}`, { as: eva, language: "en" })
	).text();
	expect(textsIn(score, `a[href="${page}"]`)).toEqual(["Protest against results"]);
	expect(await protest(pair.eva, later)).toBe(303);
	expect(await protest(pair.eva, later)).toBe(409);
	expect(await stored()).toMatchObject([{ outcome: "upheld" }, { outcome: null }]);
});

test("results and the own score lead to the form while protests run, then to the protest and to its decision", async () => {
	const eva = await pilotOf(pair.eva.id);
	const links = async (app = evening, reader: { readonly as?: typeof eva } = { as: eva }) => {
		const paths = [
			`/results?view=daily&class=${scored.club}&day=${scored.day.id}`,
			`/scores/${scored.day.id}/${pair.eva.id}`,
		];
		const pages = paths.map(async (address) =>
			textsIn(await (await app.get(address, { ...reader, language: "en" })).text(), `a[href="${page}"]`),
		);
		return (await Promise.all(pages)).flat();
	};
	expect(await links()).toEqual([]);
	await makeUnofficial();
	expect(await links()).toEqual(["Protest against results", "Protest against results"]);
	const [flight] = await db.select().from(igcFiles).where(eq(igcFiles.registrationId, pair.eva.id));
	const score = async (as?: typeof eva) =>
		textsIn(
			await (await evening.get(`/igc/${flight?.id}`, { as, language: "en" })).text(),
			`a[href="/scores/${scored.day.id}/${pair.eva.id}"]`,
		);
	expect(await score(eva)).toEqual([expect.stringMatching(/· Protests until 16\sJuly/)]);
	expect(await score(await pilotOf(pair.adam.id))).not.toEqual([expect.stringContaining("Protests")]);
	expect(await links(evening, {})).toEqual([]);
	expect(await links(nextEvening)).toEqual([]);
	await protest(pair.eva);
	expect(await links(nextEvening)).toEqual(["Your protest is filed", "Your protest is filed"]);
	const [filed] = await stored();
	const decision = { intent: "protest", protest: filed?.id ?? "", outcome: "rejected", reason: "Včas" };
	await evening.post(desk, decision, { as: pair.admin });
	expect(await links()).toEqual(["Protest rejected", "Protest rejected"]);
});

test("a protest without the deposit is filed, and says until its decision that the deposit is to be paid", async () => {
	await makeUnofficial();
	const eva = await pilotOf(pair.eva.id);
	expect((await evening.post(page, { text: "Odlet byl otevřen pozdě" }, { as: eva })).status).toBe(303);
	const read = async () => (await evening.get(page, { as: eva, language: "en" })).text();
	expect(await read()).toContain("The deposit is not paid yet");
	await db.update(protests).set({ outcome: "withdrawn" });
	expect(await read()).not.toContain("The deposit is not paid yet");
});

test("an organiser notes that the deposit is paid, or takes it back; the competitor reads it", async () => {
	await makeUnofficial();
	const eva = await pilotOf(pair.eva.id);
	await evening.post(page, { text: "Odlet byl otevřen pozdě" }, { as: eva });
	const [filed] = await stored();
	const read = async () => (await evening.get(page, { as: eva, language: "en" })).text();
	const note = async (isPaid: boolean) => {
		const fields = { intent: isPaid ? "paid" : "unpaid", protest: filed?.id ?? "" };
		return (await evening.post(desk, fields, { as: pair.admin })).status;
	};
	const buttons = async () =>
		textsIn(await (await evening.get(desk, { as: pair.admin, language: "en" })).text(), "button");
	expect(await buttons()).toContain("The deposit is paid");
	expect(await note(true)).toBe(303);
	await note(true);
	expect(await stored()).toMatchObject([{ feePaid: true, outcome: null }]);
	expect(await read()).toContain("The deposit is paid.");
	expect(await read()).not.toContain("The deposit is not paid yet");
	expect(await buttons()).toContain("The deposit is not paid");
	await note(false);
	expect(await read()).toContain("The deposit is not paid yet");
	const noted = await db.select().from(auditLog).where(eq(auditLog.action, "protest.deposit"));
	expect(noted.map(({ after }) => after)).toEqual([
		expect.objectContaining({ feePaid: true }),
		expect.objectContaining({ feePaid: false }),
	]);
	expect(noted.map(({ subjectId }) => subjectId)).toEqual([pair.eva.id, pair.eva.id]);
});

test.each([
	["midnight", "2025-07-15", "2025-07-15T20:30:00Z", "2025-07-15T22:30:00Z", /16\sJuly.*00:30/],
	[
		"the end of summer time",
		"2025-10-25",
		"2025-10-25T23:30:00Z",
		"2025-10-26T01:30:00Z",
		/26\sOctober.*02:30/,
	],
])("the two hours of protests on the last day go over %s", async (_, date, since, until, shown) => {
	const season: { to: string } = testEdition.competition;
	const { to } = season;
	const moveDay = (to: string) =>
		db.update(competitionDays).set({ date: to }).where(eq(competitionDays.id, scored.day.id));
	season.to = date;
	try {
		await moveDay(date);
		const address = `/protests/${date}/club`;
		const eva = await pilotOf(pair.eva.id);
		const [begin, within, after] = [0, 7_199, 7_201].map((seconds) =>
			createApp({ clock: new Date(Date.parse(since) + seconds * 1_000).toISOString() }),
		) as [App, App, App];
		const put = (app: App, state: string) =>
			app.api("PATCH", path(), { state, reason: "Zkontrolováno" }, { as: pair.admin });
		expect((await put(begin, "unofficial")).status).toBe(200);
		const scores = await begin.api("GET", path(), undefined, { as: pair.admin });
		expect(Date.parse((await scores.json<{ protestsUntil: string }>()).protestsUntil)).toBe(
			Date.parse(until),
		);
		const page = await (await within.get(address, { as: eva, language: "en" })).text();
		expect(page).toMatch(shown);
		expect((await put(within, "official")).status).toBe(409);
		const file = (app: App) => app.post(address, { text: "Pozdě otevřený odlet" }, { as: eva });
		expect((await file(after)).status).toBe(409);
		expect((await put(after, "official")).status).toBe(200);
		expect((await file(within)).status).toBe(409);
	} finally {
		await moveDay("2025-07-15");
		season.to = to;
	}
});
