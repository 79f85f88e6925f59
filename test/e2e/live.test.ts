import { type Browser, expect, type Locator, type Page, test } from "@playwright/test";
import { hashPassword } from "~/lib/accounts/password/password.server";
import { dayPath } from "~/lib/editions/competition-day";
import { liveEntries, pilotDays, registrations, tasks, users } from "~db/schema";
import { newestEdition } from "~editions/index";
import { startOgnFake } from "~test/fakes/ogn";
import { insertRows, prepareAll } from "../../scripts/database/insert-rows";
import { demoTimeOf, flyingDateOf } from "../../scripts/demo/flying-day";
import { liveEntriesOf } from "../../scripts/demo/live-gliders";
import { keptFlown, pilotDaysOf } from "../../scripts/demo/pilot-days";
import { seasonOf } from "../../scripts/demo/season";
import { runningFrom } from "../../scripts/local/demo-clock";
import { type FakeNetwork, startFakeNetwork } from "../../scripts/local/fake-network";
import { demoPassword } from "./accounts";
import { complaintsOfAxe } from "./axe";
import { boxOf, measured } from "./layout";
import { type OwnServer, signInAt, startOwnServer } from "./own-server";
import { sentAgain } from "./requests";
import { text } from "./texts";

/*
 * Where the gliders are, as a visitor sees it. On a server of its own that listens to a network, as the site of the other journeys does
 * not: the field of the demo on its flying day, without the days before it.
 */

test.describe.configure({ mode: "default" });

const edition = newestEdition();
const boardPath = "/statuses?view=board";
let server: OwnServer;
let network: FakeNetwork;
let origin = "";
/** Of the demo's pilot. */
let ownDevice = "";

test.beforeAll(async ({ request }, { parallelIndex }) => {
	const beginning = demoTimeOf(edition);
	// It runs on, as positions are kept for some seconds.
	const setting = runningFrom(beginning);
	network = await startFakeNetwork(edition, setting);
	server = await startOwnServer({
		...{ clock: beginning.toISOString(), parallelIndex },
		accounts: { [edition.year]: [] },
		fill: fillFlyingDay,
		variables: { ...network.variables, CLOCK: setting },
	});
	origin = server.origin;
	await server.runSchedule();
	const count = async () => (await (await request.get(`${origin}/live.json`, sentAgain)).json()).dots.length;
	await expect.poll(count).toBeGreaterThan(30);
});

test.afterAll(async () => {
	await server.stop();
	await network.close();
});

async function fillFlyingDay(database: D1Database): Promise<void> {
	const season = seasonOf(edition, { passwordHash: await hashPassword(demoPassword), flying: true });
	const own = season.registrations.find(({ startNumber }) => startNumber === "7K");
	const devices = liveEntriesOf(season.registrations);
	ownDevice = devices.find(({ registrationId }) => registrationId === own?.id)?.deviceIds[0] ?? "";
	const ofToday = ({ dayId }: { readonly dayId: string }) => dayId === season.today?.id;
	const inTheAir = pilotDaysOf(season.statuses.filter(ofToday), [], []);
	const rows = [
		...insertRows(users, season.users),
		...insertRows(registrations, season.registrations),
		...insertRows(liveEntries, devices),
		...insertRows(pilotDays, inTheAir),
		...insertRows(tasks, season.tasks.filter(ofToday)),
		{ sql: "UPDATE competition_days SET task = 'TASK' WHERE id = ?", values: [season.today?.id] },
		keptFlown(inTheAir),
	];
	await database.batch(prepareAll(database, rows));
}

/** The first map with dots of a page, in sight. */
async function mapOf(page: Page, path: string): Promise<Locator> {
	await page.goto(`${origin}${path}`);
	const map = page.locator(".map:has([data-live])").first();
	await map.locator("svg").first().scrollIntoViewIfNeeded();
	return map;
}

const dotsOf = (map: Locator) => map.locator("[data-live] > g");

