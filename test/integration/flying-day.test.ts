import { eq } from "drizzle-orm";
import { beforeAll, expect } from "vitest";
import { news, tasks } from "~db/schema";
import { createApp } from "~test/support/app";
import { changeEdition } from "~test/support/change-edition";
import {
	createAdmin,
	createRegistration,
	createUser,
	databaseOf,
	seedReference,
	storeStatus,
} from "~test/support/factories";
import { flownFile } from "~test/support/flown";
import { draw } from "~test/support/grid-desk";
import { attributeIn, elementsIn, linksIn, rowsIn, sourceOf, textsIn } from "~test/support/html";
import { uploadBody } from "~test/support/igc";
import { insertTask } from "~test/support/insert-task";
import { createSheet, resultOf, setTask } from "~test/support/result-sheets";
import { home, scoredTask } from "~test/support/scored-class";
import { dayOn, ids, test } from "~test/support/world";

/*
 * The fourth day of the competition, 15 July 2025, from its morning to what is left of it, as home and the page of the day show
 * it to visitors and to a competitor. The tests go on where the one before has ended.
 */
const db = databaseOf();
const noon = createApp({ clock: "2025-07-15T10:00:00Z" });
const evening = createApp({ clock: "2025-07-15T18:00:00Z" });
const dayId = dayOn("2025-07-15");
const club = ids.club;
let adam: { id: string; userId: string };
let eva: { id: string };
let admin: { id: string };

beforeAll(async () => {
	await seedReference();
	const user = await createUser({ name: "Adam", surname: "Zkušební" });
	adam = await createRegistration({
		userId: user.id,
		accepted: true,
		paid: true,
		startNumber: "A1",
		competitionClassId: club,
	});
	eva = await createRegistration({
		userId: (await createUser({ name: "Eva", surname: "Polní" })).id,
		accepted: true,
		startNumber: "E2",
		competitionClassId: club,
	});
	admin = await createAdmin();
	const { id: authorId } = admin;
	const at = new Date("2025-07-15T06:40:00Z");
	await db.insert(news).values({
		id: "item",
		title: "Briefing v 9.30",
		body: "Letíme.",
		authorId,
		createdAt: at,
		updatedAt: at,
	});
});

async function read(app: typeof noon, path: string, as: { id: string } | null = null): Promise<string> {
	const response = await app.get(path, { as, language: "en" });
	expect(response.status).toBe(200);
	return (await sourceOf(response)).replaceAll("\u00a0", " ");
}

const setStatus = (entry: { id: string }, status: "FLYING" | "OUTLANDING" | "HOME" | "DNF") =>
	storeStatus({
		statusId: `status-${entry.id}`,
		dayId,
		registrationId: entry.id,
		status,
		statusAt: new Date("2025-07-15T12:12:00Z"),
	});

const clubCard = (page: string) => elementsIn(page, ".now-class")[0]?.textContent ?? "";

test("a day without a task says so, a cancelled one too", async () => {
	expect(textsIn(await read(noon, "/"), "[data-refresh-region] > p")).toEqual(["No task has been set yet."]);
	const desks = async () => linksIn(elementsIn(await read(noon, "/", admin), ".task-links")[0] ?? "");
	expect(await desks()).toEqual([
		["Upload the task: Club, Tuesday 15 July", "/admin/tasks/2025-07-15/club"],
		["Upload the task: Kombi, Tuesday 15 July", "/admin/tasks/2025-07-15/18_meter"],
		["Upload the task: Club, Wednesday 16 July", "/admin/tasks/2025-07-16/club"],
		["Upload the task: Kombi, Wednesday 16 July", "/admin/tasks/2025-07-16/18_meter"],
	]);
	const place = { id: "task-draft", dayId, competitionClassId: club, number: 1 };
	await insertTask(scoredTask, { ...place, state: "draft" });
	expect((await desks())[0]?.[0]).toBe("Publish the task: Club, Tuesday 15 July");
	await db.delete(tasks).where(eq(tasks.id, place.id));
	await setTask(dayId, "TASK_CANCELLED");
	expect(await desks()).toHaveLength(2);
	expect(elementsIn(await read(noon, "/"), ".task-links")).toEqual([]);
	expect(textsIn(await read(noon, "/"), "[data-refresh-region] > p")).toEqual(["The task is cancelled."]);
	expect(textsIn(await read(noon, "/days/4"), "main .empty")).toEqual(["The task is cancelled."]);
});

