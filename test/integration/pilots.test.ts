import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { registrations, users } from "~db/schema";
import { createApp } from "~test/support/app";
import { entryBody } from "~test/support/entries";
import { createAdmin, databaseOf, recordStatus } from "~test/support/factories";
import { outAndReturn } from "~test/support/flown";
import { attributeIn, elementsIn, linksIn, rowsIn, sourceOf, textsIn } from "~test/support/html";
import { createSheet, resultOf, setTask } from "~test/support/result-sheets";
import { home, scoredClass, scoredTask } from "~test/support/scored-class";
import { dayOn, ids, test } from "~test/support/world";

/* The fourth day is 15 July 2025. */
const db = databaseOf();
const scored = scoredClass();
const app = createApp({ clock: "2025-07-15T18:00:00Z" });

async function read(path: string): Promise<string> {
	const response = await app.get(path, { language: "en" });
	expect(response.status, path).toBe(200);
	return (await sourceOf(response)).replaceAll("\u00a0", " ");
}

const addressesOf = (page: string, name: string) =>
	linksIn(elementsIn(page, "main")[0] ?? "")
		.filter(([words]) => words === name)
		.map(([, to]) => to);

async function flown() {
	const third = dayOn("2025-07-14");
	await setTask(third);
	await scored.publish(scoredTask);
	const jana = await scored.pilot("Vítězná", "J1");
	const eva = await scored.pilot("Druhá", "E2");
	await createSheet({ competitionClassId: scored.club, dayId: third }, [
		resultOf("E2", { name: "Jana Druhá", registrationId: eva.id, points: 900 }),
		resultOf("J1", {
			name: "Jana Vítězná",
			registrationId: jana.id,
			points: 700,
			position: 2,
			speedKmh: 88.2,
		}),
	]);
	await scored.fly(jana, { hops: home });
	return { jana, eva };
}

test("a pilot has a page: glider, club, every day's place, points, speed and flight, and the places in between", async () => {
	const { jana } = await flown();
	const page = await read("/pilots/J1");
	expect(textsIn(page, "title")[0]).toBe("J1 Jana Vítězná, Club – Glider Cup 2025");
	expect(textsIn(page, "h1")).toEqual(["J1 Jana Vítězná"]);
	expect(rowsIn(page).map((row) => row.slice(0, 4).map((text) => text.replace(/\s+/g, " ")))).toEqual([
		["Day 3 Mon 14 July", "2", "700", "88.2 km/h"],
		["Day 4 Tue 15 July", "1", expect.stringMatching(/^\d+$/), "90.0 km/h 197.0 km Compare"],
	]);
	const paths = linksIn(elementsIn(page, "main")[0] ?? "").map(([, to]) => to);
	expect(paths).toContain(`/scores/${scored.day.id}/${jana.id}`);
	expect(paths.some((path) => path.startsWith("/igc/"))).toBe(true);
	expect(page).toMatch(/After day\s4 /);
	expect(textsIn(page, "figcaption")).toEqual(["Overall place by day"]);
	expect(elementsIn(page, "svg circle")).toHaveLength(2);
});

