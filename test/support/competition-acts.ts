import type { Page } from "@playwright/test";
import { expect } from "vitest";
import { writeCup } from "~/lib/tasks/files/write-cup";
import { untilHydrated } from "~test/e2e/hydration";
import { flownFile, outAndReturn, place as placeAt } from "./flown";

/* What pilots and organisers of a competition do, by the forms of the pages. */

/** Of everybody. */
export const password = "Vlečná 4 po větru";

export interface Pilot {
	readonly email: string;
	readonly surname: string;
	readonly fullName: string;
	/** Of a two-seater. */
	readonly secondPilot: string;
	readonly startNumber: string;
	/** Of the class. */
	readonly type: string;
	readonly className: string;
	/** In the class, and among all, from 0. */
	readonly index: number;
	readonly place: number;
}

export async function logIn(page: Page, email: string) {
	await page.goto("/login?lng=en");
	await page.locator("input[name=email]").fill(email);
	await page.locator("input[name=password]").fill(password);
	await page.locator("main form button[type=submit]").click();
	await page.waitForURL((url) => url.pathname === "/");
}

export async function enter(page: Page, pilot: Pilot, scripts: boolean) {
	await page.goto("/signup?lng=en");
	await page.locator("input[name=name]").fill("Jana");
	await page.locator("input[name=surname]").fill(pilot.surname);
	await page.locator("input[name=email]").fill(pilot.email);
	await page.locator("input[name=password]").fill(password);
	await page.locator("main form button[type=submit]").click();
	await page.waitForURL((url) => url.pathname === "/");
	await page.goto("/registration");
	if (scripts) await untilHydrated(page);
	await page.locator("select[name=competitionClass]").selectOption({ label: pilot.className });
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
		secondPilot: pilot.secondPilot,
		quantity: "0",
		meals: "0",
	}))
		await page.locator(`input[name=${name}]`).fill(value);
	await page.locator("select[name=region]").selectOption({ index: 1 });
	await page.locator("select[name=accommodationType]").selectOption({ index: 1 });
	await page.locator("main form button[type=submit].button-primary").click();
	await page.getByText("Your entry is waiting to be accepted").first().waitFor();
}

export async function publishTask(page: Page, date: string, type: string) {
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

export async function sendLog(page: Page, pilot: Pilot, date: string, day: number) {
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

export async function press(page: Page, date: string, type: string, button: string, reason?: string) {
	await page.goto(`/admin/scoring/${date}/${type}?lng=en`);
	if (reason) await page.locator("#state-reason").fill(reason);
	await page.getByRole("button", { name: button, exact: true }).click();
	const reached = button === "Make official" ? "Official" : "Unofficial";
	await page.locator(".results-note a", { hasText: new RegExp(`^${reached}$`) }).waitFor();
}

/** The page of an organiser. */
interface Desk {
	readonly page: Page;
	readonly scripts: boolean;
}

async function openEntry({ page, scripts }: Desk, { fullName }: Pilot) {
	await page.goto("/starting-list?lng=en");
	await page.getByRole("link", { name: fullName, exact: true }).click();
	await page.waitForURL(/\/registration\//);
	if (scripts) await untilHydrated(page);
}

async function save({ page }: Desk) {
	await page.getByRole("button", { name: "Save changes" }).click();
	await page.getByText("The entry has been saved.").first().waitFor();
}

export async function makeGuest(desk: Desk, of: Pilot) {
	await openEntry(desk, of);
	await desk.page.locator("input[name=isGuest]").check();
	await save(desk);
}

/** Gives a competitor the last glider of the list, from a day on. */
export async function changeGlider(desk: Desk, of: Pilot, from: string) {
	await openEntry(desk, of);
	const select = desk.page.locator("select[name=gliderType]");
	const last = (await select.locator("option").count()) - 1;
	await select.selectOption({ index: last });
	await desk.page.locator("form:has(select[name=gliderType]) select[name=from]").selectOption(from);
	await save(desk);
}

/** Says that the first of two pilots has flown alone. */
export async function sayFirstAlone({ page }: Desk, of: Pilot, date: string, type: string) {
	await page.goto(`/admin/scoring/${date}/${type}?lng=en`);
	await page.locator("tr", { hasText: of.fullName }).first().getByText("Decide").click();
	await page.locator("select[name=crew]").selectOption("first");
	await page.locator("button[name=intent][value=crew]").click();
	await page.getByText("Who flew has been saved.").first().waitFor();
}

/** Disqualifies a competitor from the competition, from a day on. */
export async function disqualify(desk: Desk, of: Pilot, from: string, reason: string) {
	await openEntry(desk, of);
	const form = desk.page.locator("form:has(button[value=disqualify])");
	await desk.page.locator("details:has(button[value=disqualify]) summary").click();
	await form.locator("select[name=from]").selectOption(from);
	await form.locator("textarea[name=reason]").fill(reason);
	await form.locator("button[value=disqualify]").click();
	await desk.page.getByText(reason).first().waitFor();
}