test("in the morning home shows the task, when the grid stands and the news of the day", async () => {
	await setTask(dayId);
	const briefing = { ...scoredTask.briefing, gridTime: "10:45:00", qnhHpa: 1017.5 };
	await insertTask({ ...scoredTask, briefing }, { id: "task-a", dayId, competitionClassId: club, number: 1 });
	changeEdition({ dailyBriefing: "09:30:00" });
	await draw(admin, {});
	const page = await read(noon, "/");
	expect(page).toContain("Briefing at 9:30");
	// The grid as it was drawn, two gliders a row.
	expect(textsIn(page, '.now-class ol[aria-label="Grid, Club"] li')).toEqual([
		expect.stringMatching(/^(A1 · E2|E2 · A1)$/),
	]);
	expect(attributeIn(page, '.now-class a[href^="/grid"]', "href")).toBe("/grid?day=2025-07-15&class=club");
	expect(textsIn(page, ".now-class h3")[0]).toContain("before launch");
	expect(clubCard(page)).toContain("Racing task, 197.0 km");
	expect(clubCard(page)).toContain("10:45");
	expect(attributeIn(page, "[data-refresh-region] > ul a", "href")).toBe("/news/item");
	expect(attributeIn(page, "#now a", "href")).toBe("/days/4");
	expect(attributeIn(page, '.now-class a[href$="/sheet"]', "href")).toBe("/tasks/task-a/sheet");
	// Nobody has flown: the page of the day has no column of flights.
	expect(textsIn(await read(noon, "/days/4"), ".day-table thead th")).toEqual(["Pilot"]);
	expect(textsIn(await read(noon, "/tasks/2025-07-15"), ".facts dd")).toContain("1017.5 hPa");
});

test("a task of a later day is a tap away on home, with its sheet", async () => {
	const links = async (clock: string) => {
		const page = await read(createApp({ clock }), "/");
		const [box = ""] = elementsIn(page, ".task-links");
		return [...textsIn(box, ".notice-title"), ...linksIn(box)];
	};
	const task = [
		["Club: Racing task, 197.0 km, version A", "/tasks/2025-07-15#club"],
		["Task sheet to print", "/tasks/task-a/sheet"],
	];
	expect(await links("2025-07-11T10:00:00Z")).toEqual(["Day 4, Tuesday 15 July", ...task]);
	expect(await links("2025-07-14T21:59:00Z")).toEqual(["Tomorrow, Day 4, Tuesday 15 July", ...task]);
	await setTask(dayId, "TASK_CANCELLED");
	expect(await links("2025-07-14T21:59:00Z")).toEqual([]);
	await setTask(dayId);
	expect(await links("2025-07-14T22:00:00Z")).toEqual([]);
});

