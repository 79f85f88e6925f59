import { type BrowserContext, expect, type Locator, type Page, type Request, test } from "@playwright/test";
import { newestEdition } from "~editions/index";
import { season } from "~test/support/season";
import { igcFile } from "../../scripts/demo/igc-generator";
import { adminEmail, signIn } from "./accounts";
import { type AuditRow, auditOf } from "./audit";
import { deskDays } from "./desk-days";
import { untilHydrated, untilQueueLoaded } from "./hydration";
import { numbersFrom } from "./random-numbers";
import { sentAgain } from "./requests";
import { soak } from "./soak";
import { text } from "./texts";

/* An organiser at work while the network is switched off and on at random: nothing is lost, nothing is doubled. */

const { from } = newestEdition().competition;
const statusDate = deskDays.randomLine;
const entry = season.registrations.filter(({ accepted }) => accepted).at(-1)?.id ?? "";

const paths = {
	duty: `/statuses?day=${statusDate}&duty=on`,
	list: "/starting-list",
	igc: "/igc",
	entry: `/registration/${entry}`,
} as const;
type PageName = keyof typeof paths;

/** How the line treats a form: it arrives, its answer is lost, or somebody on the way is busy. */
type Line = "good" | "answers lost" | "busy" | "off";

class BadLine {
	line: Line = "good";
	constructor(
		private readonly page: Page,
		private readonly context: BrowserContext,
	) {}

	async start(): Promise<void> {
		await this.context.route("**/*", async (route) => {
			if (route.request().method() !== "POST" || this.line === "good") return route.fallback();
			if (this.line === "busy") return route.fulfill({ status: 503, body: "busy" });
			if (this.line === "answers lost") await route.fetch().catch(() => undefined);
			return route.abort();
		});
	}

	async become(line: Line): Promise<void> {
		if (line === this.line) return;
		const comesBack = this.line === "off";
		this.line = line;
		if (line === "off") return this.context.setOffline(true);
		if (!comesBack) return;
		// The page reloads by itself.
		const reloaded = this.page.waitForEvent("load");
		await this.context.setOffline(false);
		await reloaded;
		await untilHydrated(this.page);
	}
}

async function open(page: Page, name: PageName): Promise<void> {
	await page.goto(paths[name]);
	await untilQueueLoaded(page);
}

/** What was done, by the id of what it changed: the values in order. */
type Done = Map<string, string[]>;

const note = (done: Done, id: string, value: string) => done.set(id, [...(done.get(id) ?? []), value]);

/** @param from the first of the three rows */
async function tapStatus(page: Page, done: Done, next: () => number, from = 0): Promise<void> {
	const row = page.locator(".duty-row").nth(from + Math.floor(next() * 3));
	const id = (await row.getAttribute("id"))?.replace("status-", "") ?? "";
	const pressed = row.locator('button[aria-pressed="true"]');
	const shown = (await pressed.count()) > 0 ? ((await pressed.getAttribute("value")) ?? "") : "";
	const before = done.get(id)?.at(-1) ?? shown;
	const states = ["DNF", "FLYING", "OUTLANDING", "HOME"].filter((state) => state !== before);
	const status = states[Math.floor(next() * states.length)] ?? "HOME";
	await row.locator(`button[name=status][value="${status}"]`).click();
	note(done, id, status);
	const button = `button[name=status][value="${status}"]`;
	await expect(row.locator(`${button}[data-waits], ${button}[aria-pressed="true"]`)).toBeVisible();
}

async function toggleFlag(page: Page, done: Done, next: () => number): Promise<void> {
	const row = page.locator('[id^="entry-"]').nth(Math.floor(next() * 3));
	const id = (await row.getAttribute("id"))?.replace("entry-", "") ?? "";
	// Read and clicked at once: what waits may be sent in between, which turns the button.
	const paid = await row.locator("button[name=paid]").evaluate((button: HTMLButtonElement) => {
		const { value } = button;
		button.click();
		return value;
	});
	const made = paid === "true" ? "Ano" : "Ne";
	// A tap on what waits tries again.
	if (done.get(id)?.at(-1) !== made) note(done, id, made);
	const button = "button[name=paid]";
	await expect(row.locator(`${button}[data-waits], ${button}[aria-pressed="${paid}"]`)).toBeVisible();
}

