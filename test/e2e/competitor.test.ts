import { readFileSync } from "node:fs";
import { type Browser, type Download, expect, type Page, test } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { nameOfClass } from "~/lib/editions/classes";
import { newestEdition } from "~editions/index";
import { adminEmail, signIn } from "./accounts";
import { untilHydrated } from "./hydration";
import { mailTo } from "./mails";
import { soak } from "./soak";
import { type Language, textIn } from "./texts";

test.use({ serviceWorkers: "allow" });

const password = "Vlečná 4 po větru";

/** The 22 columns of a contestants file for SeeYou Competition. */
const seeYouColumns = [
	"first_name",
	"last_name",
	"birth_date",
	"nationality",
	"civl_id",
	"igc_id",
	"email",
	"phone",
	"club",
	"team",
	"sponsors",
	"aircraft_model",
	"contestant_number",
	"aircraft_registration",
	"handicap",
	"pure_glider",
	"flight_recorders",
	"tag",
	"not_competing",
	"status",
	"live_track_id",
	"id_contestant",
];

interface Competitor {
	readonly email: string;
	readonly startNumber: string;
	readonly language: Language;
}

async function signUp(page: Page, { email, language }: Competitor): Promise<void> {
	await page.goto(`/signup?lng=${language}`);
	await page.locator("input[name=name]").fill("Oldřich");
	await page.locator("input[name=surname]").fill("Kumulus");
	await page.locator("input[name=email]").fill(email);
	await page.locator("input[name=password]").fill(password);
	await page.getByRole("button", { name: textIn(language, "signup.submit") }).click();
	await page.waitForURL((url) => url.pathname === "/registration");
}

/** Chooses a class; without scripts a button brings its gliders. */
async function chooseClass(page: Page, language: Language, type: string, scripts: boolean): Promise<void> {
	const label = nameOfClass(newestEdition(), type, language);
	await page.locator("select[name=competitionClass]").selectOption({ label });
	if (!scripts)
		await page.getByRole("button", { name: textIn(language, "registration.changeClass") }).click();
}

async function sendWithMistakes(page: Page, { language, startNumber }: Competitor): Promise<void> {
	const label = (name: string) => textIn(language, `registration.field.${name}`);
	await page.locator("input[name=phone]").fill("601");
	await page.locator("input[name=registrationNumber]").fill("OK-1234");
	await page.locator("input[name=startNumber]").fill(startNumber);
	await page.locator("input[name=quantity]").fill("dva");
	await page.getByRole("button", { name: textIn(language, "registration.submit.submit") }).click();

	const summary = page.getByRole("alert").filter({ hasText: textIn(language, "registration.submit.error") });
	for (const name of [
		"phone",
		"aeroclub",
		"region",
		"gliderType",
		"competitionClass",
		"logger",
		"quantity",
	]) {
		await expect(summary.locator(`a[href="#entry-${name}"]`)).toContainText(label(name));
	}
	await expect(summary.locator('a[href="#entry-phone"]')).toContainText(
		textIn(language, "form.registration.phone.error"),
	);
	await expect(summary.locator('a[href="#entry-startNumber"]')).toHaveCount(0);
	await expect(summary).toBeFocused();
	await expect(page).toHaveTitle(new RegExp(`^${textIn(language, "error.titlePrefix")}`));
	await expect(page.locator("input[name=phone]")).toHaveValue("601");
	await expect(page.locator("input[name=phone]")).toHaveAttribute("aria-invalid", "true");
	await expect(page.locator("input[name=startNumber]")).toHaveValue(startNumber);
	await expect(page.locator("input[name=quantity]")).toHaveValue("dva");
}

