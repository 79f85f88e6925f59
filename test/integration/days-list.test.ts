import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { dayScores, pilotDays } from "~db/schema";
import { createApp } from "~test/support/app";
import { databaseOf, storeStatus } from "~test/support/factories";
import { attributeIn, elementsIn, linksIn, rowsIn, sourceOf, textsIn } from "~test/support/html";
import { runScheduleAt } from "~test/support/igc";
import { createSheet, resultOf, setTask } from "~test/support/result-sheets";
import { home, scoredClass, scoredTask } from "~test/support/scored-class";
import { dayOn, ids, test } from "~test/support/world";

/* The fourth day is 15 July 2025. */
const db = databaseOf();
const scored = scoredClass();
const evening = createApp({ clock: "2025-07-15T18:00:00Z" });
const later = createApp({ clock: "2025-07-16T18:00:00Z" });

async function read(path: string, app = evening): Promise<string> {
	const response = await app.get(path, { language: "en" });
	expect(response.status).toBe(200);
	return (await sourceOf(response)).replaceAll("\u00a0", " ");
}

const days = (page: string) => elementsIn(page, "main section[aria-labelledby^=day-]");
const textOf = (part: { readonly textContent: string } | undefined) =>
	part?.textContent.replace(/\s+/g, " ").trim() ?? "";

test("the days stand with today first, each with its task, the state of its results, who won and the replay", async () => {
	await scored.publish(scoredTask);
	const jana = await scored.pilot("Vítězná", "J1");
	const others = await scored.pilot("Jiná", "O2");
	await scored.fly(jana, { hops: home });
	const at = { dayId: scored.day.id, statusAt: new Date("2025-07-15T12:00:00Z"), status: "FLYING" as const };
	await storeStatus({ statusId: "in-the-air", registrationId: others.id, ...at });
	await runScheduleAt("2025-07-15T17:05:00Z");
	const [today, before] = days(await read("/days"));
	expect(textOf(today)).toMatch(/^Day 4\s?Tuesday 15 July ?today/);
	expect(textOf(today)).toContain("Racing task, 197.0 km");
	expect(textOf(today)).toMatch(/Preliminary ?leads so far ?J1 Jana Vítězná/);
	expect(textOf(today)).toContain("KombiNo task was set.");
	// In the air is no log that is missing.
	expect(rowsIn(await scored.daily()).at(-1)?.[3]).toBe("flying");
	expect(textOf(before)).toMatch(/^Day 3/);
	expect(textsIn(await read("/days"), "#days-ahead")).toEqual(["Days to come"]);

	await db.update(pilotDays).set({ status: "DNF" }).where(eq(pilotDays.statusId, "in-the-air"));
	await db.update(dayScores).set({ state: "unofficial" });
	await runScheduleAt("2025-07-16T17:05:00Z");
	const next = await read("/days", later);
	expect(textOf(days(next)[1])).toContain("Unofficial");
	expect(linksIn(days(next)[1] ?? "")).toContainEqual(["Replay: Club, Day 4", "/days/4/replay?class=club"]);
	expect(textOf(days(next).at(-1))).toContain("Day 9");
	expect(await scored.daily()).toContain("Unofficial");
	expect(await read("/days/4")).toContain("Unofficial");

	await createSheet({ competitionClassId: scored.club, dayId: scored.day.id }, [
		resultOf("J1", { name: "Jana Vítězná", registrationId: jana.id, points: 700 }),
		resultOf("O2", { name: "Jana Jiná", registrationId: others.id, points: 700 }),
	]);
	expect(textOf(days(await read("/days"))[0])).toMatch(
		/Official ?winners ?O2 Jana Jiná 700 pts ?J1 Jana Vítězná 700 pts/,
	);
});

test("a cancelled day says so, and a day ahead is not one without a task", async () => {
	await setTask(dayOn("2025-07-12"), "TASK_CANCELLED");
	const page = days(await read("/days"));
	expect(textOf(page.find((day) => textOf(day).startsWith("Day 1")))).toContain(
		"The task of that day was cancelled.",
	);
	expect(textOf(page.find((day) => textOf(day).startsWith("Day 7")))).toContain("No task has been set yet.");
});