/** For a pilot of its own. */
async function uploadLog(page: Page, pilots: string[], round: number): Promise<void> {
	const bytes = igcFile({ date: from, fixes: 60, pilot: crypto.randomUUID() });
	const buffer = Buffer.from(bytes);
	const name = `bad-line-${round}.igc`;
	const pilot = page.locator("select[name=pilot]");
	await pilot.selectOption({ index: 5 });
	pilots.push((await pilot.locator("option").nth(5).innerText()).replace(/^.* – /, ""));
	await page.locator("select[name=day]").selectOption({ index: 1 });
	await page.locator("input[name=igc]").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
	await page.locator("#igc-form [type=submit]").click();
	const card: Locator = page.locator("[data-waiting-log]", { hasText: name });
	await expect(card.or(page.locator(".verdict")).first()).toBeVisible();
}

async function saveEntry(page: Page, notes: string[], round: number): Promise<void> {
	const typed = `Bad line ${round}`;
	const field = page.locator("textarea[name=note]");
	await field.fill(typed);
	// What else waits may be answered first.
	const isOfForm = (request: Request) => request.method() === "POST" && request.url().endsWith(paths.entry);
	const saved = page.waitForResponse((response) => isOfForm(response.request())).catch(() => null);
	await page.getByRole("button", { name: text("registration.update.submit") }).click();
	notes.push(typed);
	const waits = page.locator("#entry .waiting-note");
	await Promise.race([saved, waits.waitFor()]);
	await expect(field).toHaveValue(typed);
}

test("with the network off and on at random nothing is lost and nothing doubled @scripts", async ({
	page,
	context,
}) => {
	test.setTimeout(soak ? 900_000 : 240_000);
	await signIn(context, adminEmail);
	const actions = [
		"competitor-status.set",
		"registration.flags",
		"igc.upload",
		"registration.amend",
	] as const;
	const earlier = await Promise.all(actions.map((action) => auditOf(page.request, action)));
	const bad = new BadLine(page, context);
	await bad.start();
	// Five rounds of these numbers meet all pages and all kinds of a line.
	const next = numbersFrom(719);
	const statuses: Done = new Map();
	const flags: Done = new Map();
	const pilots: string[] = [];
	const notes: string[] = [];
	const names = Object.keys(paths) as PageName[];
	const lines: readonly Line[] = ["good", "off", "answers lost", "busy"];
	let shown: PageName = "duty";
	await open(page, shown);
	for (let round = 0; round < (soak ? 50 : 5); round++) {
		const isReceipt = page.url().includes("/receipt/");
		if (bad.line !== "off" && (isReceipt || next() < 0.5)) {
			shown = names[Math.floor(next() * names.length)] ?? "duty";
			await open(page, shown);
		}
		await bad.become(lines[Math.floor(next() * lines.length)] ?? "good");
		if (page.url().includes("/receipt/")) continue;
		if (shown === "duty") await tapStatus(page, statuses, next);
		else if (shown === "list") await toggleFlag(page, flags, next);
		else if (shown === "igc") await uploadLog(page, pilots, round);
		else await saveEntry(page, notes, round);
		await expect(page.getByText(text("error.failed.title"))).toHaveCount(0);
	}
	await bad.become("good");
	await open(page, "duty");
	const queued = () => page.evaluate(() => localStorage.getItem("queued"));
	await expect.poll(queued, { timeout: 90_000 }).toBeNull();

	const [taps = [], flips = [], uploads = [], saved = []] = await Promise.all(
		actions.map(async (action, index) => (await auditOf(page.request, action)).slice(earlier[index]?.length)),
	);
	expectOnce(taps, statuses);
	expectOnce(flips, flags);
	expect(uploads.filter(({ about }) => about.startsWith(pilots[0] ?? "nobody"))).toHaveLength(pilots.length);
	// An entry that waits gives way to a later one.
	const values = saved.filter(({ subject }) => subject === entry).map(({ changes }) => changes.join());
	expect(new Set(values).size).toBe(values.length);
	await page.goto(paths.entry);
	const last = notes.at(-1);
	if (last) await expect(page.locator("textarea[name=note]")).toHaveValue(last);
});

