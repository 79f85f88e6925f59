import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { competitionDays, dayScores, gliderTypes, pilotDays, registrations } from "~db/schema";
import { createApp } from "~test/support/app";
import { entryBody } from "~test/support/entries";
import { databaseOf, recordStatus } from "~test/support/factories";
import { outAndReturn } from "~test/support/flown";
import { askedBy, flownDays } from "~test/support/flown-days";
import { elementsIn, hiddenIn, plainSourceOf, textsIn, valueIn } from "~test/support/html";
import { insertTask } from "~test/support/insert-task";
import { home } from "~test/support/scored-class";
import { ids } from "~test/support/world";

/* From which day a change holds: what the pages say and ask, and what somebody changes at the wrong moment. */

const db = databaseOf();
const [first, second] = ["2025-07-14", "2025-07-15"] as const;
const flown = flownDays([first, second]);
const { scored } = flown;

const path = () => `/registration/${flown.adam.id}`;
const page = async (address = path()) =>
	plainSourceOf(await flown.app.get(address, { as: flown.admin, language: "en" }));
/** The day that the form of the entry has chosen. */
const chosenIn = (html: string) => valueIn(elementsIn(html, "#entry")[0] ?? "", "from");
const entry = async () =>
	(await db.select().from(registrations).where(eq(registrations.id, flown.adam.id)))[0];
const rows = async (date: string, classId?: string) => (await flown.read(date, classId)).rows;
const dayOf = async (date: string) =>
	(
		await db
			.select()
			.from(pilotDays)
			.where(and(eq(pilotDays.dayId, flown.dayId(date)), eq(pilotDays.registrationId, flown.adam.id)))
	)[0];

/** Changes the entry as the organiser does who has looked at what is asked. */
async function confirm(changes: Readonly<Record<string, string>>) {
	const asked = await askedBy(await flown.amend(changes));
	expect(asked.status).toBe(409);
	const saved = await flown.amend({ ...changes, confirmed: asked.confirmed ?? "" });
	expect(saved.status).toBe(303);
	return asked;
}

test("a glider changed on day 3 leaves the days before byte for byte, and day 3 is flown with it", async () => {
	const before = await flown.bytes();
	expect((await flown.amend({ gliderType: await flown.glider("ASK 21") })).status).toBe(303);
	const third = "2025-07-17";
	await db.update(competitionDays).set({ task: "TASK" }).where(eq(competitionDays.date, third));
	const where = { dayId: flown.dayId(third), competitionClassId: scored.club };
	await insertTask(outAndReturn(), { ...where, id: "task-third", number: 1 });
	scored.day = { id: flown.dayId(third), date: third };
	await scored.fly(flown.adam, { hops: home, date: third }, createApp({ clock: "2025-07-17T18:00:00Z" }));
	await flown.score();
	expect(await flown.bytes()).toEqual(before);
	expect((await rows(third)).find(({ startNumber }) => startNumber === "A1")?.handicap).toBe(0.885);
	expect((await rows(second)).find(({ startNumber }) => startNumber === "A1")?.handicap).toBe(1.052);
});

test("the form says from which day a change holds, as soon as a day keeps what was flown", async () => {
	const html = await page();
	expect(chosenIn(html)).toBe("2025-07-17");
	expect(textsIn(html, '#entry [name="from"] option')).toHaveLength(9);
	await db.update(registrations).set({ startNumber: "N1" }).where(eq(registrations.id, flown.adam.id));
	const other = await scored.pilot("Nová", "N2");
	expect(chosenIn(await page(`/registration/${other.id}`))).toBeUndefined();
});

test("who is asked sees class, day, competitors and points, and what was asked no longer holds once it differs", async () => {
	const changes = { gliderType: await flown.glider("ASK 21"), from: second };
	const asked = await askedBy(await flown.amend(changes));
	expect(asked.days).toEqual(["Day 4, Tuesday 15 July · Club · preliminary results"]);
	const [before] = (await rows(second)).filter(({ startNumber }) => startNumber === "A1");
	expect(asked.text).toContain(`A1 Jana Adamová${before?.points} (${before?.rank}.) → `);
	expect(asked.html).toContain("so nothing was saved yet");
	expect(chosenIn(asked.html)).toBe(second);

	const other = { ...changes, from: first, confirmed: asked.confirmed ?? "" };
	const again = await askedBy(await flown.amend(other));
	expect([again.status, again.days.length]).toEqual([409, 2]);
	expect((await flown.amend({ ...other, confirmed: again.confirmed ?? "" })).status).toBe(303);
	expect((await rows(first)).find(({ startNumber }) => startNumber === "A1")?.handicap).toBe(0.885);
});

