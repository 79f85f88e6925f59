import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { drizzle } from "drizzle-orm/d1";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "~/lib/accounts/password/password.server";
import { addDays } from "~/lib/editions/prague-time";
import { readResultsCsv } from "~/lib/results/read-results-csv";
import { writeCup } from "~/lib/tasks/files/write-cup";
import { users } from "~db/schema";
import { newestEdition } from "~editions/index";
import type { Edition, EditionClass } from "~editions/schema";
import { untilHydrated } from "~test/e2e/hydration";
import { flownFile, outAndReturn, place as placeAt } from "~test/support/flown";
import { databaseOf } from "../../scripts/database/database-of";
import { prepareAll } from "../../scripts/database/insert-rows";
import type * as Build from "../../scripts/lib/build";
import { findChromium } from "../../scripts/lib/chromium";
import { inProject, projectRoot } from "../../scripts/lib/paths.mjs";
import type * as Served from "../../scripts/local/dev-server";
import { completeLocalSecrets } from "../../scripts/local/local-secrets";
import { openLocalState } from "../../scripts/local/local-state";
import { freePortFrom } from "../../scripts/local/ports";
import { prepareLocalData } from "../../scripts/local/prepare-local";
import { referenceStatements } from "../../scripts/reference/reference-data";

/*
 * A competition of three classes from entry to medals by the forms of its pages and no other program, in an edition without anything: in
 * full with scripts, and a small one without. `DAYS` and `PILOTS` set the size of both. Its printed sheets stay in the folder
 * `COMPETITION_SHEETS`, where it is set, to be looked at.
 */

const { competition, year } = newestEdition;
const [club] = newestEdition.classes;
if (!club) throw new Error("the edition has no class");
const name = { cs: "Standardní", en: "Standard" };
const third: EditionClass = { ...club, type: "standard", kind: "standard", name };
const edition: Edition = { ...newestEdition, classes: [...newestEdition.classes, third] };
const { classes } = edition;
const types = classes.map(({ type }) => type);
const password = "Vlečná 4 po větru";
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
	const copy = temporaryFolder();
	const left = new Set(
		[".cache", ".dev.vars", ".git", ".wrangler", "build", "node_modules", "test"].map(inProject),
	);
	cpSync(projectRoot, copy, { recursive: true, filter: (path) => !left.has(path) });
	symlinkSync(inProject("node_modules"), join(copy, "node_modules"));
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
	const person = { email: organiser, name: "Dana", surname: "Bodová", admin: true };
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

interface Pilot {
	readonly email: string;
	readonly surname: string;
	readonly startNumber: string;
	readonly type: string;
	/** In the class, and among all, from 0. */
	readonly index: number;
	readonly place: number;
}

async function logIn(page: Page, email: string) {
	await page.goto("/login?lng=en");
	await page.locator("input[name=email]").fill(email);
	await page.locator("input[name=password]").fill(password);
	await page.locator("main form button[type=submit]").click();
	await page.waitForURL((url) => url.pathname === "/");
}

async function enter(page: Page, pilot: Pilot, scripts: boolean) {
	await page.goto("/signup?lng=en");
	await page.locator("input[name=name]").fill("Jana");
	await page.locator("input[name=surname]").fill(pilot.surname);
	await page.locator("input[name=email]").fill(pilot.email);
	await page.locator("input[name=password]").fill(password);
	await page.locator("main form button[type=submit]").click();
	await page.waitForURL((url) => url.pathname === "/");
	await page.goto("/registration");
	if (scripts) await untilHydrated(page);
	const label = classes.find(({ type }) => type === pilot.type)?.name.en ?? "";
	await page.locator("select[name=competitionClass]").selectOption({ label });
	if (!scripts) await page.getByRole("button", { name: "Change class" }).click();
	await expect.poll(() => page.locator("select[name=gliderType] option").count()).toBeGreaterThan(2);
	await page.locator("select[name=gliderType]").selectOption({ index: 1 + (pilot.index % 3) });
	for (const [name, value] of Object.entries({
		birthDate: "1984-05-06",
		phone: "+420 601 234 567",
		aeroclub: "Aeroklub Mrak",
		registrationNumber: "OK-1234",
		startNumber: pilot.startNumber,
		logger: `LXNAV ${pilot.startNumber}`,
		quantity: "0",
		meals: "0",
	}))
		await page.locator(`input[name=${name}]`).fill(value);
	await page.locator("select[name=region]").selectOption({ index: 1 });
	await page.locator("select[name=accommodationType]").selectOption({ index: 1 });
	await page.locator("main form button[type=submit].button-primary").click();
	await page.getByText("Your entry is waiting to be accepted").first().waitFor();
}