test("in the air it counts who is where and names who is out", async () => {
	await setStatus(eva, "FLYING");
	await setStatus(adam, "DNF");
	// Who stays on the ground is below those who fly.
	const rows = textsIn(await read(noon, "/days/4"), ".day-table tbody tr");
	expect(rows.map((text) => text.trim().slice(0, 2))).toEqual(["E2", "A1"]);
	await setStatus(adam, "FLYING");
	await setStatus(eva, "OUTLANDING");
	const page = await read(noon, "/");
	expect(textsIn(page, ".status-counts li").slice(0, 3)).toEqual(["1 flying", "1 in a field", "0 home"]);
	// Once: the counter says it, nothing beside it does.
	expect(clubCard(page).match(/1 in the air|1 flying/g)).toEqual(["1 flying"]);
	const ofDay = await read(noon, "/days/4");
	expect(textsIn(ofDay, ".section .status-counts li")).toEqual(["1 flying", "1 in a field", "0 home"]);
	for (const view of ["top", "total", "daily"]) {
		const results = linksIn(elementsIn(await read(noon, `/results?view=${view}`), ".results-air")[0] ?? "");
		expect(results).toEqual([["Club 1 in the air", "/statuses?day=2025-07-15&class=club&only=FLYING"]]);
		const other = await read(noon, `/results?view=${view}&class=${ids.kombi}`);
		expect(elementsIn(other, ".results-air")).toHaveLength(view === "top" ? 1 : 0);
	}
	// On a phone, the map stands above who is where, and both above the pilots.
	expect(ofDay.indexOf("day-task")).toBeLessThan(ofDay.indexOf("status-counts"));
	expect(ofDay.indexOf("status-counts")).toBeLessThan(ofDay.indexOf("day-table"));
	const counters = linksIn(elementsIn(page, ".status-counts")[0] ?? "").map(([, to]) => to);
	expect(counters).toEqual(
		["FLYING", "OUTLANDING", "HOME"].map((state) => `/statuses?day=2025-07-15&class=club&only=${state}#list`),
	);
	const out = await read(noon, counters[1] ?? "");
	expect(rowsIn(out).map(([number]) => number)).toEqual(["E2"]);
	expect(linksIn(out)).toContainEqual(["Everybody", "/statuses?day=2025-07-15"]);
	// It says whom it shows, and no number of all beside those of a class.
	expect(textsIn(out, "main .button-row strong")).toContain("Club");
	expect(out).not.toContain("In total");
	expect(clubCard(page)).toContain("In a field: E2 E. Polní");
	expect(clubCard(page)).toContain("As of 14:12");
	// A cancellation brings nobody home.
	await setTask(dayId, "TASK_CANCELLED");
	const cancelled = await read(noon, "/");
	expect(textsIn(cancelled, "[data-refresh-region] > p")).toEqual(["The task is cancelled."]);
	expect(textsIn(cancelled, ".status-counts li").slice(0, 3)).toEqual(["1 flying", "1 in a field", "0 home"]);
	expect(clubCard(cancelled)).toContain("In a field: E2 E. Polní");
	await setTask(dayId);
	// The list is an hour old, the finish closes, the sun sets: the number of who flies is doubted.
	const doubted = async (time: string) => {
		const app = createApp({ clock: `2025-07-15T${time}Z` });
		const pages = [clubCard(await read(app, "/")), await read(app, "/days/4"), await read(app, "/results")];
		return pages.map(
			(page) =>
				/The list has not changed since 14:12|the finish closed at 18:30|sunset 2\d:\d\d/.exec(page)?.[0],
		);
	};
	const alarmed = async (time: string) => {
		const page = await read(createApp({ clock: `2025-07-15T${time}Z` }), "/days/4");
		return textsIn(page, ".status-counts .text-danger");
	};
	expect(await alarmed("13:11:00")).toEqual([]);
	expect(await alarmed("13:13:00")).toEqual(["1 flying"]);
	expect(await doubted("13:11:00")).toEqual(Array(3).fill(undefined));
	expect(await doubted("13:13:00")).toEqual(Array(3).fill("The list has not changed since 14:12"));
	const closing = { ...scoredTask.rules, finishCloses: "18:30:00" };
	await db.update(tasks).set({ rules: closing }).where(eq(tasks.id, "task-a"));
	expect(await doubted("16:30:00")).toEqual(Array(3).fill("the finish closed at 18:30"));
	expect(await doubted("18:20:00")).toEqual(Array(3).fill(expect.stringMatching("sunset")));
	// The sentence leads to who they are.
	for (const path of ["/", "/days/4", "/results"])
		expect(
			linksIn(await read(createApp({ clock: "2025-07-15T18:20:00Z" }), path)).filter(([text]) =>
				text.includes("still listed as flying"),
			),
			path,
		).toEqual([
			[
				expect.stringContaining("1 pilot"),
				expect.stringMatching(/^\/statuses\?day=2025-07-15&class=club&only=FLYING(#list)?$/),
			],
		]);
	await db.update(tasks).set({ rules: scoredTask.rules }).where(eq(tasks.id, "task-a"));
	// A script refreshes the block, without which it is the same.
	expect(attributeIn(page, "[data-refresh]", "data-refresh-url")).toBe("/");
	expect(elementsIn(page, "[data-refresh-region] .now-class")).toHaveLength(2);
});

test("a page that is left open over midnight gets the date and the current day with what it shows", async () => {
	const nextDay = createApp({ clock: "2025-07-15T22:01:00Z" });
	const refreshed = async (app: typeof noon, path: string) => {
		const page = await read(app, path);
		const heading = "#now [data-refresh-region], .page-head [data-refresh-region]";
		return [...textsIn(page, heading), ...textsIn(page, "nav[data-refresh-region] [aria-current]")];
	};
	for (const path of ["/", "/grid"]) {
		const of = (date: RegExp) => [expect.stringMatching(date), expect.stringMatching(date)];
		expect(await refreshed(noon, path), path).toEqual(of(/15\sJuly/));
		expect(await refreshed(nextDay, path), path).toEqual(of(/16\sJuly/));
	}
});

test("a competitor reads first that a log is missing, then where it has put them", async () => {
	const own = async () => textsIn(await read(evening, "/", { id: adam.userId }), ".own-day-line")[0];
	expect(await own()).toBeUndefined();
	await setStatus(adam, "HOME");
	expect(await own()).toMatch(/^Your flight log is missing\./);
	const log = uploadBody(adam.id, dayId, flownFile({ hops: home }));
	expect((await evening.post("/igc", log, { as: { id: adam.userId } })).status).toBe(303);
	expect(await own()).toBe("Log received 20:00, preliminary place 1, 676 pts");
	await setStatus(eva, "FLYING");
	expect(clubCard(await read(evening, "/"))).not.toContain("Overall leader");
	await setStatus(eva, "OUTLANDING");
	expect(clubCard(await read(evening, "/"))).toMatch(
		/Overall leader · After day 4 \(Tuesday 15 July\)\. A1 leads by 676 ptsA1Adam Zkušební/,
	);
	expect(await read(evening, "/")).not.toContain("own-day");
	const data = await evening.get("/_root.data");
	expect(data.status).toBe(200);
	expect(await data.text()).not.toContain(adam.userId);
});

test("in the evening there is a preliminary podium with how many logs it is made of", async () => {
	const page = await read(evening, "/");
	expect(textsIn(page, ".podium li")[0]).toMatch(/A1\s+Adam Zkušební\s*90.0 km\/h\s*676 pts/);
	expect(clubCard(page)).toMatch(/Preliminary results of the day \(1 of 2 logs\).*676 pts/s);
	// Who is still in a field is not forgotten.
	expect(clubCard(page)).toContain("In a field: E2 E. Polní");
	// The tracks of the first three are on the maps once the finish has closed.
	const tracks = async (path: string) =>
		elementsIn(await read(evening, path), ".medal-track.podium-1").length;
	expect([await tracks("/"), await tracks("/days/4")]).toEqual([0, 0]);
	const closed = { ...scoredTask.rules, finishCloses: "19:00:00" };
	await db.update(tasks).set({ rules: closed }).where(eq(tasks.id, "task-a"));
	expect([await tracks("/"), await tracks("/days/4")]).toEqual([1, 1]);
	expect(attributeIn(await read(evening, "/"), ".now-class a.button", "href")).toBe(
		"/days/4/replay?class=club",
	);
	const day = await read(evening, "/days/4");
	expect(textsIn(day, "title")).toEqual(["Day 4, Tuesday 15 July – Glider Cup 2025"]);
	expect(rowsIn(day)).toEqual([
		[
			"1",
			expect.stringMatching(/^A1 Adam Zkušební/),
			expect.stringMatching(/^197.0 km\s+90.0 km\/h$/),
			"676",
			"Flight: Adam Zkušební",
		],
		["", expect.stringMatching(/^E2 Eva Polní/), "in a field", "", ""],
	]);
	expect(textsIn(day, ".day-best dd")).toEqual(["90.0 km/h Adam Zkušební", "197.0 km Adam Zkušební"]);
	expect(textsIn(day, "article h3")).toEqual(["Briefing v 9.30 in Czech"]);
	expect(elementsIn(day, '.day-task [role="img"]')).toHaveLength(1);
	expect(
		elementsIn(day, 'nav a[rel="prev"][href="/days/3"], nav a[rel="next"][href="/days/5"]'),
	).toHaveLength(2);
});

test("official results take the place of preliminary ones; afterwards home shows winners and the season's numbers", async () => {
	await createSheet({ competitionClassId: club, dayId }, [
		resultOf("E2", { name: "Eva Polní", registrationId: eva.id, points: 700 }),
		resultOf("A1", { name: "Adam Zkušební", registrationId: adam.id, points: 650, position: 2 }),
	]);
	const page = await read(evening, "/");
	expect(textsIn(page, ".podium-name")).toEqual(["E2 Eva Polní", "A1 Adam Zkušební"]);
	expect(clubCard(page)).toMatch(
		/Overall leader · After day 4 \(Tuesday 15 July\)\. E2 leads by 50 ptsE2Eva Polní700 pts/,
	);
	const day = await read(evening, "/days/4");
	expect(rowsIn(day).map(([position, , , points]) => [position, points])).toEqual([
		["1", "700"],
		["2", "650"],
	]);
	for (const scored of [day, await read(evening, "/results")])
		expect(textsIn(scored, ".results-note")[0]).toContain("E2 leads by 50 pts");
	const august = createApp({ clock: "2025-08-01T10:00:00Z" });
	const after = await read(august, "/");
	expect(textsIn(after, ".podium-points")).toEqual(["700 pts", "650 pts"]);
	expect(textsIn(await read(august, "/archive"), ".podium-points")).toEqual(["700 pts", "650 pts"]);
	expect(textsIn(await read(evening, "/archive"), ".podium-points")).toEqual([]);
	expect(textsIn(after, '[aria-labelledby="now"] .count').map((text) => text.replace(/\s+/g, " "))).toEqual([
		"1flying day",
		"1flight on a task",
		"197km on tasks",
		"197 kmlongest flight: Adam Zkušební",
	]);
	expect(textsIn(after, ".quick-links a").at(-1)).toBe("Archive");
});

test("nobody with an account is asked to create one", async () => {
	const spring = createApp({ clock: "2025-05-01T10:00:00Z" });
	const novice = await createUser();
	const links = async (as: { id: string } | null) =>
		elementsIn(await read(spring, "/", as), "main a").map((link) => link.getAttribute("href"));
	expect(await links(null)).toContain("/signup");
	expect(await links(novice)).not.toContain("/signup");
	expect(await links(novice)).toContain("/registration");
	const own = await read(spring, "/", { id: adam.userId });
	expect(textsIn(own, ".own-day p")).toEqual(["Your entry is accepted and paid"]);
	expect(textsIn(own, ".home-signup")).toEqual([]);
});