test("the points that are asked about are those that come", async () => {
	const { text } = await confirm({ gliderType: await flown.glider("ASK 21"), from: second });
	for (const { startNumber, points, rank } of await rows(second))
		expect(text).toMatch(new RegExp(`${startNumber} Jana [^→]* → ${points} \\(${rank}\\.\\)`));
});

test("a change back again from the same day brings the points of before", async () => {
	const before = await rows(second);
	await confirm({ gliderType: await flown.glider("ASK 21"), from: second });
	expect(await rows(second)).not.toEqual(before);
	await confirm({ gliderType: await flown.glider("LS 4"), from: second });
	expect(await rows(second)).toEqual(before);
});

test("a day of which the migration knew the factor alone takes another glider by the index of the class", async () => {
	const isDay = eq(pilotDays.dayId, flown.dayId(second));
	await db.update(pilotDays).set({ gliderIndex: 1.05, referenceIndex: 1 }).where(isDay);
	await flown.score();
	expect((await rows(second)).map(({ handicap }) => handicap)).toEqual([1.05, 1.05, 1.05]);
	const { text } = await confirm({ gliderType: await flown.glider("ASK 21"), from: second });
	const changed = (await rows(second)).find(({ startNumber }) => startNumber === "A1");
	expect(changed?.handicap).toBe(0.885);
	expect(text).toContain(`→ ${changed?.points} (${changed?.rank}.)`);
});

test("official results keep what was flown, also once they are reopened", async () => {
	await flown.setState(first, "unofficial", createApp({ clock: "2025-07-14T20:00:00Z" }));
	await flown.setState(first, "official");
	const before = await rows(first);
	await confirm({ gliderType: await flown.glider("ASK 21"), from: first });
	await flown.setState(first, "preliminary");
	await flown.score();
	expect(await rows(first)).toEqual(before);
	expect((await rows(second)).find(({ startNumber }) => startNumber === "A1")?.handicap).toBe(0.885);
});

test("a glider changed while the pilot is in the air holds from tomorrow", async () => {
	const today = "2025-07-17";
	await recordStatus(flown.adam.id, flown.dayId(today), "FLYING");
	expect(chosenIn(await page())).toBe("2025-07-18");
	const glider = await flown.glider("ASK 21");
	expect((await flown.amend({ gliderType: glider })).status).toBe(303);
	expect((await dayOf(today))?.gliderTypeId).toBe(await flown.glider("LS 4"));
	expect((await entry())?.gliderTypeId).toBe(glider);
});

describe("another class and back", () => {
	const kombi = {
		get competitionClass() {
			return ids.kombi;
		},
		get gliderType() {
			return ids.kombiGlider;
		},
	};

	/** Somebody of the other class has flown on the second day. */
	async function flyKombi() {
		const where = { dayId: flown.dayId(second), competitionClassId: ids.kombi };
		await insertTask(outAndReturn(), { ...where, id: "task-kombi", number: 1 });
		const pilot = await scored.pilot("Kombiová", "K1", ids.kombi);
		await db
			.update(registrations)
			.set({ gliderTypeId: ids.kombiGlider })
			.where(eq(registrations.id, pilot.id));
		scored.day = { id: flown.dayId(second), date: second };
		await scored.fly(
			pilot,
			{ hops: home.map((hop, at) => (at === 2 ? { ...hop, speed: 28 } : hop)), date: second },
			flown.app,
		);
	}

	test("moves the points of both as it was asked, and those of before come back", async () => {
		await flyKombi();
		const before = [await rows(second), await rows(second, ids.kombi)];
		const asked = await confirm({ ...kombi, from: second });
		expect(asked.days.map((day) => day.split(" · ")[1])).toEqual(["Club", "Kombi"]);
		expect((await rows(second)).map(({ startNumber }) => startNumber)).not.toContain("A1");
		const joined = (await rows(second, ids.kombi)).find(({ startNumber }) => startNumber === "A1");
		expect(joined?.points).toBeGreaterThan(0);
		expect(asked.text).toContain(`A1 Jana Adamová– → ${joined?.points} (${joined?.rank}.)`);

		await confirm({ competitionClass: ids.club, gliderType: await flown.glider("LS 4"), from: second });
		expect([await rows(second), await rows(second, ids.kombi)]).toEqual(before);
	});

	test("stays out of both while the results of one are official", async () => {
		await flyKombi();
		await db.update(dayScores).set({ state: "official" }).where(eq(dayScores.competitionClassId, ids.kombi));
		const before = [await rows(second), await rows(second, ids.kombi)];
		const asked = await confirm({ ...kombi, from: second });
		expect(asked.text.split("Nothing changes these results")).toHaveLength(3);
		expect([await rows(second), await rows(second, ids.kombi)]).toEqual(before);
		expect((await entry())?.competitionClassId).toBe(ids.kombi);
	});
});

