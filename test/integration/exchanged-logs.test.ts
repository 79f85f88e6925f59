import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { dayScores, registrations } from "~db/schema";
import { databaseOf } from "~test/support/factories";
import { sourceOf, textsIn } from "~test/support/html";
import { flagsOf, runScheduleAt, storedIgc } from "~test/support/igc";
import { moreFlights, short } from "~test/support/scored-class";
import { nextMorning, unsettledLogs } from "~test/support/unsettled-logs";
import { exchanged, marked } from "~test/support/wrong-logs";

/* Two competitors have taken each other's recorders or sticks: neither loses points before the scorer has looked, nor gets the other's. */

const db = databaseOf();
const { scored, world, flight, send, row, act, press, score, flights, audited } = unsettledLogs();
const { app } = scored;

type Entry = typeof world.zizkova;
const saysExchanged = (row: { readonly textContent: string } | undefined, other: string) =>
	row?.textContent.includes(`this log and that of ${other} look exchanged`) ?? false;

const kindsOf = async (entry: Entry) => (await score(entry))?.findings.map(({ kind }) => kind) ?? [];
const pointsOf = async (entry: Entry) => (await score(entry))?.points ?? null;

/** The logs of two competitors with their marks, as each should have sent them. */
const pair = (): readonly [Uint8Array, Uint8Array] => [
	marked(flight(0), { number: "7K" }),
	marked(flight(20), { number: "AB" }),
];

async function sendExchanged() {
	const [first, second] = exchanged(pair());
	return [await send(world.zizkova, first), await send(world.mala, second)] as const;
}

describe("two competitors of a class", () => {
	test("have no points before the scorer has looked, and each row names the other", async () => {
		await sendExchanged();
		expect([await pointsOf(world.zizkova), await pointsOf(world.mala)]).toEqual([null, null]);
		expect(await kindsOf(world.zizkova)).toContain("exchanged");
		expect(saysExchanged(await row(world.zizkova), "AB")).toBe(true);
		expect(saysExchanged(await row(world.mala), "7K")).toBe(true);
		const czech = await row(world.zizkova, { language: "cs" });
		expect(czech?.textContent).toContain("tento záznam a záznam AB vypadají jako zaměněné");
	});

	test("get their flights by one press, from either row", async () => {
		await sendExchanged();
		const before = await storedIgc();
		const id = before.flights[0]?.id ?? "";
		await app.api("PUT", `/api/igc/${id}`, { downloaded: true, processed: true }, { as: world.admin });
		expect(await press(world.mala, "Exchange the flights of 7K, AB")).toContain("igc.decide.success");
		expect(await Promise.all([pointsOf(world.zizkova), pointsOf(world.mala)])).toEqual([
			expect.any(Number),
			expect.any(Number),
		]);
		expect(await kindsOf(world.zizkova)).toEqual([]);
		for (const entry of [world.zizkova, world.mala]) {
			const [flown, ...more] = await flights(entry);
			expect(more).toEqual([]);
			expect(flown?.flight).toMatchObject({ flightNumber: 1, standing: "scores" });
			expect(flown?.version.warnings.map(({ reason }) => reason)).not.toContain("otherCompetitionNumber");
		}
		expect(await flagsOf(id)).toEqual({ downloaded: false, processed: false });
		const rows = await audited("igc.reassign");
		expect(rows.slice(-2).map(({ after }) => after)).toEqual(
			expect.arrayContaining([{ registrationId: world.zizkova.id }, { registrationId: world.mala.id }]),
		);
		expect((await storedIgc()).keys).toEqual(before.keys);
		expect((await row(world.zizkova))?.textContent).not.toContain("exchanged");
	});

	test("keep them by one press, and it is pressed once", async () => {
		await sendExchanged();
		const shown = await row(world.zizkova);
		const seen = {
			registrationId: world.zizkova.id,
			log: (await flights(world.zizkova))[0]?.flight.id ?? "",
		};
		expect(shown?.textContent).toContain("No, the logs are right");
		await press(world.zizkova, "No, the logs are right");
		expect(await pointsOf(world.zizkova)).toBeGreaterThan(0);
		expect(await pointsOf(world.mala)).toBeGreaterThan(0);
		for (const intent of ["rightLogs", "exchange"])
			expect(await act({ ...seen, shift: "0", intent })).toContain("stale");
		const found = await flights(world.mala);
		expect(found.map((one) => one.version.confirmation)).toEqual(["organiser"]);
	});

	test("are settled when one of the logs is confirmed on its page", async () => {
		await sendExchanged();
		const [flown] = await flights(world.zizkova);
		await app.post(
			`/igc/${flown?.flight.id}`,
			{ intent: "confirm", versionId: flown?.version.id ?? "" },
			{ as: world.admin },
		);
		expect([await pointsOf(world.zizkova), await pointsOf(world.mala)].map(Boolean)).toEqual([true, true]);
		expect(await kindsOf(world.mala)).toEqual(["othersLog"]);
	});

	test("are told on their receipts that the logs are held", async () => {
		const [receipt] = await sendExchanged();
		const html = await sourceOf(await app.get(receipt, { as: { id: world.zizkova.userId }, language: "en" }));
		expect(html).toContain("this log and that of AB look exchanged; no points before the scorer has looked");
		expect(html).toContain("The start number in the log is AB");
	});

	test("are held when an organiser has loaded the sticks", async () => {
		const [first, second] = exchanged(pair());
		await send(world.zizkova, first, { as: world.admin });
		await send(world.mala, second, { as: world.admin });
		expect([await pointsOf(world.zizkova), await pointsOf(world.mala)]).toEqual([null, null]);
		const desk = await app.get(`/admin/scoring/${scored.day.date}/club`, { as: world.admin, language: "en" });
		expect(textsIn(await sourceOf(desk), ".notice-warning").join()).not.toContain("without an evaluated log");
	});

	test("keep the flights beside that are their own", async () => {
		const morning = (number: string, minutes: number) =>
			marked(flight(minutes, { begins: "07:00:00" }), { number });
		await send(world.zizkova, morning("7K", 40));
		await send(world.mala, morning("AB", 41));
		await sendExchanged();
		await press(world.zizkova, "Exchange the flights of 7K, AB");
		for (const [entry, number] of [
			[world.zizkova, "7K"],
			[world.mala, "AB"],
		] as const) {
			const found = await flights(entry);
			expect(found.map((one) => one.flight.flightNumber)).toEqual([1, 2]);
			expect(found.map((one) => one.version.receipt.header.competitionNumber)).toEqual([number, number]);
		}
	});

	test("bring all earlier versions of the flights along", async () => {
		const [first] = await sendExchanged();
		await send(world.zizkova, marked(flight(20, { pressureAtField: 460 }), { number: "AB" }));
		await press(world.zizkova, "Exchange the flights of 7K, AB");
		const [flown] = await flights(world.mala);
		const { versions } = await storedIgc();
		const moved = versions.filter(({ igcFileId }) => igcFileId === flown?.flight.id);
		expect(moved.map(({ id }) => id)).toContain(first.split("/").at(-1));
		expect(moved).toHaveLength(2);
	});
});

