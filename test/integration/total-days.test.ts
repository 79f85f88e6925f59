import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { competitionDays, pilotDays } from "~db/schema";
import { type App, createApp } from "~test/support/app";
import { createAdmin, databaseOf } from "~test/support/factories";
import { place } from "~test/support/flown";
import { rowsIn, sourceOf, textsIn } from "~test/support/html";
import { createSheet, daysWithTask, resultOf, setTask } from "~test/support/result-sheets";
import { home, scoredClass, scoredTask, short } from "~test/support/scored-class";
import { nextEvening } from "~test/support/scored-pair";

/* Which days a total holds, what it says of them, and when it has winners. Day 1 is official from elsewhere, day 4 is scored here. */

const db = databaseOf();
const scored = scoredClass();
const afterwards = createApp({ clock: "2025-07-25T07:00:00Z" });
let admin: { readonly id: string };
let pilots: readonly { readonly id: string }[];

const pathOfDay = () => `/api/scoring/${scored.day.id}/${scored.club}`;

async function put(state: string, app: App = scored.app) {
	const answer = await app.api("PATCH", pathOfDay(), { state, reason: "Zkontrolováno" }, { as: admin });
	expect(answer.status).toBe(200);
}

async function read(path: string, app: App = scored.app, as?: { readonly id: string }): Promise<string> {
	return (await sourceOf(await app.get(path, { language: "en", as }))).replaceAll("\u00a0", " ");
}

const totalPath = () => `/results?view=total&class=${scored.club}`;
const sheet = "/results/sheet/total/club";

async function say(registrationId: string, status: "FLYING" | "HOME") {
	const updatedAt = new Date("2025-07-15T10:00:00Z");
	await db.delete(pilotDays);
	await db
		.insert(pilotDays)
		.values({ statusId: "said", dayId: scored.day.id, registrationId, status, statusAt: updatedAt });
}

/** @param hops of each pilot's flight */
async function fly(hops: readonly (typeof home)[]) {
	await daysWithTask(0);
	await setTask(scored.day.id);
	admin = await createAdmin();
	await scored.publish(scoredTask);
	pilots = await Promise.all(hops.map((_, at) => scored.pilot(`Pilotová ${at}`, `P${at}`)));
	for (const [at, pilot] of pilots.entries()) await scored.fly(pilot, { hops: hops[at] ?? short });
	const [{ id: first } = scored.day] = scored.days;
	await setTask(first);
	await createSheet(
		{ competitionClassId: scored.club, dayId: first },
		pilots.map(({ id }, at) =>
			resultOf(`P${at}`, { points: 600 - 100 * at, position: at + 1, registrationId: id }),
		),
		{ source: "csv" },
	);
}

/** What the pages and the sheet say of the days of the total. */
async function said(app: App = scored.app) {
	return {
		results: textsIn(await read("/results", app), ".section p.muted")[0],
		total: textsIn(await read(totalPath(), app), ".section p.muted")[0],
		sheet: textsIn(await read(sheet, app), ".signed-sheet > p")[0],
		days: textsIn(await read(sheet, app), ".signed-sheet header p")[1],
		home: /After day \d+ \([^)]*\)\.( Preliminary day \d+ is not counted yet\.)?/.exec(
			textsIn(await read("/", app), ".now-class")[0] ?? "",
		)?.[0],
	};
}

async function top() {
	const body = await (await scored.app.api("GET", "/api/results/top")).json<{
		readonly classes: readonly { readonly _id: string; readonly days: readonly object[] }[];
	}>();
	return body.classes.find(({ _id }) => _id === scored.club)?.days;
}

/** A flight that ends in a field after some kilometres; no two are the same log. */
const out = (km: number) => [...short.slice(0, -1), { to: place(km * 1000), height: 0, stay: 120 }];