test("a day that is none of those offered is refused, by form and by API", async () => {
	const html = await plainSourceOf(await flown.amend({ startNumber: "Z9", from: "2025-01-01" }));
	expect(textsIn(html, "[role=alert] li")).toEqual([expect.stringContaining("The change applies from")]);
	const saved = await entry();
	const body = { ...entryBody(ids), startNumber: "Z9" };
	const put = (from: unknown) =>
		flown.app.api("PUT", `/api/registration/${flown.adam.id}`, { ...body, from }, { as: flown.admin });
	for (const from of ["2025-01-01", "tomorrow", 7]) {
		const answer = await put(from);
		expect(answer.status).toBe(400);
		expect(await answer.json()).toMatchObject({ errors: { from: expect.any(String) } });
	}
	expect(await entry()).toEqual(saved);
	expect((await put(second)).status).toBe(200);
	expect((await dayOf(second))?.startNumber).toBe("7K");
	expect((await dayOf(first))?.startNumber).toBe("A1");
});

describe("the consent to a change for which a competitor has asked", () => {
	async function ask() {
		const requestedChange = { gliderTypeId: await flown.glider("ASK 21") };
		await db.update(registrations).set({ requestedChange }).where(eq(registrations.id, flown.adam.id));
	}
	async function press(fields: Readonly<Record<string, string>>) {
		const [form = ""] = elementsIn(await page(), "form#consent");
		const sent = { ...hiddenIn(form), intent: "accept-change", from: valueIn(form, "from") ?? "", ...fields };
		return flown.app.post(path(), sent, { as: flown.admin, language: "en" });
	}

	test("holds from the usual day, and moves no points", async () => {
		await ask();
		const before = await flown.bytes();
		expect((await press({})).status).toBe(303);
		expect((await entry())?.requestedChange).toBeNull();
		expect(await flown.bytes()).toEqual(before);
	});

	test("asks before it moves points, and then moves them", async () => {
		await ask();
		const asked = await askedBy(await press({ from: second }));
		expect([asked.status, asked.days.length]).toEqual([409, 1]);
		expect((await entry())?.requestedChange).not.toBeNull();
		expect((await press({ from: second, confirmed: asked.confirmed ?? "" })).status).toBe(303);
		expect((await rows(second)).find(({ startNumber }) => startNumber === "A1")?.handicap).toBe(0.885);
		expect((await rows(first)).find(({ startNumber }) => startNumber === "A1")?.handicap).toBe(1.052);
	});

	test("is refused by one press there, too", async () => {
		await ask();
		expect((await press({ intent: "refuse-change" })).status).toBe(303);
		expect(await entry()).toMatchObject({ requestedChange: null, gliderTypeId: await flown.glider("LS 4") });
	});
});

describe("a list of indices", () => {
	const list = "name,index,competitionClassType\nLS 4,120,club";

	test("says which points it would move, and which types of the entries it does not have", async () => {
		const asked = await askedBy(await flown.sendList(list, { intent: "preview", from: second }));
		expect(asked.status).toBe(200);
		expect(asked.days).toEqual(["Day 4, Tuesday 15 July · Club · preliminary results"]);
		expect(asked.text).toContain("B1 Jana Bartošová");
		const known = await db.$count(gliderTypes);
		expect(asked.html).toContain(`${known - 1} known types are not in the file and keep their indices`);
		expect(asked.html).toMatch(/Entered with them: [^<]*ASW 15/);
		expect(valueIn(asked.html, "from")).toBe(second);
	});

	test("rescores an unofficial day only from a day that says so, and once it is confirmed", async () => {
		await flown.setState(second, "unofficial");
		const before = await flown.bytes();
		expect((await flown.sendList(list, { intent: "import" })).status).toBe(303);
		expect(await flown.bytes()).toEqual(before);
		const other = list.replace("120", "118");
		const asked = await askedBy(await flown.sendList(other, { intent: "import", from: second }));
		expect(asked.status).toBe(409);
		expect(asked.text).toContain("The protest time begins anew");
		expect(await flown.bytes()).toEqual(before);
		const confirmed = { intent: "import", from: second, confirmed: asked.confirmed ?? "" };
		expect((await flown.sendList(other, confirmed)).status).toBe(303);
		const after = await flown.bytes();
		expect(after[first]).toBe(before[first]);
		expect(after[second]).not.toBe(before[second]);
	});

	test("is refused from a day that is none of those offered", async () => {
		expect((await flown.sendList(list, { intent: "import", from: "2025-01-01" })).status).toBe(400);
	});
});