/** A pilot of the second class, of whom no other journey changes anything. */
const launchedPlace = (page: Page, index: number) =>
	page.locator("section[aria-labelledby^=grid-]").nth(1).locator('li[id^="grid-"]').nth(index);

const pilotOf = (place: Locator) => place.locator("input[name=pilot]").first().inputValue();

/** A launch or a relight of one of three pilots. */
async function tapLaunch(page: Page, done: Done, next: () => number): Promise<void> {
	const place = launchedPlace(page, Math.floor(next() * 3));
	const id = await pilotOf(place);
	const tap = place.locator("button[name=launches]").first();
	const value = (await tap.getAttribute("value")) ?? "";
	await tap.click();
	note(done, id, value);
	await expect.poll(() => place.innerHTML()).toMatch(new RegExp(`data-waits|value="${Number(value) + 1}"`));
}

/** Of one of two pilots. */
async function sendReport(page: Page, reports: Done, round: number): Promise<void> {
	const [pilot = ""] = await page.locator("select[name=pilot]").selectOption({ index: 9 + (round % 2) });
	await page.locator("input[name=condition][value=well]").check();
	const place = `Pole ${round} za rozbitou linkou`;
	await page.locator("input[name=place]").fill(place);
	await page.locator("main form [type=submit]").last().click();
	note(reports, pilot, place);
	await expect(page.locator("main .waiting-note").or(page.locator("#toasts .toast")).first()).toBeVisible();
}

/** Says of one of two pilots that the glider does not fly, each time for another reason. */
async function scratch(page: Page, reasons: Done, round: number): Promise<void> {
	const form = page.locator("details", { hasText: text("grid.note") }).first();
	if ((await form.getAttribute("open")) === null) await form.locator("summary").click();
	const [pilot = ""] = await form.locator("select[name=pilot]").selectOption({ index: round % 2 });
	const reason = `Důvod ${round}`;
	await form.locator("input[name=reason]").fill(reason);
	const button = form.locator('button[value="scratch"]');
	await button.click();
	note(reasons, pilot, reason);
	await expect(button.and(page.locator("[data-waits]")).or(page.getByText(reason)).first()).toBeVisible();
}

/** Of a report that stands among the outlandings. */
async function tapState(page: Page, states: Done): Promise<void> {
	const card = page.locator("main li.card", { hasText: fieldOfStates });
	const pressed = (await card.locator('button[aria-pressed="true"]').getAttribute("value")) ?? "";
	const before = states.get(fieldOfStates)?.at(-1) ?? pressed;
	const state = before === "crew-left" ? "found" : "crew-left";
	const button = card.locator(`button[name=state][value="${state}"]`);
	await button.click();
	note(states, fieldOfStates, state);
	await expect(button.and(page.locator('[data-waits], [aria-pressed="true"]'))).toBeVisible();
}

const fieldOfStates = "Pole, ze kterého se jede domů";

/** A report as the desk enters it, of a pilot of whom no other one is sent. */
async function reportField(page: Page): Promise<void> {
	await page.goto("/outlandings/report");
	await page.locator("select[name=pilot]").selectOption({ index: 11 });
	await page.locator("input[name=condition][value=well]").check();
	await page.locator("input[name=place]").fill(fieldOfStates);
	await page.locator("main form [type=submit]").last().click();
	await page.waitForURL("**/outlandings");
}

