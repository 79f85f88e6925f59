import { env } from "cloudflare:test";
import { beforeEach, expect } from "vitest";
import { createApp } from "~test/support/app";
import { createAdmin, createRegistration, createUser } from "~test/support/factories";
import { attributeIn, elementsIn, rowsIn, textsIn } from "~test/support/html";
import { createSheet, daysWithTask, resultOf } from "~test/support/result-sheets";
import { testEdition } from "~test/support/test-edition";
import { ids, test } from "~test/support/world";

const club = ids.club;
const kombi = ids.kombi;
let days: string[];

beforeEach(async () => {
	days = await daysWithTask(3);
});

const on = (day: number, competitionClassId = club) => ({ competitionClassId, dayId: days[day] ?? "" });

/** The page's HTML, no-break spaces as ordinary ones. */
async function page(path: string, language: "cs" | "en" = "en"): Promise<string> {
	const response = await createApp({ clock: "2025-07-14T18:00:00Z" }).get(path, { language });
	expect(response.status).toBe(200);
	return (await response.text()).replaceAll("\u00a0", " ");
}

test("before the first scored day every class says that it has no results yet", async () => {
	const html = await page("/results", "cs");
	expect(html.match(/Třída zatím nemá výsledky/g)).toHaveLength(2);
	expect(rowsIn(html)).toEqual([]);
});

test("the first three of each class carry the podium's colours and their numbers", async () => {
	await createSheet(on(0), [
		resultOf("A", { points: 900 }),
		resultOf("B", { points: 700 }),
		resultOf("C", { points: 800 }),
		resultOf("D", { points: 100 }),
	]);
	const html = await page("/results");
	expect(rowsIn(html).map((row) => row.slice(0, 4))).toEqual([
		["1", "A", "Pilot A", "900"],
		["2", "C", "Pilot C", "800"],
		["3", "B", "Pilot B", "700"],
	]);
	const podium = elementsIn(html, 'tr[class^="podium-"]').map((row) => row.getAttribute("class"));
	expect(podium).toEqual(["podium-1", "podium-2", "podium-3"]);
});

test("a shared third place is shown whole", async () => {
	const points = { A: 900, B: 800, C: 700, D: 700, E: 600 };
	await createSheet(
		on(0),
		Object.entries(points).map(([name, points]) => resultOf(name, { points })),
	);
	expect(rowsIn(await page("/results")).map(([position]) => position)).toEqual(["1", "2", "3", "3"]);
});

test("the total is that of the named class and says after which day, how final and when", async () => {
	await createSheet(on(0, kombi), [resultOf("A", { points: 600 })], { status: "official" });
	await createSheet(on(1, kombi), [resultOf("A", { points: 0 })]);
	await createSheet(on(2, kombi), [resultOf("A", { points: 400 })], {
		status: "unofficial",
		updatedAt: new Date("2025-07-13T17:30:00Z"),
	});
	const html = await page(`/results?view=total&class=${kombi}`);
	expect(rowsIn(html)[0]?.slice(0, 4)).toEqual(["1", "A", "Pilot A", "1,000"]);
	expect(html).toContain("Unofficial");
	expect(html).toContain("After day 3 (Monday 14 July).");
	expect(html).toContain("13 July 2025, 19:30");
	const days = textsIn(html, "figure:first-child text[text-anchor=middle]");
	expect(days).toEqual(["Day 1", "Day 2", "Day 3"]);
	// The best of each day; a day without points has none.
	expect(textsIn(html, "td strong")).toEqual(["1,000", "600", "400"]);
});