describe("two competitors of two classes", () => {
	async function sendAcross() {
		const [first, second] = exchanged([
			marked(flight(0), { number: "7K" }),
			marked(flight(20), { number: "XY" }),
		] as const);
		await send(world.zizkova, first);
		await send(world.xenie, second);
	}

	test("are shown at both desks, and one press scores both classes", async () => {
		await sendAcross();
		expect(saysExchanged(await row(world.zizkova), "XY")).toBe(true);
		expect(saysExchanged(await row(world.xenie, { classType: "18_meter" }), "7K")).toBe(true);
		await press(world.xenie, "Exchange the flights of 7K, XY", { classType: "18_meter" });
		expect([await pointsOf(world.zizkova), await pointsOf(world.xenie)].map(Boolean)).toEqual([true, true]);
		expect((await db.select().from(dayScores)).map(({ sheet }) => sheet.logs)).toEqual([1, 1]);
	});

	test("both wait as soon as the schedule has scored the class of the earlier log, too", async () => {
		await sendAcross();
		await runScheduleAt("2025-07-15T18:05:00Z");
		expect([await pointsOf(world.zizkova), await pointsOf(world.xenie)]).toEqual([null, null]);
	});
});

test("announced points follow the press, and the protest time begins anew", async () => {
	await send(world.zizkova, marked(flight(0), { number: "AB" }));
	await send(world.mala, marked(flight(20, { hops: short }), { number: "7K" }));
	await db.update(dayScores).set({
		state: "unofficial",
		stateSince: new Date("2025-07-15T18:00:00Z"),
		protestsUntil: new Date("2025-07-16T04:00:00Z"),
	});
	await press(world.mala, "Exchange the flights of 7K, AB", { on: nextMorning });
	expect(await pointsOf(world.mala)).toBeGreaterThan(0);
	const [{ protestsUntil } = { protestsUntil: null }] = await db.select().from(dayScores);
	expect(protestsUntil?.getTime()).toBeGreaterThan(Date.parse("2025-07-16T06:00:00Z"));
});