test("above its classes a day names each with its state and leader, and leads down to it", async () => {
	const heads = async () =>
		elementsIn(await read("/days/4", evening), 'nav[aria-label="Competition classes"] a').map((link) => [
			textOf(link),
			link.getAttribute("href"),
		]);
	await scored.publish(scoredTask);
	const jana = await scored.pilot("Vítězná", "J1");
	await scored.fly(jana, { hops: home });
	// The only class needs no way to it.
	expect(await heads()).toEqual([]);

	const kombi = await scored.pilot("Jiná", "O2", ids.kombi);
	const at = { dayId: scored.day.id, statusAt: new Date("2025-07-15T12:00:00Z"), status: "FLYING" as const };
	await storeStatus({ statusId: "kombi-in-the-air", registrationId: kombi.id, ...at });
	const [first, second] = await heads();
	expect(first).toEqual([expect.stringMatching(/^Club finished J1 Jana Vítězná [\d,]+ pts$/), "#class-club"]);
	expect(second).toEqual(["Kombi 1 in the air", "#class-18_meter"]);
	// Of both classes who leads, and by how much.
	await db.update(pilotDays).set({ status: "DNF" }).where(eq(pilotDays.statusId, "kombi-in-the-air"));
	for (const classId of [ids.club, ids.kombi])
		await createSheet({ competitionClassId: classId, dayId: scored.day.id }, [
			resultOf("L1", { name: "Eva První", points: 700 }),
			resultOf("L2", { name: "Eva Druhá", points: 640.5, position: 2 }),
		]);
	const leader = "finished L1 Eva První 700 pts L1 leads by 59.5 pts";
	expect((await heads()).map(([text]) => text)).toEqual([`Club ${leader}`, `Kombi ${leader}`]);
	for (const path of ["/days/4", "/"]) {
		const page = await read(path, evening);
		for (const type of ["club", "18_meter"]) expect(elementsIn(page, `[id="class-${type}"]`)).toHaveLength(1);
	}
});

test("a strip leads from every page of a day to that of the others", async () => {
	const strip = (page: string) => elementsIn(page, 'nav[aria-label="Days of the competition"]')[0] ?? "";
	const links = (page: string) => linksIn(strip(page)).map(([, to]) => to);
	const current = (page: string) => textsIn(strip(page), "[aria-current] .sr-only");
	await scored.publish(scoredTask);
	const jana = await scored.pilot("Vítězná", "J1");
	await scored.fly(jana, { hops: home });

	const day = await read("/days/4");
	expect(links(day)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `/days/${number}`));
	expect(current(day)).toEqual(["Day 4, Tuesday 15 July"]);

	const flight = attributeIn(day, 'main a[href^="/igc/"]', "href") ?? "";
	expect(current(await read(flight))).toEqual(["Day 4, Tuesday 15 July"]);
	expect(links(await read(flight))).toContain("/days/5");

	const replay = await read("/days/4/replay?class=club");
	expect(links(replay)).toEqual([1, 2, 3, 4].map((number) => `/days/${number}/replay?class=club`));
	expect(textsIn(strip(replay), "li")).toHaveLength(9);

	const statuses = await read("/statuses");
	expect(links(statuses).at(-1)).toBe("/statuses?day=2025-07-15");
	expect(links(statuses)).toHaveLength(4);

	const daily = await read("/results?view=daily");
	expect(links(daily)).toEqual([`/results?view=daily&class=${scored.club}&day=${scored.day.id}`]);
	expect(current(daily)).toEqual(["Day 4, Tuesday 15 July"]);
	expect(links(await read("/results?view=total"))).toEqual([]);
});

test("what a shared link to a day says is whole sentences", async () => {
	await scored.publish(scoredTask);
	const page = await sourceOf(await scored.app.get("/days/4"));
	expect(attributeIn(page, 'meta[property="og:description"]', "content")).toMatch(/ 15\.\u00a07\. \p{L}/u);
});
