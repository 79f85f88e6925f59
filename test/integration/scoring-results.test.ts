import { expect, test } from "vitest";
import { dailyResults, results, resultTables } from "~db/schema";
import { createApp } from "~test/support/app";
import { createAdmin, databaseOf, storeStatus } from "~test/support/factories";
import { elementsIn, hiddenIn, rowsIn, sourceOf, textsIn, valueIn } from "~test/support/html";
import { createSheet, resultOf, setTask } from "~test/support/result-sheets";
import { home, scoredClass, scoredTask, short } from "~test/support/scored-class";

const db = databaseOf();
const scored = scoredClass();

test("an official sheet takes the place of the preliminary one, and the old API never holds ours", async () => {
	await scored.publish(scoredTask);
	const adam = await scored.pilot("Adamová", "A1");
	await scored.fly(adam, { hops: home });
	const api = () => scored.app.api("GET", `/api/results/daily/${scored.club}/${scored.day.id}`);
	expect(await (await api()).json()).toEqual([]);
	const [pilot, score, flight] = elementsIn(await scored.daily(), "tbody a").map((a) =>
		a.getAttribute("href"),
	);
	expect(flight).toMatch(/^\/igc\//);
	await createSheet(
		{ competitionClassId: scored.club, dayId: scored.day.id },
		[resultOf("A1", { points: 700, registrationId: adam.id })],
		{ status: "preliminary" },
	);
	const html = await scored.daily();
	expect(elementsIn(html, "tbody a").map((a) => a.getAttribute("href"))).toEqual([pilot, score, flight]);
	// Start and finish are those of the log, and the table says so.
	expect(rowsIn(html)[0]).toEqual(expect.arrayContaining(["12:07", "14:19"]));
	expect(html).toContain("are computed here from the flight logs");
	expect(rowsIn(html).map((row) => row[3])).toEqual(["700"]);
	expect(html).not.toContain("of 1 logs");
	// The mail's link still explains what was computed, below what the official scorer gave.
	const explained = await sourceOf(await scored.app.get(score ?? "", { language: "en" }));
	expect(explained).toContain("Official results: 700 points");
	expect(explained).toContain("last calculated");
	expect(explained).toContain("676 points");
});

test("what an imported file lacks is kept from our scores, and a star says so; what it has is its own", async () => {
	await scored.publish(scoredTask);
	const adam = await scored.pilot("Adamová", "A1");
	await scored.fly(adam, { hops: home });
	const admin = await createAdmin();
	const penalties = [{ points: 25, text: "Late log" }];
	const ours = `/api/scoring/${scored.day.id}/${scored.club}`;
	await scored.app.api("PATCH", `${ours}/${adam.id}`, { reason: "Late", penalties }, { as: admin });
	const send = async (fields: Record<string, string | Blob>) => {
		const body = new FormData();
		const all = { competitionClass: scored.club, day: scored.day.id, status: "unofficial", ...fields };
		for (const [name, value] of Object.entries(all)) body.set(name, value);
		return sourceOf(await scored.app.post("/admin/scoring", body, { as: admin }));
	};
	const checked = await send({ intent: "check", file: new Blob(["#;cn;name;points\n1;A1;Jana;700\n"]) });
	const form = elementsIn(checked, "form").find((one) => one.querySelector('[value="import"]')) ?? "";
	await send({ ...hiddenIn(form), text: valueIn(form, "text") ?? "" });
	const html = await scored.daily();
	expect(rowsIn(html)[0]).toEqual(expect.arrayContaining(["700", "197.0 *", "90.0 *", "25: Late log *"]));
	expect(html).toContain("values with a star are computed here from the flight logs");
	const dayPage = async () => {
		const page = await sourceOf(await scored.app.get("/days/4", { language: "en" }));
		return textsIn(page, ".day-results").join().replaceAll("\u00a0", " ");
	};
	expect(await dayPage()).toMatch(/197\.0 km.*90\.0 km\/h.*\*.*with a star/);
	const stated = { points: 700, registrationId: adam.id, distanceM: 196_500, speedKmh: 90.5, penalty: 10 };
	await db.batch([db.delete(results), db.delete(dailyResults), db.delete(resultTables)]);
	await createSheet({ competitionClassId: scored.club, dayId: scored.day.id }, [resultOf("A1", stated)]);
	expect(rowsIn(await scored.daily())[0]).toEqual(expect.arrayContaining(["196.5", "90.5", "10"]));
	expect(await scored.daily()).not.toContain("*");
	expect(await dayPage()).not.toContain("*");
});

test("a preliminary day counts in the total on the page, and not in that of the API", async () => {
	await scored.publish(scoredTask);
	const [adam, eva] = [await scored.pilot("Adamová", "A1"), await scored.pilot("Evová", "E2")];
	const [before] = scored.days;
	await setTask(before?.id ?? "");
	await createSheet({ competitionClassId: scored.club, dayId: before?.id ?? "" }, [
		resultOf("E2", { name: "Eva Evová", points: 500, position: 1, registrationId: eva.id }),
		resultOf("A1", { name: "Jana Adamová", points: 164, position: 2, registrationId: adam.id }),
	]);
	await scored.fly(eva, { hops: short });
	await scored.fly(adam, { hops: home });
	const total = async (app = scored.app) =>
		(
			await sourceOf(await app.get(`/results?view=total&class=${scored.club}`, { language: "en" }))
		).replaceAll("\u00a0", " ");
	const html = await total();
	// 422 and 86 points of the day, as above: 164 + 422 = 500 + 86, and each has won a day and been second on another.
	expect(rowsIn(html).map((row) => row.slice(0, 7))).toEqual([
		["1", "E2", "Eva Evová", "586", "–unchanged", "500", "86"],
		["1", "A1", "Jana Adamová", "586", "▲ 1up 1 place", "164", "422"],
	]);
	expect(html).toContain("Preliminary");
	expect(html).toMatch(/After day 4 \(Tuesday 15 July\)\.</);
	const api = await scored.app.api("GET", `/api/results/total/${scored.club}`);
	expect(((await api.json()) as { points: number }[]).map(({ points }) => points)).toEqual([500, 164]);
	// With somebody in the air the day counts neither there nor on home, and on the next date he was forgotten.
	await storeStatus({
		statusId: "status-of-eva",
		dayId: scored.day.id,
		registrationId: eva.id,
		status: "FLYING",
		statusAt: new Date("2025-07-15T10:00:00Z"),
	});
	const flown = await total();
	expect(textsIn(flown, ".results-table thead th").slice(4, 6)).toEqual(["Behind", "Day 1"]);
	expect(rowsIn(flown).map((row) => row.slice(0, 6))).toEqual([
		["1", "E2", "Eva Evová", "500", "", "500"],
		["2", "A1", "Jana Adamová", "164", "336", "164"],
	]);
	// The pilot's page, too, says that a day beside the place is not in it.
	const pilotsPage = async () =>
		(await sourceOf(await scored.app.get("/pilots/A1", { language: "en" }))).replaceAll("\u00a0", " ");
	const pilot = await pilotsPage();
	expect(flown).toContain(">After day 1 (Saturday 12 July). Preliminary day 4 is not counted yet.<");
	expect(pilot).toContain(">After day 1 (Saturday 12 July). Preliminary day 4 is not counted yet.<");
	expect(textsIn(pilot, "tbody th").map((text) => /preliminary.*$/.exec(text)?.[0])).toEqual([
		undefined,
		"preliminary, does not count yet",
	]);
	const onHome = await sourceOf(await scored.app.get("/", { language: "en" }));
	expect(textsIn(onHome.replaceAll("\u00a0", " "), ".now-class li").join()).toMatch(
		/Overall leader.*E2Eva Evová500 pts/,
	);
	expect(rowsIn(await total(createApp({ clock: "2025-07-16T08:00:00Z" })))).toEqual(rowsIn(html));
});

test("one truth of who leads: every page names the leader of all days that count, the API that of official results", async () => {
	await scored.publish(scoredTask);
	const adam = await scored.pilot("Adamová", "A1");
	const eva = await scored.pilot("Evová", "E2");
	await scored.fly(adam, { hops: home });
	await scored.fly(eva, { hops: short });
	const [{ id: earlier } = scored.day] = scored.days;
	await setTask(earlier);
	await createSheet({ competitionClassId: scored.club, dayId: earlier }, [
		resultOf("E2", { points: 600, registrationId: eva.id, name: "Jana Evová" }),
		resultOf("A1", { points: 500, position: 2, registrationId: adam.id, name: "Jana Adamová" }),
	]);
	// Officially Evová leads by 100 points; the preliminary day turns it round.
	const nextMorning = createApp({ clock: "2025-07-16T07:00:00Z" });
	const afterwards = createApp({ clock: "2025-07-25T07:00:00Z" });
	for (const [app, path, name] of [
		[nextMorning, "/results", "table tbody th"],
		[nextMorning, `/results?view=total&class=${scored.club}`, "table tbody th"],
		[nextMorning, "/results/sheet/total/club", "table tbody th"],
		[nextMorning, "/", '[aria-labelledby="now"] a[href^="/pilots/"]'],
		[afterwards, "/", ".podium-name a"],
		[afterwards, "/results", "table tbody th"],
	] as const) {
		const html = await sourceOf(await app.get(path, { language: "en" }));
		expect(textsIn(html, name)[0], path).toContain("Adamová");
	}
	const top = await nextMorning.api("GET", "/api/results/top");
	expect(JSON.stringify(await top.json())).toMatch(/"results":\[\{"position":1,"name":"Jana Evová"/);
});

test("equal sums on the podium of official results are decided by day wins, on the page and in the API", async () => {
	const sheet = (day: number, points: Readonly<Record<string, number>>) =>
		createSheet(
			{ competitionClassId: scored.club, dayId: scored.days[day]?.id ?? "" },
			Object.entries(points).map(([name, own], index) =>
				resultOf(name, { points: own, position: index + 1 }),
			),
			{ source: "csv" },
		);
	for (const { id } of scored.days.slice(0, 3)) await setTask(id);
	await sheet(0, { B: 600, A: 300 });
	await sheet(1, { B: 500, A: 400 });
	await sheet(2, { A: 900, B: 500 });
	const page = await sourceOf(
		await scored.app.get(`/results?view=total&class=${scored.club}`, { language: "en" }),
	);
	expect(rowsIn(page).map((row) => row.slice(0, 4))).toEqual([
		["1", "B", "Pilot B", "1,600"],
		["2", "A", "Pilot A", "1,600"],
	]);
	const api = await scored.app.api("GET", `/api/results/total/${scored.club}`);
	expect(await api.json()).toMatchObject([
		{ position: 1, name: "Pilot B" },
		{ position: 2, name: "Pilot A" },
	]);
});