test("daily results begin with the first class and its last scored day, and every choice has its address", async () => {
	await createSheet(on(0), [resultOf("A")]);
	await createSheet(on(2), [resultOf("B")]);
	const html = await page("/results?view=daily");
	expect(rowsIn(html).map(([, , name]) => name)).toEqual(["Pilot B"]);
	for (const address of [
		"/results",
		"/results?view=total",
		`/results?view=daily&amp;class=${kombi}`,
		`/results?view=daily&amp;class=${club}&amp;day=${days[0]}`,
	]) {
		expect(html).toContain(`href="${address}"`);
	}
	const first = await page(`/results?view=daily&class=${club}&day=${days[0]}`);
	expect(rowsIn(first).map(([, , name]) => name)).toEqual(["Pilot A"]);
});

test("a class without results of the chosen day says so and leads to its other days", async () => {
	await createSheet(on(0), [resultOf("A")]);
	const html = await page(`/results?view=daily&class=${club}&day=${days[1]}`);
	expect(html).toContain("The class has no published results of this day.");
	expect(html).toContain(`day=${days[0]}`);
});

test("a class or day there is none of is not found; a view there is none of is the first", async () => {
	const app = createApp();
	expect((await app.get("/results?view=total&class=nothing")).status).toBe(404);
	expect((await app.get("/results?view=daily&class=nothing")).status).toBe(404);
	expect((await app.get("/results?view=daily&day=nothing")).status).toBe(404);
	expect((await app.get("/results?view=nothing")).status).toBe(200);
	expect((await app.get("/results?view=daily&day=2025-01-01")).status).toBe(404);
});

test("a class and a day are named as on other pages, too: by type, date and number", async () => {
	await createSheet(on(0, kombi), [resultOf("A", { points: 600 })]);
	await createSheet(on(1, kombi), [resultOf("B", { points: 500 })]);
	const mains = (paths: readonly string[]) =>
		Promise.all(paths.map(async (path) => rowsIn(await page(path)).map((row) => row.slice(0, 4))));
	const [total, byType] = await mains([
		`/results?view=total&class=${kombi}`,
		`/results?view=total&class=18_meter`,
	]);
	expect(byType).toEqual(total);
	expect(total).toHaveLength(2);
	const first = [["1", "A", "Pilot A", "600"]];
	expect(
		await mains([
			`/results?view=daily&class=${kombi}&day=${days[0]}`,
			`/results?view=daily&class=18_meter&day=2025-07-12`,
			`/results?view=daily&class=18_meter&day=1`,
		]),
	).toEqual([first, first, first]);
});

test("a flight can be played: its row links to the map above, which then shows the frame", async () => {
	const flightId = 10_541_334_700;
	await createSheet(on(0), [resultOf("A", { flightId }), resultOf("B", { position: 2, flightId: null })]);
	const list = await page("/results?view=daily");
	const link = `/results?view=daily&amp;class=${club}&amp;day=${days[0]}&amp;flight=${flightId}#map`;
	expect(list.split(`href="${link}"`)).toHaveLength(2);
	const html = await page(link.replaceAll("&amp;", "&").replace("#map", ""));
	const { mapViewer, contestId } = testEdition;
	const url = mapViewer.template
		.replace("{contestId}", String(contestId))
		.replace("{flightId}", String(flightId));
	expect(elementsIn(html, "details.map-viewer#map[open]")).toHaveLength(1);
	expect(attributeIn(html, 'iframe[title*="Pilot A"][loading="lazy"]', "src")).toBe(url);
	expect(elementsIn(html, `a[href="${url}"]`)).toHaveLength(1);
});

