import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { drizzle } from "drizzle-orm/d1";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "~/lib/accounts/password/password.server";
import { addDays } from "~/lib/editions/prague-time";
import { readResultsCsv } from "~/lib/results/read-results-csv";
import { users } from "~db/schema";
import { newestEdition } from "~editions/index";
import type { Edition, EditionClass } from "~editions/schema";
import {
	changeGlider,
	disqualify,
	enter,
	logIn,
	makeGuest,
	type Pilot,
	password,
	press,
	publishTask,
	sayFirstAlone,
	sendLog,
} from "~test/support/competition-acts";
import { copyCheckout } from "~test/support/copied-checkout";
import { scoredTwice } from "~test/support/scored-twice";
import { databaseOf } from "../../scripts/database/database-of";
import { prepareAll } from "../../scripts/database/insert-rows";
import type * as Build from "../../scripts/lib/build";
import { findChromium } from "../../scripts/lib/chromium";
import type * as Served from "../../scripts/local/dev-server";
import { completeLocalSecrets } from "../../scripts/local/local-secrets";
import { openLocalState } from "../../scripts/local/local-state";
import { freePortFrom } from "../../scripts/local/ports";
import { prepareLocalData } from "../../scripts/local/prepare-local";
import { referenceStatements } from "../../scripts/reference/reference-data";

/*
 * A competition of three classes from entry to medals by the forms of its pages and no other program, in an edition without anything: in
 * full with scripts, and a small one without. Somebody changes the glider on the second day, a guest flies along, a two-seater has a
 * second pilot, and one is disqualified on the last day; a second scorer scores every day again. `DAYS` and `PILOTS` set the size of both.
 * Its printed sheets stay in the folder `COMPETITION_SHEETS`, where it is set, to be looked at.
 */

const { competition, year } = newestEdition();
const [club] = newestEdition().classes;
if (!club) throw new Error("the edition has no class");
const name = { cs: "Standardní", en: "Standard" };
const third: EditionClass = { ...club, type: "standard", kind: "standard", name };
const edition: Edition = { ...newestEdition(), classes: [...newestEdition().classes, third] };
const { classes } = edition;
const types = classes.map(({ type }) => type);
const organiser = "scorer@example.com";
const sheets = process.env.COMPETITION_SHEETS;

let browser: Browser;
let startDevServer: typeof Served.startDevServer;
const folders: string[] = [];

function temporaryFolder() {
	const folder = mkdtempSync(join(tmpdir(), "competition-"));
	folders.push(folder);
	return folder;
}

/** Builds the site with the third class in a copy of the project. @returns the module that serves it */
async function buildWithThirdClass() {
	const { folder: copy } = copyCheckout("test");
	folders.push(copy);
	const file = join(copy, `editions/${year}.ts`);
	const written = readFileSync(file, "utf8");
	const changed = written.replace(
		/(?<=export const[\s\S]*)\n\tclasses,\n/,
		`\n\tclasses: [...classes, ${JSON.stringify(third)}],\n`,
	);
	expect(changed).not.toBe(written);
	writeFileSync(file, changed);
	const { buildWhenStale }: typeof Build = await import(join(copy, "scripts/lib/build.ts"));
	await buildWhenStale();
	const served: typeof Served = await import(join(copy, "scripts/local/dev-server.ts"));
	return served;
}

beforeAll(async () => {
	const executablePath = findChromium();
	browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ["--disable-gpu"] });
	({ startDevServer } = await buildWithThirdClass());
}, 900_000);