describe("two pilots of whom one finished", () => {
	beforeEach(() => fly([home, short]));

	test("home, results, the total and its sheet name a preliminary day as one, and the API holds official days alone", async () => {
		const held = "Official: Day 1 · Preliminary: Day 4";
		expect(await said()).toEqual({
			results: held,
			total: held,
			sheet: "Day 1: Official · Day 4: Preliminary",
			days: "2 days",
			home: "After day 4 (Tuesday 15 July).",
		});
		expect(await top()).toMatchObject([{ name: "Den 1", status: "official", counts: true }]);
	});

	test("a preliminary day counts once nobody of its class is in the air, and until then every place says that it does not", async () => {
		const [, eva] = pilots;
		await say(eva?.id ?? "", "FLYING");
		const out = "Day 4: preliminary, does not count yet";
		expect(await said()).toEqual({
			results: "Official: Day 1",
			total: "Official: Day 1",
			sheet: `Day 1: Official · ${out}`,
			days: "1 day",
			home: "After day 1 (Saturday 12 July). Preliminary day 4 is not counted yet.",
		});
		expect(rowsIn(await read(totalPath()))[0]?.slice(0, 4)).toEqual(["1", "P0", "Pilot P0", "600"]);
		await say(eva?.id ?? "", "HOME");
		expect(await said()).toMatchObject({ total: "Official: Day 1 · Preliminary: Day 4", days: "2 days" });
		expect(rowsIn(await read(totalPath()))[0]?.slice(0, 4)).toEqual(["1", "P0", "Pilot P0", "1,022"]);
	});

	test("an announced day counts everywhere, also while a pilot is said to fly", async () => {
		const [, eva] = pilots;
		await put("unofficial");
		await say(eva?.id ?? "", "FLYING");
		const held = "Official: Day 1 · Unofficial: Day 4";
		expect(await said()).toEqual({
			results: held,
			total: held,
			sheet: "Day 1: Official · Day 4: Unofficial",
			days: "2 days",
			home: "After day 4 (Tuesday 15 July).",
		});
		expect(rowsIn(await read(sheet))[0]).toContain("1,022");
	});

	test("there are leaders until every day is official, and winners afterwards", async () => {
		const words = async (path: string) => textsIn(await read(path, afterwards), "article h3 ~ p.muted");
		await put("unofficial");
		for (const path of ["/", "/archive"]) {
			expect(await words(path), path).toEqual(["Leaders. After day 4 (Tuesday 15 July)."]);
			expect(await read(path, afterwards), path).not.toContain("Winners");
		}
		const czech = await sourceOf(await afterwards.get("/"));
		const [said = ""] = textsIn(czech, "article h3 ~ p.muted");
		expect(said.replace(/\s/g, " ")).toBe("Vedou. Po 4. dni (úterý 15. 7.).");
		await put("official", nextEvening);
		for (const path of ["/", "/archive"])
			expect(await words(path), path).toEqual(["Winners. After day 4 (Tuesday 15 July)."]);
	});

	test("on the last evening there is a winner when the last day is official, or the days after it are cancelled", async () => {
		const label = async () =>
			textsIn(await read("/", nextEvening), ".now-class li p.text-small").find((text) =>
				/^(Overall|Winners)/.test(text),
			);
		await put("unofficial");
		await put("official", nextEvening);
		expect(await label()).toMatch(/^Overall results/);
		const later = scored.days.filter(({ date }) => date > scored.day.date);
		const last = later.at(-1);
		for (const { id } of later.slice(0, -1)) await setTask(id, "TASK_CANCELLED");
		expect(await label()).toMatch(/^Overall results/);
		await setTask(last?.id ?? "", "TASK_CANCELLED");
		expect(await label()).toMatch(/^Winners/);
		await put("preliminary", nextEvening);
		expect(await label()).toMatch(/^Overall results/);
		await db
			.update(competitionDays)
			.set({ task: "NO_TASK" })
			.where(eq(competitionDays.id, last?.id ?? ""));
	});
});