test("a name leads to the pilot, points to their explanation, the map sign to the flight", async () => {
	const { jana } = await flown();
	const daily = `/results?view=daily&class=${scored.club}`;
	for (const path of [
		"/",
		"/days/4",
		daily,
		`${daily}&day=${dayOn("2025-07-14")}`,
		"/results?view=total",
		"/starting-list",
	]) {
		const [first, ...others] = addressesOf(await read(path), "Jana Vítězná");
		expect(first, path).toBe("/pilots/J1");
		expect(new Set(others), path).toEqual(new Set(others.length > 0 ? ["/pilots/J1"] : []));
	}
	const score = `/scores/${scored.day.id}/${jana.id}`;
	for (const path of [daily, "/days/4"])
		expect(linksIn(await read(path)).map(([, to]) => to)).toContain(score);
	expect(linksIn(await read("/days/4"))).toContainEqual([
		"Flight: Jana Vítězná",
		expect.stringMatching(/^\/igc\//),
	]);
});

test("a handicap is written in one way: beside the glider, in results, on the printed sheet and where the score is explained", async () => {
	await scored.publish(outAndReturn());
	const jana = await scored.pilot("Vítězná", "J1");
	await db.update(registrations).set({ gliderTypeId: ids.clubGlider }).where(eq(registrations.id, jana.id));
	await scored.fly(jana, { hops: home });
	for (const path of [
		"/starting-list",
		"/pilots/J1",
		`/results?view=daily&class=${scored.club}`,
		`/results/sheet/${scored.day.date}/club`,
		`/scores/${scored.day.id}/${jana.id}`,
	]) {
		const main = textsIn(await read(path), "main").join();
		expect(main, path).toContain("1.052");
		expect(main, path).not.toContain("105.2");
	}
});

test("two classes that share a number have a page each, and the number alone lets choose", async () => {
	const { jana } = await flown();
	await scored.pilot("Jiná", "j1", ids.kombi);
	expect(addressesOf(await read("/starting-list"), "Jana Vítězná")).toEqual(["/pilots/J1-club"]);
	expect(textsIn(await read("/pilots/J1-club"), "h1")).toEqual(["J1 Jana Vítězná"]);
	expect(textsIn(await read("/pilots/J1-18_meter"), "h1")[0]).toContain("Jiná");
	const choice = await read("/pilots/J1");
	expect(addressesOf(choice, "Jana Vítězná")).toEqual(["/pilots/J1-club"]);
	expect(addressesOf(choice, "Jana Jiná")).toEqual(["/pilots/J1-18_meter"]);
	await db.update(registrations).set({ accepted: false }).where(eq(registrations.id, jana.id));
	expect((await app.get("/pilots/J1")).status).toBe(200);
	const gone = await app.get("/pilots/J1-18_meter");
	expect([gone.status, gone.headers.get("Location")]).toEqual([302, "/pilots/J1"]);
});

test("another spelling and an old number redirect; who is hidden or erased, and nobody, are not found", async () => {
	const { jana, eva } = await flown();
	const to = async (path: string) => {
		const response = await app.get(path);
		return [response.status, response.headers.get("Location")];
	};
	expect(await to("/pilots/j%201")).toEqual([302, "/pilots/J1"]);
	const admin = await createAdmin();
	const body = entryBody(ids);
	const moved = { ...body, glider: { ...body.glider, startNumber: "J7" } };
	expect((await app.api("PUT", `/api/registration/${jana.id}`, moved, { as: admin })).status).toBe(200);
	expect(await to("/pilots/J1")).toEqual([302, "/pilots/J7"]);
	expect(await to("/pilots/J7")).toEqual([200, null]);

	await db.update(registrations).set({ accepted: false }).where(eq(registrations.id, jana.id));
	expect((await to("/pilots/J7"))[0]).toBe(404);
	expect((await to("/pilots/J1"))[0]).toBe(404);
	await db.update(users).set({ erasedAt: new Date() }).where(eq(users.id, eva.userId));
	expect((await to("/pilots/E2"))[0]).toBe(404);
	for (const path of ["/pilots/NIKDO", "/pilots/-club", "/pilots/%F0%9F%9B%A9", `/pilots/${"X".repeat(300)}`])
		expect((await to(path))[0], path).toBe(404);
});

test("names of eighty letters, of one and in Cyrillic have their pages, rows and titles; only a word too long for any column breaks", async () => {
	await scored.publish(scoredTask);
	const names = { L8: "Ж".repeat(80), S1: "Ю", C4: "Щедрін-Іваненко" };
	for (const [number, surname] of Object.entries(names))
		await scored.fly(await scored.pilot(surname, number), { hops: home });
	const paths = ["/pilots", "/starting-list", "/results?view=daily", "/days/4"];
	const pages = await Promise.all(paths.map(read));
	for (const [number, surname] of Object.entries(names)) {
		expect(textsIn(await read(`/pilots/${number}`), "h1")).toEqual([`${number} Jana ${surname}`]);
		for (const [index, page] of pages.entries()) {
			const link = elementsIn(page, `a[href="/pilots/${number}"]`)[0];
			expect(link?.textContent, paths[index]).toBe(`Jana ${surname}`);
			expect(link?.classList.contains("wrap-anywhere")).toBe(number === "L8");
		}
	}
	expect(textsIn(await read("/pilots?q=ю"), "main li .start-number")).toEqual(["S1"]);
});

test("a search finds numbers and names on the page of all pilots and in results; the rows can be filtered while typing", async () => {
	await flown();
	const pilots = await read("/pilots?q=druha");
	expect(textsIn(pilots, "main li .start-number")).toEqual(["E2"]);
	expect(elementsIn(pilots, 'form[action="/pilots"] input[data-filter][value="druha"]')).toHaveLength(1);
	const numbersOf = async (path: string) => rowsIn(await read(path)).map((row) => row[1]);
	const total = `/results?view=total&class=${scored.club}`;
	expect((await numbersOf(total)).toSorted()).toEqual(["E2", "J1"]);
	expect(await numbersOf(`${total}&q=j1`)).toEqual(["J1"]);
	expect(await numbersOf(`${total}&q=vitez&sort=-place`)).toEqual(["J1"]);
	expect(await numbersOf(`${total}&q=nikdo`)).toEqual([]);
	for (const path of [`${total}&q=nikdo`, "/pilots?q=nikdo", "/starting-list?q=nikdo"])
		expect(textsIn(await read(path), ".empty"), path).toContain("No entry matches the search.");
});

test("a star stands beside every pilot, and home has room for those who have one", async () => {
	const { jana, eva } = await flown();
	await recordStatus(eva.id, scored.day.id, "OUTLANDING");
	const starred = (page: string) =>
		elementsIn(page, "[data-star]").map((one) => one.getAttribute("data-star"));
	for (const path of [
		"/pilots",
		"/starting-list",
		"/results?view=total",
		"/results",
		`/results?view=daily&class=${scored.club}`,
	])
		expect(starred(await read(path)), path).toContain(jana.id);
	expect(starred(await read("/statuses"))).toEqual([eva.id]);
	expect(starred(await read("/pilots/J1"))).toEqual([jana.id]);
	const home = await read("/");
	expect(elementsIn(home, "section[data-your-pilots][hidden] ul")).toHaveLength(1);
	// The line of each pilot is what home takes.
	const lines = elementsIn(await read("/pilots"), "li:has([data-pilot])").map(({ textContent }) =>
		textContent.replace(/\s+/g, " ").trim(),
	);
	expect(lines).toEqual([
		expect.stringMatching(/^E2 ?Jana Druhá.*field/),
		expect.stringMatching(/^J1 ?Jana Vítězná.*#1 \d+ pts$/),
	]);
});

test("a star keeps to its pilot through another number; and a withdrawal, as page and line stay; who is erased has neither", async () => {
	const { jana, eva } = await flown();
	const admin = await createAdmin();
	const morning = createApp({ clock: "2025-07-16T06:00:00Z" });
	const lines = async (at = app) =>
		elementsIn(await sourceOf(await at.get("/pilots")), "li:has([data-pilot])").map((line) => [
			attributeIn(line.outerHTML, "[data-star]", "data-star"),
			textsIn(line.outerHTML, ".start-number")[0],
		]);
	expect(await lines()).toEqual([
		[eva.id, "E2"],
		[jana.id, "J1"],
	]);
	const body = entryBody(ids);
	const moved = { ...body, glider: { ...body.glider, startNumber: "J7" } };
	await app.api("PUT", `/api/registration/${jana.id}`, moved, { as: admin });
	expect(await lines()).toContainEqual([jana.id, "J7"]);

	const withdrawn = await morning.api(
		"PUT",
		`/api/registration/${jana.id}/quick-actions`,
		{ accepted: false },
		{ as: admin },
	);
	expect(await withdrawn.json()).toMatchObject({ withdrawnFrom: "2025-07-16" });
	expect(await lines(morning)).toContainEqual([jana.id, "J7"]);
	expect((await morning.get("/pilots/J7")).status).toBe(200);
	await db.update(users).set({ erasedAt: new Date() }).where(eq(users.id, eva.userId));
	expect(await lines(morning)).toEqual([[jana.id, "J7"]]);
	expect((await morning.get("/pilots/E2")).status).toBe(404);
});

test("a shared link says who, which day, which class and which state", async () => {
	const { jana } = await flown();
	const title = async (path: string) =>
		textsIn(await read(path), "title")[0]?.replace(" – Glider Cup 2025", "");
	const flight = linksIn(await read("/days/4")).find(([, to]) => to.startsWith("/igc/"))?.[1] ?? "";
	expect(await title(flight)).toBe("Flight: J1 Jana Vítězná, Club, Tuesday 15 July");
	expect(await title(`/results?view=daily&class=${scored.club}`)).toBe(
		"Club, Day 4, Tuesday 15 July: preliminary results",
	);
	expect(await title(`/results?view=daily&class=${scored.club}&day=${dayOn("2025-07-14")}`)).toBe(
		"Club, Day 3, Monday 14 July: official results",
	);
	expect(await title("/results?view=total")).toMatch(/^Results: .*Club/);
	expect(await title("/days/4/replay?class=club")).toBe("Replay: Club, Day 4, Tuesday 15 July");
	expect(await title(`/scores/${scored.day.id}/${jana.id}`)).toBe(
		"Score: J1 Jana Vítězná, Day 4, Tuesday 15 July",
	);
	expect(await title("/tasks/2025-07-15")).toBe("Tasks of the day: Day 4, Tuesday 15 July");
	expect(await title("/statuses")).toBe("Competitors status: Day 4, Tuesday 15 July");
	const page = await read(flight);
	expect(attributeIn(page, "meta[name=description]", "content")).toMatch(/^Flight: J1 Jana Vítězná, .*\. ./);
	for (const path of ["/days/4", flight, "/pilots/J1", "/results"])
		expect(elementsIn(await read(path), "button[data-share]"), path).toHaveLength(1);
});

test("organisers get the starting list in place of the page of all pilots, and scripts its lines", async () => {
	await flown();
	const as = await createAdmin();
	const ask = (path: string, accept: string) => scored.app.get(path, { as, headers: { Accept: accept } });
	const moved = await ask("/pilots?q=druha", "text/html,*/*");
	expect([moved.status, moved.headers.get("Location")]).toEqual([302, "/starting-list?q=druha"]);
	expect((await ask("/pilots", "*/*")).status).toBe(200);
	const own = await sourceOf(await scored.app.get("/pilots/E2", { as }));
	expect(linksIn(own).map(([, to]) => to)).not.toContain("/pilots");
});