afterAll(async () => {
	await browser.close();
	for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A site with an organiser and nobody else, whose clock is set by starting it again. */
async function emptySite() {
	const folder = temporaryFolder();
	const place = { state: join(folder, "state"), secrets: join(folder, "secrets.env") };
	writeFileSync(place.secrets, completeLocalSecrets(""));
	await prepareLocalData(place, { withDemo: [] });
	const { env, close } = await openLocalState(place);
	const now = new Date("2025-03-01T12:00:00Z");
	const database = databaseOf(env, year);
	await database.batch(prepareAll(database, referenceStatements(edition, "corrected", new Date())));
	const person = { email: organiser, name: "Dana", surname: "Bodová", role: "organiser" as const };
	const times = { createdAt: now, updatedAt: now, verifiedAt: now };
	await drizzle(database)
		.insert(users)
		.values({ ...person, ...times, id: crypto.randomUUID(), passwordHash: await hashPassword(password) });
	await close();
	const port = await freePortFrom(8890);
	let server: Served.DevServer | null = null;
	return {
		origin: `http://localhost:${port}`,
		async at(clock: string) {
			await server?.stop();
			server = await startDevServer(place, port, { clock, log: () => {} });
		},
		/** Does once what the schedule does every minute. */
		schedule: async () => server?.runSchedule(),
		stop: async () => server?.stop(),
	};
}

type Site = Awaited<ReturnType<typeof emptySite>>;

/** Start numbers of those of whom more is said, by what it is. */
const numberOf = { changed: "101", guest: "102", twoSeater: "103", disqualified: "201" } as const;
const why = "Flew in clouds";

function peopleOf(pilots: readonly Pilot[]) {
	const of = (who: keyof typeof numberOf) => {
		const pilot = pilots.find(({ startNumber }) => startNumber === numberOf[who]);
		if (!pilot) throw new Error(`nobody has the number ${numberOf[who]}`);
		return pilot;
	};
	return {
		changed: of("changed"),
		guest: of("guest"),
		twoSeater: of("twoSeater"),
		disqualified: of("disqualified"),
	};
}

/** The texts of each row of a signed sheet. */
const cellsOf = (page: Page) =>
	page
		.locator(".signed-table tbody tr")
		.evaluateAll((rows) =>
			rows.map((row) =>
				[...row.children].map((cell) => cell.textContent?.replaceAll(/\s+/g, " ").trim() ?? ""),
			),
		);

/** Of a signed sheet: place, start number and points of each row. */
const rowsOf = async (page: Page, pointsAt: number) =>
	(await cellsOf(page)).map((cells) => ({
		place: cells[0] ?? "",
		startNumber: cells[1] ?? "",
		points: Number(cells.at(pointsAt)?.replace(/[^\d.]/g, "")),
	}));

/** Prints a page on which nothing but the name of a club is cut. @returns how many sheets of A4 portrait it has */
async function print(page: Page, path: string, name: string): Promise<number> {
	await page.goto(path);
	const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
	if (sheets) {
		const file = join(sheets, `${name}.pdf`);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, pdf);
	}
	await page.emulateMedia({ media: "print" });
	// The 190 mm between the margins.
	await page.setViewportSize({ width: 718, height: 1000 });
	const cut = await page
		.locator(".signed-table :is(th, td):not(.club)")
		.evaluateAll((cells) =>
			cells
				.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
				.map((cell) => cell.textContent),
		);
	expect(cut, path).toEqual([]);
	await page.emulateMedia({ media: null });
	const text = pdf.toString("latin1");
	expect(text, path).toMatch(/MediaBox \[0 0 59[45][\d.]* 84[12][\d.]*\]/);
	return text.match(/\/Type\s*\/Page[^s]/g)?.length ?? 0;
}

interface Size {
	readonly scripts: boolean;
	readonly days: number;
	/** Of each class. */
	readonly pilots: number;
}

/** Of a competition that is being played. */
interface Played {
	readonly site: Site;
	/** The page of the organiser. */
	readonly desk: Page;
	readonly scripts: boolean;
	readonly newPage: () => Promise<Page>;
	readonly pilots: readonly Pilot[];
	readonly people: ReturnType<typeof peopleOf>;
	/** Local dates of the days that are flown. */
	readonly dates: readonly string[];
}

const pilotsOf = (perClass: number) =>
	classes.flatMap(({ type, name: className }, ofClass) =>
		Array.from({ length: perClass }, (_, index): Pilot => {
			const startNumber = String(ofClass * 100 + index + 1);
			const surname = `Pilotová ${startNumber}`;
			return {
				email: `p${startNumber}@example.com`,
				surname,
				fullName: `Jana ${surname}`,
				secondPilot: startNumber === numberOf.twoSeater ? "Petr Druhý" : "",
				startNumber,
				type,
				className: className.en,
				index,
				place: ofClass * perClass + index,
			};
		}),
	);

async function run(site: Site, { scripts, days, pilots: perClass }: Size) {
	const newPage = async () =>
		(
			await browser.newContext({
				baseURL: site.origin,
				javaScriptEnabled: scripts,
				serviceWorkers: "block",
				timezoneId: "Europe/Prague",
				reducedMotion: "reduce",
			})
		).newPage();
	const pilots = pilotsOf(perClass);
	const dates = Array.from({ length: days }, (_, day) => addDays(competition.from, day));
	const desk = await newPage();
	const played = { site, desk, scripts, newPage, pilots, people: peopleOf(pilots), dates };
	await enterAll(played);
	const sheetOf = async (page: Page, date: string | undefined) => {
		await page.goto(`/results/sheet/${date}/${played.people.changed.type}?lng=en`);
		return cellsOf(page);
	};
	await playDay(played, 0);
	const firstDay = await sheetOf(desk, dates[0]);
	for (const day of dates.keys()) if (day > 0) await playDay(played, day);
	await site.at(`${addDays(competition.to, 1)}T08:00:00Z`);
	const visitor = await newPage();
	for (const type of types) await checkSheets(visitor, played, type);
	expect(await sheetOf(visitor, dates[0])).toEqual(firstDay);
	if (days > 1) {
		const before = flownBy(played.people.changed, firstDay);
		const after = flownBy(played.people.changed, await sheetOf(visitor, dates[1]));
		expect(after.glider).not.toBe(before.glider);
		expect(after.handicap).not.toBe(before.handicap);
	}
	await visitor.goto("/?lng=en");
	const onPodium = types.map((type) =>
		Math.min(3, pilots.filter((one) => isPlaced(one, type, played)).length),
	);
	expect(await visitor.locator(".podium-name").count()).toBeGreaterThanOrEqual(
		onPodium.reduce((sum, count) => sum + count, 0),
	);
	await visitor.goto("/results?lng=en");
	expect(await visitor.locator(".results-table").count()).toBe(types.length);
}

/** Glider and handicap on the sheet of a day. */
function flownBy({ startNumber }: Pilot, cells: readonly string[][]) {
	const row = cells.find((one) => one[1] === startNumber);
	return { glider: row?.[5], handicap: row?.[7] };
}

const isPlaced = (pilot: Pilot, type: string, { people: { guest, disqualified } }: Played) =>
	pilot.type === type && pilot !== guest && pilot !== disqualified;

async function enterAll({ site, desk, scripts, newPage, pilots, people }: Played) {
	await site.at("2025-04-01T10:00:00Z");
	for (const pilot of pilots) {
		const page = await newPage();
		await enter(page, pilot, scripts);
		await page.context().close();
	}
	await logIn(desk, organiser);
	await desk.goto("/starting-list?lng=en");
	await desk.getByRole("link", { name: "Select all" }).click();
	const accept = desk.getByRole("button", { name: "Accept selected" });
	await expect.poll(() => desk.locator("input[name=entry]:checked").count()).toBe(pilots.length);
	await accept.click();
	await accept.waitFor({ state: "detached" });
	await makeGuest({ page: desk, scripts }, people.guest);
}

/** From the briefing of a day to its unofficial results. Those of the day before become official in the evening. */
async function playDay(played: Played, day: number) {
	const { site, desk, scripts, newPage, pilots, people, dates } = played;
	const date = dates[day] ?? "";
	const dayBefore = dates[day - 1];
	const office = { page: desk, scripts };
	await site.at(`${date}T07:00:00Z`);
	await logIn(desk, organiser);
	if (day === 1) await changeGlider(office, people.changed, date);
	for (const type of types) await publishTask(desk, date, type);
	await site.at(`${date}T17:00:00Z`);
	await logIn(desk, organiser);
	for (const pilot of pilots) await sendLog(desk, pilot, date, day);
	// Of each class 20 logs at most.
	const steps = types.length * Math.ceil(pilots.length / types.length / 20);
	for (let minute = 0; minute < steps; minute++) await site.schedule();
	for (const type of types) await press(desk, date, type, "Make unofficial");
	if (day === 0) {
		await protest(site, desk, await newPage(), { date, type: types[0] ?? "", pilot: pilots[0] });
		await sayFirstAlone(office, people.twoSeater, date, people.twoSeater.type);
	}
	if (date === dates.at(-1)) await disqualify(office, people.disqualified, date, why);
	if (dayBefore) await makeOfficial(played, dayBefore, `${date}T20:00:00Z`);
	if (date === dates.at(-1)) await makeOfficial(played, date, `${addDays(date, 1)}T20:00:00Z`);
}

async function makeOfficial({ site, desk }: Played, date: string, clock: string) {
	await site.at(clock);
	await logIn(desk, organiser);
	for (const type of types) await press(desk, date, type, "Make official", "Checked");
}

/** Prints the sheets of a class, and compares each with its file, the scores of the API, those of the second scorer, and the total. */
async function checkSheets(visitor: Page, played: Played, type: string) {
	const { dates, people } = played;
	const { guest, disqualified } = people;
	const folder = played.scripts ? "with-scripts" : "without-scripts";
	const sums = new Map<string, number>();
	for (const date of dates) {
		const path = `/results/sheet/${date}/${type}`;
		expect(await print(visitor, `${path}?lng=en`, `${folder}/${date}-${type}`)).toBe(1);
		expect(await visitor.locator(".signed-sheet header").innerText()).toContain("Official");
		const rows = await rowsOf(visitor, -2);
		expect(rows).toHaveLength(played.pilots.filter((pilot) => pilot.type === type).length);
		await checkPeople(visitor, played, { type, date });
		const competing = rows.filter(({ startNumber }) => startNumber !== guest.startNumber);
		const csv = await (await visitor.request.get(`/results/export/${date}/${type}.csv`)).text();
		expect(csv.startsWith("\uFEFF")).toBe(true);
		const file = readResultsCsv(csv);
		expect(file.ok).toBe(true);
		expect(file.rows.map(({ startNumber, points }) => [startNumber, points])).toEqual(
			competing.map(({ startNumber, points }) => [startNumber, points]),
		);
		const read = async <T>(address: string): Promise<T> => (await visitor.request.get(address)).json();
		const { byApp, again } = await scoredTwice(read, date, type);
		expect(again).toEqual(byApp);
		expect(pointsIn(byApp)).toEqual(pointsIn(rows));
		for (const { startNumber, points } of competing)
			sums.set(startNumber, (sums.get(startNumber) ?? 0) + points);
	}
	expect(await print(visitor, `/results/sheet/total/${type}?lng=en`, `${folder}/total-${type}`)).toBe(1);
	expect(await visitor.locator(".signed-sheet header").innerText()).toContain("Official");
	const total = await rowsOf(visitor, -1);
	expect(pointsIn(total)).toEqual(sums);
	const placed = total.filter(({ startNumber }) => startNumber !== disqualified.startNumber);
	const inOrder = placed.map(({ points }) => points);
	expect(inOrder).toEqual(inOrder.toSorted((a, b) => b - a));
	expect(placed.every(({ place }) => Number(place) > 0)).toBe(true);
	if (disqualified.type !== type) return;
	expect(total.at(-1)).toMatchObject({ place: "DSQ", startNumber: disqualified.startNumber });
	expect(await visitor.locator(".signed-sheet").innerText()).toContain(why);
}

const pointsIn = (rows: readonly { readonly startNumber: string; readonly points: number | null }[]) =>
	new Map(rows.map(({ startNumber, points }) => [startNumber, points]));

/** What the open sheet of a day says of the guest, the two-seater and the disqualified. */
async function checkPeople(
	visitor: Page,
	{ dates, people }: Played,
	{ type, date }: { readonly type: string; readonly date: string },
) {
	const { guest, disqualified, twoSeater } = people;
	const isOver = date === dates.at(-1) && disqualified.type === type;
	const cells = await cellsOf(visitor);
	const rowOf = (pilot: Pilot) => cells.find(([, startNumber]) => startNumber === pilot.startNumber) ?? [];
	const worthless = cells.filter((row) => row.at(-2) === "0").map(([, startNumber]) => startNumber);
	expect(worthless).toEqual(isOver ? [disqualified.startNumber] : []);
	expect((await visitor.locator(".signed-sheet").innerText()).includes(why)).toBe(isOver);
	if (guest.type === type) expect(rowOf(guest)[0]).toBe("HC");
	if (disqualified.type === type) expect(rowOf(disqualified)[0] === "DSQ").toBe(isOver);
	if (twoSeater.type === type) {
		const { fullName, secondPilot } = twoSeater;
		expect(rowOf(twoSeater)[2]).toBe(date === dates[0] ? fullName : `${fullName} / ${secondPilot}`);
	}
}

/** A pilot protests, the organiser upholds it and penalises another one. */
async function protest(
	site: Site,
	desk: Page,
	page: Page,
	{ date, type, pilot }: { readonly date: string; readonly type: string; readonly pilot: Pilot | undefined },
) {
	await site.at(`${date}T18:00:00Z`);
	await logIn(page, pilot?.email ?? "");
	await page.goto(`/results?view=daily&lng=en`);
	await page.locator('main a[href*="/protests/"]').click();
	await page.locator("main textarea").fill("The second one flew through a closed airspace.");
	await page.locator("main form button[type=submit]").click();
	await page.getByText("Protest pending").first().waitFor();
	await site.at(`${date}T19:00:00Z`);
	await logIn(desk, organiser);
	await desk.goto(`/admin/scoring/${date}/${type}?lng=en`);
	await desk.locator("textarea[name=reason]").fill("By the log");
	await desk.getByRole("button", { name: "Uphold" }).click();
	await desk.getByText("Protest upheld").waitFor();
	await desk.locator("tr", { hasText: "Pilotová 2" }).first().getByText("Decide").click();
	await desk.locator("input[name=penaltyPoints]").fill("50");
	await desk.locator("input[name=penaltyText]").fill("Airspace");
	await desk.locator("#decision-form [name=reason]").fill("Protest upheld");
	await desk.locator("#decision-form button[type=submit]").last().click();
	await desk.getByText("(−50)").waitFor();
}

const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);

test.each([
	["with scripts", { scripts: true, days: number("DAYS", 3), pilots: number("PILOTS", 30) }],
	["without scripts", { scripts: false, days: number("DAYS", 1), pilots: number("PILOTS", 3) }],
] satisfies readonly (readonly [string, Size])[])(
	"a competition goes from entry to medals by its pages, its sheets fit A4 and its files read back equal, %s",
	{ timeout: 3_600_000 },
	async (_, size) => {
		const site = await emptySite();
		try {
			await run(site, size);
		} finally {
			await site.stop();
		}
	},
);