describe("a day on which one of four flew the least distance", () => {
	const invalid =
		"The day does not count. Launched: 4, with the least distance: 1. It takes more than a quarter.";
	const desk = "/admin/scoring/2025-07-15/club";

	beforeEach(() => fly([home, short, out(50), out(40)]));

	test("says so on its page, its sheet and the desk, whatever the state of its results", async () => {
		const places = async (app: App) => ({
			page: textsIn(await scored.daily(app), ".notice"),
			day: textsIn(await read("/days/4", app), ".notice"),
			sheet: textsIn(await read("/results/sheet/2025-07-15/club", app), ".signed-sheet .notice"),
			desk: (await read(desk, app, admin)).includes(invalid),
		});
		const everywhere = {
			page: [invalid],
			day: [invalid],
			sheet: [invalid],
			desk: true,
		};
		expect(await places(scored.app)).toEqual(everywhere);
		expect(await read("/")).toContain(invalid);
		await put("unofficial");
		expect(await places(scored.app)).toEqual(everywhere);
		await put("official", nextEvening);
		expect(await places(nextEvening)).toEqual(everywhere);
	});

	test("counts as no day, and stays listed with its state", async () => {
		await put("unofficial");
		await put("official", nextEvening);
		const held = "Official: Day 1 · Invalid, does not count: Day 4";
		expect(await said(nextEvening)).toEqual({
			results: held,
			total: held,
			sheet: "Day 1: Official · Day 4: Official, Invalid, does not count",
			days: "1 day",
			home: "After day 1 (Saturday 12 July).",
		});
		const total = await read(totalPath(), nextEvening);
		expect(total).toContain("After day 1 (Saturday 12 July).");
		expect(textsIn(total, ".results-table thead th").some((text) => text.includes("Day 4"))).toBe(true);
		expect(await top()).toMatchObject([
			{ name: "Den 1", counts: true },
			{ name: "Den 4", counts: false },
		]);
		const season = await read("/", afterwards);
		expect(season).toContain("After day 1 (Saturday 12 July).");
	});

	test("which another source counts: the comparison says why", async () => {
		await createSheet(
			{ competitionClassId: scored.club, dayId: scored.day.id },
			pilots.map(({ id }, at) =>
				resultOf(`P${at}`, { points: 100 - at, position: at + 1, registrationId: id }),
			),
		);
		expect(await read(desk, scored.app, admin)).toContain("Exactly a quarter of those who launched");
	});
});

test("one of three is more than a quarter: the day counts, and the comparison says nothing of a quarter", async () => {
	await fly([home, short, out(50)]);
	expect(await said()).toMatchObject({ total: "Official: Day 1 · Preliminary: Day 4", days: "2 days" });
	await createSheet({ competitionClassId: scored.club, dayId: scored.day.id }, [
		resultOf("P0", { points: 100, registrationId: pilots[0]?.id }),
	]);
	expect(await read("/admin/scoring/2025-07-15/club", scored.app, admin)).not.toContain("Exactly a quarter");
});

test("the total and its sheet say by what equal sums on the podium were parted", async () => {
	await daysWithTask(3);
	const table = (day: number, points: Readonly<Record<string, number>>) =>
		createSheet(
			{ competitionClassId: scored.club, dayId: scored.days[day]?.id ?? "" },
			Object.entries(points).map(([name, own], at) => resultOf(name, { points: own, position: at + 1 })),
			{ source: "csv" },
		);
	await table(0, { B: 600, A: 300 });
	await table(1, { B: 500, A: 400 });
	await table(2, { A: 900, B: 500 });
	const said = "B Pilot B is ahead of A Pilot A, 1,600 points each: days won 2 : 1";
	for (const path of ["/results", totalPath(), sheet]) expect(await read(path), path).toContain(said);
	const czech = await sourceOf(await scored.app.get(sheet));
	expect(czech.replaceAll("\u00a0", " ")).toContain(
		"B Pilot B je před A Pilot A, oba 1 600 b.: vyhraných dnů 2 : 1",
	);
});