test("columns are those that have something to show, decimals stand under each other, the own row is marked", async () => {
	const pilot = await createUser();
	const { id: registrationId } = await createRegistration({ userId: pilot.id });
	await createSheet(on(0), [
		resultOf("A", { points: 900, distanceM: 312_400, speedKmh: 98.64, penalty: 0 }),
		resultOf("B", { position: 2, points: 850.5, penalty: 25, registrationId }),
	]);
	const source = await createApp().get("/results?view=daily", { as: pilot, language: "en" });
	const html = (await source.text()).replaceAll("\u00a0", " ");
	const heads = elementsIn(html, ".results-table thead th").map(({ textContent }) => textContent);
	expect(heads.slice(5)).toEqual([
		"Handicap",
		"Distance (km)",
		"Speed (km/h)",
		"Penalty",
		"Aeroclub",
		"More",
	]);
	expect(rowsIn(html).map((row) => [row[2], row[3], ...row.slice(6, 9)])).toEqual([
		["Pilot A", "900.0", "312.4", "98.6", ""],
		["Pilot B you", "850.5", "", "", "25"],
	]);
	expect(elementsIn(html, "tr.own-row")).toHaveLength(1);
});

test("a head leads to the order of its column and back, the table says how it stands, and nonsense is the order of places", async () => {
	await createSheet(on(0), [
		resultOf("10", { points: 900, speedKmh: 90 }),
		resultOf("B", { position: 2, points: 850, speedKmh: null }),
		resultOf("9", { position: 3, points: 800, speedKmh: 101.2 }),
	]);
	const numbers = (html: string) => rowsIn(html).map((row) => row[1]);
	const daily = `/results?view=daily&class=${club}&day=${days[0]}`;
	const byPlace = await page(daily);
	expect(numbers(byPlace)).toEqual(["10", "B", "9"]);
	expect(elementsIn(byPlace, 'th[aria-sort="ascending"]')).toHaveLength(1);
	expect(attributeIn(byPlace, 'th:not([aria-sort]) a[href$="sort=speed"]', "href")).toBe(
		`${daily}&sort=speed`,
	);
	const bySpeed = await page(`${daily}&sort=speed`);
	expect(numbers(bySpeed)).toEqual(["9", "10", "B"]);
	expect(attributeIn(bySpeed, 'th[aria-sort="descending"] a', "href")).toBe(`${daily}&sort=-speed`);
	// Who has no speed stays last.
	expect(numbers(await page(`${daily}&sort=-speed`))).toEqual(["10", "9", "B"]);
	expect(numbers(await page(`${daily}&sort=number`))).toEqual(["9", "10", "B"]);
	expect(numbers(await page(`${daily}&sort=shoe-size`))).toEqual(["10", "B", "9"]);
});

test("without a flight there is no bar of the map; nonsense is no flight", async () => {
	for (const path of ["/results", "/results?flight=1e9", "/results?flight=-5", "/results?flight=12%22%3E"]) {
		const html = await page(path);
		expect(html).not.toContain("<iframe");
		expect(elementsIn(html, ".map-viewer")).toEqual([]);
	}
});

test("the page lets the viewer in and nothing else", async () => {
	const response = await createApp().get("/results");
	expect(response.headers.get("Content-Security-Policy")).toContain(
		"frame-src https://www.soaringspot.com https://archive.soaringspot.com https://seeyou.cloud;",
	);
});

test("visitors get neither React nor the way to the organisers' page", async () => {
	const html = await page("/results");
	expect(html).not.toContain("__remixContext");
	expect(html).not.toContain("/admin/scoring");
	const admin = await createAdmin();
	const theirs = await (await createApp().get("/results", { as: admin })).text();
	expect(theirs).toContain('href="/admin/scoring"');
});

test("results that cannot be loaded are told in the page, which has a title of its own", async ({
	admin,
}) => {
	// Only what the page itself reads is away; the shell's own reading succeeds.
	await env.DB_2025?.prepare("ALTER TABLE result_sheets RENAME TO out_of_reach").run();
	try {
		const response = await createApp().get("/results", { as: admin, language: "cs" });
		expect(response.status).toBe(503);
		const html = await response.text();
		expect(html).toContain("Došlo k chybě");
		expect(html).toContain("<title>Výsledky se nepodařilo načíst – Glider Cup 2025</title>");
	} finally {
		await env.DB_2025?.prepare("ALTER TABLE out_of_reach RENAME TO result_sheets").run();
	}
});