async function publishTask(page: Page, date: string, type: string) {
	await page.goto(`/admin/tasks/${date}/${type}?lng=cs`);
	const cup = writeCup("Úloha", outAndReturn());
	await page
		.getByLabel("Soubor s úlohou")
		.setInputFiles({ name: "uloha.cup", mimeType: "text/plain", buffer: Buffer.from(cup) });
	await page.getByRole("button", { name: "Nahrát návrh" }).click();
	await page.getByRole("heading", { name: "Návrh, verze A" }).waitFor();
	await page.getByLabel(/jsou zkontrolované/).check();
	await page.getByRole("button", { name: "Zveřejnit verzi A" }).click();
	await page.getByRole("heading", { name: "V platnosti, verze A" }).waitFor();
}

/** Every fourth is out, each a kilometre earlier than the one before. No two fly at one speed: equal tracks would wait for the scorer. */
function logOf({ index, place, startNumber }: Pilot, date: string, day: number) {
	const speed = 22 + ((place * 7 + day * 5) % 90) / 9;
	const isOut = (index + day) % 4 === 3;
	const hops = [
		{ to: placeAt(-400), height: 0 },
		{ to: placeAt(-5000), speed },
		...(isOut
			? [{ to: placeAt(95_000 - index * 1000), height: 0, stay: 120, speed }]
			: [
					{ to: placeAt(100_000), speed },
					{ to: placeAt(0), height: 100, speed },
					{ to: placeAt(-300), height: 0, stay: 120 },
				]),
	];
	const recorder = `ALXV${startNumber.padStart(3, "0").slice(-3)}`;
	return Buffer.from(flownFile({ hops, date, recorder, interval: 10 }));
}