test("three with each other's recorders are held together and settled by one press", async () => {
	const logs = ["7K", "AB", "XY"].map((number, index) => marked(flight(20 * index), { number }));
	const [ofZizkova, ofMala, ofXenie] = logs as [Uint8Array, Uint8Array, Uint8Array];
	await send(world.zizkova, ofMala);
	await send(world.mala, ofXenie);
	await send(world.xenie, ofZizkova);
	expect(saysExchanged(await row(world.zizkova), "AB")).toBe(true);
	expect(saysExchanged(await row(world.mala), "XY")).toBe(true);
	expect(saysExchanged(await row(world.xenie, { classType: "18_meter" }), "7K")).toBe(true);
	await press(world.zizkova, "Exchange the flights of 7K, AB, XY");
	const points = await Promise.all([world.zizkova, world.mala, world.xenie].map(pointsOf));
	expect(points.every((one) => one !== null && one > 0)).toBe(true);
});

describe("by the recorders alone", () => {
	const name = ({ id }: Entry, logger: string) =>
		db.update(registrations).set({ logger }).where(eq(registrations.id, id));

	test("two are held whose entries name them", async () => {
		await name(world.zizkova, "LXV K7K");
		await name(world.mala, "LXV A4B");
		await send(world.zizkova, flight(0, { recorder: "ALXVA4B" }));
		await send(world.mala, flight(20, { recorder: "ALXVK7K" }));
		expect(saysExchanged(await row(world.zizkova), "AB")).toBe(true);
		expect([await pointsOf(world.zizkova), await pointsOf(world.mala)]).toEqual([null, null]);
	});

	test("nobody is held whose recorder somebody else names, and has written the number of into a log", async () => {
		await name(world.mala, "LXV K7K");
		await send(world.mala, marked(flight(20), { number: "7K" }));
		await send(world.zizkova, flight(0, { recorder: "ALXVK7K" }));
		expect(await pointsOf(world.zizkova)).toBeGreaterThan(0);
		expect(await kindsOf(world.zizkova)).toEqual(["othersLog"]);
	});
});

describe("a rival takes no points", () => {
	beforeEach(async () => {
		await send(world.zizkova, marked(flight(0), { number: "7K" }));
	});

	test("by the own log with the victim's number: it holds nothing back", async () => {
		await send(world.mala, marked(flight(20), { number: "7K" }));
		expect([await pointsOf(world.zizkova), await pointsOf(world.mala)].map(Boolean)).toEqual([true, true]);
		expect(await kindsOf(world.zizkova)).toEqual([]);
		expect(await kindsOf(world.mala)).toEqual(["othersLog"]);
		expect((await row(world.mala))?.textContent).toContain(
			"this log looks like that of 7K; it holds no points back",
		);
	});

	test("by a log that a stranger sends for either of them", async () => {
		await send(world.zizkova, marked(flight(30), { number: "AB" }), { as: null });
		await send(world.mala, marked(flight(20), { number: "7K" }), { as: null });
		await send(world.mala, marked(flight(25), { number: "7K" }));
		expect(await pointsOf(world.zizkova)).toBeGreaterThan(0);
		expect(await kindsOf(world.zizkova)).toEqual([]);
	});
});

test("a mark that fits the own entry, or none, keeps the points beside the other's number", async () => {
	const [entry] = await db.select().from(registrations).where(eq(registrations.id, world.zizkova.id));
	const own = entry?.registrationNumber ?? "";
	await send(world.zizkova, marked(flight(0), { number: "AB", registration: own }));
	await send(world.mala, marked(flight(20), { number: "7K" }));
	expect([await pointsOf(world.zizkova), await pointsOf(world.mala)].map(Boolean)).toEqual([true, true]);
});

test("the desk and the list of the day say it in a day of many logs, too", async () => {
	await sendExchanged();
	await moreFlights(40);
	const list = await sourceOf(
		await app.get(`/igc?day=${scored.day.id}`, { as: world.admin, language: "en" }),
	);
	expect(list).toContain("exchanged with AB?");
	expect(list).toContain("exchanged with 7K?");
	expect(saysExchanged(await row(world.mala), "7K")).toBe(true);
});