test("grid, reports and taps on a bad line: nothing is lost, nothing doubled, and conflicts are shown @scripts", async ({
	page,
	context,
}) => {
	test.setTimeout(soak ? 900_000 : 240_000);
	await signIn(context, adminEmail);
	const bad = new BadLine(page, context);
	await bad.start();
	const next = numbersFrom(29);
	await reportField(page);
	const desk = {
		grid: `/grid?day=${statusDate}`,
		report: "/outlandings/report",
		duty: paths.duty,
		scratch: `/grid?day=${deskDays.scratching}`,
		state: "/outlandings",
	} as const;
	const actions = [
		...(["grid.launch", "competitor-status.set", "outlanding.report"] as const),
		...(["grid.scratch", "outlanding.state"] as const),
	] as const;
	const earlier = await Promise.all(actions.map((action) => auditOf(page.request, action)));
	const [launches, statuses, reports, reasons, states] = Array.from({ length: 5 }, (): Done => new Map());
	if (!launches || !statuses || !reports || !reasons || !states) throw new Error("there are five");
	const lines: readonly Line[] = ["good", "off", "answers lost", "busy"];
	const names = ["grid", "report", "duty", "scratch", "state"] as const;
	for (let round = 0; round < (soak ? 50 : 5); round++) {
		await bad.become("good");
		const shown = names[round % names.length] ?? "grid";
		await page.goto(desk[shown]);
		await untilQueueLoaded(page);
		await bad.become(lines[Math.floor(next() * lines.length)] ?? "good");
		if (shown === "grid") await tapLaunch(page, launches, next);
		else if (shown === "duty") await tapStatus(page, statuses, next, 3);
		else if (shown === "scratch") await scratch(page, reasons, round);
		else if (shown === "state") await tapState(page, states);
		else await sendReport(page, reports, round);
		await expect(page.getByText(text("error.failed.title"))).toHaveCount(0);
	}

	// Somebody else launches whom a waiting tap launches.
	await bad.become("good");
	await page.goto(desk.grid);
	await untilQueueLoaded(page);
	const place = launchedPlace(page, 3);
	const tap = place.locator("button[name=launches]").first();
	const seen = Number(await tap.getAttribute("value")) - 1;
	await bad.become("busy");
	await tap.click();
	await expect(tap).toHaveAttribute("data-waits", "");
	const form = { pilot: await pilotOf(place) };
	const day = await place.locator("input[name=day]").first().inputValue();
	for (const more of [1, 2]) {
		const multipart = { ...form, day, launches: String(seen + more), seen: String(seen + more - 1) };
		await page.request.post(desk.grid, {
			multipart,
			headers: { Origin: new URL(page.url()).origin },
			...sentAgain,
		});
	}
	await bad.become("good");
	await page.reload();
	const conflict = place.locator(".waiting-note");
	await expect(conflict).toContainText(/Někdo jiný mezitím zapsal: \d\d:\d\d.*\d\d:\d\d/);
	await expect(conflict).toContainText(text("grid.relight"));
	await expect(place.locator(".chip")).toHaveCount(seen + 2);
	await conflict.getByRole("button", { name: text("waiting.discard") }).click();
	const queued = () => page.evaluate(() => localStorage.getItem("queued"));
	await expect.poll(queued, { timeout: 90_000 }).toBeNull();

	const [launched = [], set = [], reported = [], scratched = [], moved = []] = await Promise.all(
		actions.map(async (action, index) => (await auditOf(page.request, action)).slice(earlier[index]?.length)),
	);
	expectOnce(set, statuses);
	for (const [id, made] of launches) {
		expect(launched.filter(({ subject }) => subject === id)).toHaveLength(made.length);
		await expect(page.locator(`li[id^="grid-"]:has(input[value="${id}"]) .chip`)).toHaveCount(
			Number(made.at(-1)),
		);
	}
	expect(moved).toHaveLength(states.get(fieldOfStates)?.length ?? 0);
	for (const [id, made] of reasons) {
		expect(scratched.filter(({ subject }) => subject === id)).toHaveLength(made.length);
		const day = await (await page.request.get(desk.scratch, sentAgain)).text();
		expect(day).toContain(made.at(-1));
	}
	const html = await (await page.request.get("/outlandings", sentAgain)).text();
	for (const [id, made] of reports) {
		expect(reported.filter(({ subject }) => subject === id)).toHaveLength(made.length);
		expect(html).toContain(made.at(-1));
	}
});

/** The server has made each change that was wanted, once and in order. */
function expectOnce(rows: readonly AuditRow[], done: Done): void {
	for (const [id, made] of done) {
		const of = rows.filter(({ subject }) => subject === id).flatMap(({ changes }) => changes);
		expect(of.map((change) => change.replace(/^.* → /, ""))).toEqual(made);
	}
}