async function sendLog(page: Page, pilot: Pilot, date: string, day: number) {
	await page.goto("/igc?lng=en");
	const of = (name: string, text: RegExp) =>
		page.locator(`select[name=${name}] option`, { hasText: text }).first().getAttribute("value");
	const entry = await of("pilot", new RegExp(`\\b${pilot.startNumber}\\b`));
	if (entry) await page.locator("select[name=pilot]").selectOption(entry);
	await page.locator("select[name=day]").selectOption(await of("day", new RegExp(`Day\\s${day + 1}\\b`)));
	await page.locator("input[name=igc]").setInputFiles({
		name: `${pilot.startNumber}.igc`,
		mimeType: "application/octet-stream",
		buffer: logOf(pilot, date, day),
	});
	await page.locator("#igc-form [type=submit]").first().click();
	await page.waitForURL(/\/igc\/receipt\//);
}

async function press(page: Page, date: string, type: string, button: string, reason?: string) {
	await page.goto(`/admin/scoring/${date}/${type}?lng=en`);
	if (reason) await page.locator("#state-reason").fill(reason);
	await page.getByRole("button", { name: button, exact: true }).click();
	const reached = button === "Make official" ? "Official" : "Unofficial";
	await page.locator(".results-note a", { hasText: new RegExp(`^${reached}$`) }).waitFor();
}

/** Of a signed sheet: start number and points of each row. */
const rowsOf = (page: Page, from: number) =>
	page.locator(".signed-table tbody tr").evaluateAll(
		(rows, at) =>
			rows.map((row) => {
				const cells = [...row.children].map((cell) => cell.textContent?.trim() ?? "");
				return [cells[1], Number(cells.at(at)?.replace(/[^\d.]/g, ""))] as const;
			}),
		from,
	);

/** Prints a page. @returns how many sheets of A4 portrait it has */
async function print(page: Page, path: string, name: string): Promise<number> {
	await page.goto(path);
	const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
	if (sheets) {
		mkdirSync(sheets, { recursive: true });
		writeFileSync(join(sheets, `${name}.pdf`), pdf);
	}
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
	const pilots = types.flatMap((type, ofClass) =>
		Array.from({ length: perClass }, (_, index): Pilot => {
			const startNumber = String(ofClass * 100 + index + 1);
			return {
				email: `p${startNumber}@example.com`,
				surname: `Pilotová ${startNumber}`,
				startNumber,
				type,
				index,
				place: ofClass * perClass + index,
			};
		}),
	);
	await site.at("2025-04-01T10:00:00Z");
	for (const pilot of pilots) {
		const page = await newPage();
		await enter(page, pilot, scripts);
		await page.context().close();
	}
	const desk = await newPage();
	await logIn(desk, organiser);
	await desk.goto("/starting-list?lng=en");
	await desk.getByRole("link", { name: "Select all shown" }).click();
	const accept = desk.getByRole("button", { name: "Accept selected" });
	await expect.poll(() => desk.locator("input[name=entry]:checked").count()).toBe(pilots.length);
	await accept.click();
	await accept.waitFor({ state: "detached" });

	const dates = Array.from({ length: days }, (_, day) => addDays(competition.from, day));
	for (const [day, date] of dates.entries()) {
		await site.at(`${date}T07:00:00Z`);
		await logIn(desk, organiser);
		for (const type of types) await publishTask(desk, date, type);
		await site.at(`${date}T17:00:00Z`);
		await logIn(desk, organiser);
		for (const pilot of pilots) await sendLog(desk, pilot, date, day);
		// Of each class 20 logs at most.
		for (let minute = 0; minute < types.length * Math.ceil(perClass / 20); minute++) await site.schedule();
		for (const type of types) await press(desk, date, type, "Make unofficial");
		if (day === 0)
			await protest(site, desk, await newPage(), { date, type: types[0] ?? "", pilot: pilots[0] });
		await site.at(`${addDays(date, 1)}T20:00:00Z`);
		await logIn(desk, organiser);
		for (const type of types) await press(desk, date, type, "Make official", "Checked");
	}

	await site.at(`${addDays(competition.to, 1)}T08:00:00Z`);
	const visitor = await newPage();
	for (const type of types) {
		const points = new Map<string, number>();
		for (const date of dates) {
			const path = `/results/sheet/${date}/${type}`;
			expect(await print(visitor, `${path}?lng=en`, `${date}-${type}`)).toBe(1);
			expect(await visitor.locator(".signed-sheet header").innerText()).toContain("Official");
			const rows = await rowsOf(visitor, -2);
			expect(rows).toHaveLength(perClass);
			expect(rows.every(([, of]) => of > 0)).toBe(true);
			const csv = await (await visitor.request.get(`/results/export/${date}/${type}.csv`)).text();
			expect(csv.startsWith("\uFEFF")).toBe(true);
			const read = readResultsCsv(csv);
			expect(read.ok).toBe(true);
			expect(read.rows.map(({ startNumber, points: of }) => [startNumber, of])).toEqual(rows);
			for (const [number, of] of rows) points.set(number ?? "", (points.get(number ?? "") ?? 0) + of);
		}
		expect(await print(visitor, `/results/sheet/total/${type}?lng=en`, `total-${type}`)).toBe(1);
		expect(await visitor.locator(".signed-sheet header").innerText()).toContain("Official");
		const total = await rowsOf(visitor, -1);
		expect(total).toEqual(
			[...points].toSorted(
				(a, b) => b[1] - a[1] || total.findIndex(([n]) => n === a[0]) - total.findIndex(([n]) => n === b[0]),
			),
		);
	}
	await visitor.goto("/?lng=en");
	expect(await visitor.locator(".podium-name").count()).toBeGreaterThanOrEqual(
		types.length * Math.min(3, perClass),
	);
	await visitor.goto("/results?lng=en");
	expect(await visitor.locator(".results-table").count()).toBe(types.length);
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