/** The dot of the demo's pilot. */
const ownOf = (dots: Locator) => dots.filter({ hasText: /^7K$/ });

test("without scripts a map has a picture of the server, and a list says where everybody was last seen @scripts", async ({
	browser,
}) => {
	const context = await browser.newContext({ javaScriptEnabled: false });
	const page = await context.newPage();
	const map = await mapOf(page, "/");
	const picture = await map.locator("svg image").first().getAttribute("href");
	const drawn = await page.request.get(`${origin}${picture}`, sentAgain);
	expect(await drawn.text()).toContain(">7K</text>");
	await expect(page.getByRole("heading", { name: text("live.seen") })).toHaveCount(edition.classes.length);
	const seen = page.locator("main li:has(strong)", { hasText: /m, \d\d?:\d\d$/ });
	await expect(seen.filter({ hasText: /^7K / })).toBeVisible();
	// The board fills one screen; the list is below it.
	await page.setViewportSize({ width: 1280, height: 720 });
	await page.goto(`${origin}${boardPath}`);
	const cells = await page.locator(".board-cell").all();
	for (const cell of [cells[0], cells.at(-1)]) {
		const box = await boxOf(cell ?? page.locator("main"));
		expect(box.height).toBeGreaterThan(60);
		expect(box.y + box.height).toBeLessThanOrEqual(720);
	}
	expect((await boxOf(seen.first())).y).toBeGreaterThanOrEqual(720);
	await context.close();
});

test("a visitor with a phone sees where everybody is, until somebody takes the consent back @scripts", async ({
	page,
	browser,
}) => {
	await page.clock.install();
	await page.setViewportSize({ width: 390, height: 844 });
	for (const path of [boardPath, dayPath(edition, flyingDateOf(edition)), "/"]) {
		const map = await mapOf(page, path);
		await expect(ownOf(dotsOf(map))).toHaveCount(1);
		await expect(map.locator("svg image").first()).toHaveAttribute("display", "none");
		for (const colorScheme of ["dark", "light"] as const) {
			await page.emulateMedia({ colorScheme });
			expect(await complaintsOfAxe(page, "all", ".map:has([data-live])"), path).toEqual([]);
		}
	}
	await takeConsentBack(browser);
	const dots = dotsOf(page.locator(".map:has([data-live])").first());
	await expect
		.poll(async () => {
			// The script asks every few seconds.
			await page.clock.runFor(9_000);
			return { own: await ownOf(dots).count(), others: (await dots.count()) > 10 };
		})
		.toEqual({ own: 0, others: true });
});

/** What the pilot of the demo does, at another browser. */
async function takeConsentBack(browser: Browser): Promise<void> {
	const context = await browser.newContext();
	await signInAt(origin, context, "pilot@example.com");
	const page = await context.newPage();
	await page.goto(`${origin}/registration/live`);
	await page.getByRole("button", { name: text("live.withdraw") }).click();
	await expect(page.getByText(text("live.withdrawn")).first()).toBeVisible();
	await context.close();
}

/** What `/live.json` says instead of the server: numbers with the degrees by which they are east of the first. */
async function say(
	page: Page,
	dots: readonly (readonly [number: string, east: number])[],
	silentSince: Date | null = null,
) {
	await page.unroute("**/live.json").catch(() => undefined);
	await page.route("**/live.json", (route) =>
		route.fulfill({
			json: {
				silentSince: silentSince?.toISOString() ?? null,
				delays: { club: 15 },
				dots: dots.map(([number, east]) => [number, "club", 49.6, 15.9 + east, 1200, 95, 90, 0]),
			},
		}),
	);
}