async function putRight(page: Page, { language }: Competitor, scripts: boolean): Promise<void> {
	const ofClub = page.locator("select[name=gliderType] option", { hasText: /^LS 4 \(/ });
	await chooseClass(page, language, "18_meter", scripts);
	await expect(page.locator("select[name=gliderType] option")).not.toHaveCount(1);
	await expect(ofClub).toHaveCount(0);
	await chooseClass(page, language, "club", scripts);
	await expect(ofClub).toHaveCount(1);
	await page.locator("select[name=gliderType]").selectOption({ label: (await ofClub.textContent()) ?? "" });

	await page.locator("input[name=birthDate]").fill("1984-05-06");
	await page.locator("input[name=phone]").fill("+420 601 234 567");
	await page.locator("input[name=aeroclub]").fill('Aeroklub "Mrak", Křižanov');
	await page
		.locator("select[name=region]")
		.selectOption({ label: language === "cs" ? "Rakousko" : "Austria" });
	await page.locator("input[name=logger]").fill("LX9000 6MS");
	await page
		.locator("select[name=accommodationType]")
		.selectOption({ label: language === "cs" ? "Kemp" : "Camp site" });
	await page.locator("input[name=quantity]").fill("2");
	await page.locator("input[name=meals]").fill("1");
	await expect(page.locator("input[name=registrationNumber]")).toHaveValue("OK-1234");
	await page.getByRole("button", { name: textIn(language, "registration.submit.submit") }).click();
	await expect(page.getByText(textIn(language, "registration.state.waiting.title"))).toBeVisible();
}

/** Clicks a flag of the competitor's row and waits for the server's answer and the new state. */
async function flip(page: Page, language: Language, flag: string, pressed: boolean): Promise<void> {
	const name = new RegExp(`^${textIn(language, `startingList.flag.${flag}`)} ?: Oldřich Kumulus$`);
	const answered = page.waitForResponse((response) => response.request().method() === "POST");
	await page.getByRole("button", { name }).click();
	await answered;
	await expect(page.getByRole("button", { name })).toHaveAttribute("aria-pressed", String(pressed));
}

/** Takes an export from the menu, which an earlier one may have left open. */
async function download(
	page: Page,
	language: Language,
	name: string,
): Promise<{ text: string; file: Download }> {
	const link = page.getByRole("link", { name, exact: true });
	if (!(await link.isVisible()))
		await page.getByText(textIn(language, "startingList.exports"), { exact: true }).click();
	const coming = page.waitForEvent("download");
	await link.click();
	const file = await coming;
	return { text: readFileSync(await file.path(), "utf8"), file };
}

async function organise(browser: Browser, { email, startNumber, language }: Competitor, scripts: boolean) {
	const context = await browser.newContext();
	const page = await context.newPage();
	await signIn(context, adminEmail);
	await page.goto(`/starting-list?lng=${language}&q=${startNumber}`);
	if (scripts) await untilHydrated(page);
	await flip(page, language, "accepted", true);
	await flip(page, language, "paid", true);
	await flip(page, language, "isReserve", true);
	await expect(page.locator(".badge-reserve")).toHaveCount(1);
	await flip(page, language, "isReserve", false);
	await expect(page.locator(".badge-reserve")).toHaveCount(0);
	await page.reload();
	for (const [flag, pressed] of [
		["accepted", true],
		["paid", true],
		["isReserve", false],
	] as const) {
		const name = new RegExp(`^${textIn(language, `startingList.flag.${flag}`)} ?: Oldřich Kumulus$`);
		await expect(page.getByRole("button", { name })).toHaveAttribute("aria-pressed", String(pressed));
	}

	const className = nameOfClass(newestEdition(), "club", language);
	const seeYou = await download(page, language, textIn(language, "startingList.exportSeeYou", { className }));
	expect(seeYou.text.startsWith("\uFEFF")).toBe(true);
	expect(seeYou.file.suggestedFilename()).toMatch(/\.csv$/);
	const contestants: string[][] = parse(seeYou.text, { bom: true });
	expect(contestants[0]).toEqual(seeYouColumns);
	expect(contestants.find((row) => row.includes(email))).toEqual(
		'Oldřich|Kumulus|1984-05-06|AT|0|0|{email}|+420 601 234 567|Aeroklub "Mrak", Křižanov|||LS 4|{startNumber}|OK-1234|1.0520|True|LX9000 6MS||False|||-1'
			.replace("{email}", email)
			.replace("{startNumber}", startNumber)
			.split("|"),
	);

	const general = await download(page, language, textIn(language, "startingList.export"));
	expect(general.text.startsWith("\uFEFF")).toBe(true);
	const entries: Record<string, string>[] = parse(general.text, { bom: true, columns: true });
	expect(entries.find((entry) => entry.email === email)).toMatchObject({
		name: "Oldřich",
		surname: "Kumulus",
		phone: "+420 601 234 567",
		region: "Rakousko",
		gliderType: "LS 4",
		startNumber,
		competitionClass: "Klub",
		accomodationType: "Kemp",
		accomodationQuantity: "2",
		meals: "1",
		paid: "zaplaceno",
		isReserve: "",
	});
	await context.close();
}

for (const language of ["cs", "en"] as const) {
	test.describe(() => {
		test.skip(
			({ javaScriptEnabled }) => !soak && (javaScriptEnabled !== false) !== (language === "cs"),
			"one language with scripts and the other one without",
		);

		test(`a competitor enters, is accepted and stands in the exports (${language})`, async ({
			page,
			browser,
			javaScriptEnabled,
		}) => {
			test.setTimeout(180_000);
			const scripts = javaScriptEnabled !== false;
			const email = `oldrich.${crypto.randomUUID()}@example.com`;
			const startNumber = `Z${crypto.randomUUID().slice(0, 6)}`.toUpperCase();
			const competitor: Competitor = { email, startNumber, language };
			await signUp(page, competitor);
			await page.goto("/registration");
			if (scripts) await untilHydrated(page);
			await sendWithMistakes(page, competitor);
			// With scripts the mistakes may have been told by a new document.
			if (scripts) await untilHydrated(page);
			await putRight(page, competitor, scripts);
			// Subjects have plain spaces.
			const subjectOf = (mail: string) =>
				textIn(language, `mail.${mail}.subject`, { title: newestEdition().title }).replaceAll("\u00A0", " ");
			const arrived = await mailTo(page, email, subjectOf("entrySubmitted"));
			expect(arrived.text).toContain("/registration");

			await organise(browser, competitor, scripts);
			const accepted = await mailTo(page, email, subjectOf("entryAccepted"));
			expect(accepted.text).toContain("/registration");
			await page.goto("/registration");
			await expect(page.getByText(textIn(language, "registration.state.paid.title"))).toBeVisible();
		});
	});
}