test("dots move, and none stays when the network or the connection is silent @scripts", async ({ page }) => {
	await page.clock.install();
	await say(page, [
		["7K", 0],
		["U2", 0.2],
	]);
	const map = await mapOf(page, "/");
	const dots = dotsOf(map);
	await expect(dots).toHaveCount(2);
	const before = await dots.first().getAttribute("transform");
	await say(page, [["7K", 0.1]]);
	await page.clock.runFor(9_000);
	await expect(dots).toHaveCount(1);
	expect(await dots.first().getAttribute("transform")).not.toBe(before);
	await say(page, [], new Date(Date.now() - 3_600_000));
	await page.clock.runFor(9_000);
	await expect(dots).toHaveCount(0);
	await expect(map.locator("[data-live-lost]")).toContainText(/\d\d?:\d\d/);
	await say(page, [["7K", 0]]);
	await page.clock.runFor(9_000);
	await expect(dots).toHaveCount(1);
	await page.unroute("**/live.json");
	await page.route("**/live.json", (route) => route.abort());
	await page.clock.runFor(30_000);
	await expect(dots).toHaveCount(0);
});

test("a projector has the board on one screen, with the map and its dots beside the states @scripts", async ({
	page,
}) => {
	for (const [width, height] of [
		[1280, 720],
		[1920, 1080],
	] as const) {
		await page.setViewportSize({ width, height });
		const map = await mapOf(page, boardPath);
		await expect.poll(() => dotsOf(map).count()).toBeGreaterThan(10);
		const box = await boxOf(map.locator("svg").first());
		expect(box.width).toBeGreaterThan(width / 4);
		expect(box.y + box.height).toBeLessThanOrEqual(height);
		expect(await measured(page, sizeOfPage)).toEqual([width, height]);
		await expect(map).toContainText("Open Glider Network");
	}
});

test("at 20:30 the red list and the sheet for the rescue centre say where the network last heard who is missing, and visitors see no dot", async ({
	page,
	context,
}, { parallelIndex }) => {
	const date = flyingDateOf(edition);
	const evening = new Date(`${date}T20:30:00+02:00`);
	const heard = await startOgnFake(0, () => [
		{
			...{ device: ownDevice, at: new Date(evening.getTime() - 60_000) },
			...{ latitude: 49.42, longitude: 15.6, altitude: 1_640, speed: 92, track: 120, climb: 1 },
		},
	]);
	const setting = runningFrom(evening);
	const atNight = await startOwnServer({
		...{ clock: evening.toISOString(), parallelIndex },
		accounts: { [edition.year]: [] },
		fill: fillFlyingDay,
		variables: {
			...{ LIVE: "on", OGN_SERVER: heard.server, OGN_DEVICES_URL: `${heard.url}/download/?j=1` },
			CLOCK: setting,
		},
	});
	try {
		await atNight.runSchedule();
		await signInAt(atNight.origin, context, "admin@example.com");
		const red = page.locator("section.notice-danger");
		const own = red.locator("li", { hasText: "7K" });
		await expect(async () => {
			await page.goto(`${atNight.origin}/statuses?day=${date}&duty=on`);
			await expect(own).toContainText(/1\s640\sm,\s9\d\skm\/h\s\(OGN,\s20:29\)/, { timeout: 1_000 });
		}).toPass();
		// More than a few are folded.
		await red.locator("summary").click();
		await own.locator("a[href*='/overdue/']").click();
		await expect(page.getByRole("heading", { level: 1 })).toContainText("7K");
		await expect(page.locator("main")).toContainText(/1\s640\sm,\s9\d\skm\/h\s\(OGN,\s20:29\)/);
		await context.clearCookies();
		const { dots } = await (await page.request.get(`${atNight.origin}/live.json`, sentAgain)).json();
		expect(dots).toEqual([]);
		for (const path of ["/", boardPath]) {
			await page.goto(`${atNight.origin}${path}`);
			await expect(page.locator("[data-live] > g")).toHaveCount(0);
			await expect(page.locator("main")).not.toContainText(/OGN|1\s640/);
		}
	} finally {
		await atNight.stop();
		await heard.close();
	}
});

/** Runs in the page. */
function sizeOfPage(): number[] {
	const { scrollWidth, scrollHeight } = document.documentElement;
	return [scrollWidth, scrollHeight];
}
