import { readFileSync } from "node:fs";
import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { newestEdition } from "~editions/index";
import { scannedPicture } from "../support/camera";
import { expectAccessible } from "./axe";
import { widthOf } from "./layout";
import { mailTo } from "./mails";
import { type OwnAccount, type OwnServer, signInAt, startOwnServer, untilReady } from "./own-server";
import { sentAgain } from "./requests";
import { text, textIn } from "./texts";

/*
 * Who enters in spring, what they owe and how it is paid: a competitor on one phone, the treasurer, one who was there last year, and a
 * foreigner. On a server with databases of its own, where nobody else has entered.
 */

test.describe.configure({ mode: "default" });

const { year, payment } = newestEdition();
const clock = `${year}-04-02T08:00:00Z`;
const chief = { email: "chief@example.com", name: "Milada", surname: "Stoupavá", role: "organiser" } as const;
const treasurer: OwnAccount = {
	...{ email: "treasurer@example.com", name: "Věra", surname: "Haléřová" },
	role: "treasurer",
};
const person = (name: string, surname: string) => ({
	email: `${name}@example.com`.toLowerCase(),
	name,
	surname,
});
const payer = person("Radim", "Vlečný");
const debtor = person("Otto", "Dlužný");
const returning = person("Libor", "Loňský");
const foreigner = person("Karl", "Aufwind");
let server: OwnServer;
let origin = "";

test.beforeAll(async ({ browserName: _ }, { parallelIndex }) => {
	const all = [chief, treasurer, payer, debtor, returning, foreigner];
	server = await startOwnServer({
		...{ clock, parallelIndex },
		accounts: { [year]: all, [year - 1]: [returning] },
		fill: (database, of) => (of === year ? Promise.resolve() : enterLastYear(database)),
	});
	origin = server.origin;
});

test.afterAll(() => server.stop());

/** The entry of an earlier edition. */
function enterLastYear(database: D1Database): Promise<unknown> {
	return database
		.prepare(
			`INSERT INTO registrations (id, number, user_id, birth_date, phone, aeroclub, region_id, glider_type_id, registration_number,
				start_number, has_engine, competition_class_id, logger, accommodation_type_id, quantity, meals, created_at, updated_at)
			SELECT 'earlier', 1, ?1, '1980-05-17', '+420 601 222 333', 'Aeroklub Loňský', regions.id, glider_types.id, 'OK-4711', 'LL', 0,
				competition_classes.id, 'LX 9000', accommodation_types.id, 1, 2, 0, 0
			FROM competition_classes
			JOIN glider_types ON glider_types.competition_class_type = competition_classes.type, regions, accommodation_types
			WHERE competition_classes.type = 'club' LIMIT 1`,
		)
		.bind(returning.email)
		.run();
}

interface Entered {
	readonly startNumber: string;
	readonly id: string;
}

async function headersOf(context: BrowserContext): Promise<{ Authorization: string }> {
	return { Authorization: `Bearer ${(await context.cookies(origin))[0]?.value}` };
}

/** Makes an entry of somebody who is signed in, by the API. */
async function enter(page: Page, startNumber: string): Promise<Entered> {
	const form = await (await page.request.get(`${origin}/api/registration/form`, sentAgain)).json();
	const ofClub = (key: string) => (one: Readonly<Record<string, string>>) => one[key] === "club";
	const data = {
		...{ phone: "+420 600 111 222", aeroclub: "Aeroklub", region: form.regions[0]._id, logger: "LX" },
		...{ competitionClass: form.competitionClasses.find(ofClub("type"))._id, meals: 0, note: "" },
		glider: {
			gliderType: form.gliderTypes.find(ofClub("competitionClassType"))._id,
			...{ registrationNumber: `OK-${startNumber}`, startNumber, hasEngine: false },
		},
		accomodation: { accomodationType: form.accomodationTypes[0]._id, quantity: 0 },
	};
	const headers = await headersOf(page.context());
	const sent = await page.request.post(`${origin}/api/registration`, { data, headers, ...sentAgain });
	expect(sent.status()).toBe(201);
	return { startNumber, id: (await sent.json())._id };
}

/** A page of somebody else who is signed in. */
async function pageOf(browser: Browser, email: string, options: Parameters<Browser["newContext"]>[0] = {}) {
	const { javaScriptEnabled } = test.info().project.use;
	const context = await browser.newContext({ javaScriptEnabled, baseURL: origin, ...options });
	await signInAt(origin, context, email);
	return context.newPage();
}

/** An organiser accepts the entry in the list. */
async function accept(browser: Browser, { id }: Entered): Promise<void> {
	const page = await pageOf(browser, chief.email);
	await page.goto("/starting-list");
	await untilReady(page);
	const button = page.locator(`#entry-${id} button[name=accepted]`);
	await button.click();
	await expect(button).toHaveAttribute("aria-pressed", "true");
	await expect(page.locator("[data-waiting]")).toHaveCount(0);
	await page.context().close();
}

async function lookAt(page: Page): Promise<void> {
	if (test.info().project.use.javaScriptEnabled !== false) await expectAccessible(page);
}

const plain = (said: string) => said.replaceAll("\u00a0", " ");

test("a competitor pays on one phone: the code is saved, and everything in it is there to be copied", async ({
	page,
	browser,
	javaScriptEnabled,
}) => {
	if (!payment?.euro) throw new Error("the edition takes euro");
	await page.setViewportSize({ width: 390, height: 844 });
	await signInAt(origin, page.context(), payer.email);
	const entry = await enter(page, "PH");
	await page.goto(`${origin}/registration`);
	await expect(page.getByRole("heading", { name: text("registration.payment.title") })).toHaveCount(0);
	await accept(browser, entry);
	await page.goto(`${origin}/registration`);
	await untilReady(page);

	const box = page.locator("section[aria-labelledby=payment]");
	const value = (of: number, name: string) =>
		box
			.locator(".payment-way")
			.nth(of)
			.locator(`dt:text-is("${text(name)}") + dd .payment-value`);
	const symbol = `${year}0001`;
	await expect(value(0, "registration.payment.variableSymbol")).toHaveText(symbol);
	await expect(value(0, "registration.payment.account")).toHaveText(/^[\d-]+\/\d{4}$/);
	await expect(value(0, "registration.payment.iban")).toHaveText(payment.iban.replace(/.{4}(?=.)/g, "$& "));
	await expect(value(0, "registration.payment.dueOn")).toBeVisible();
	await expect(value(1, "registration.payment.iban")).toHaveText(
		payment.euro.iban.replace(/.{4}(?=.)/g, "$& "),
	);
	await expect(value(1, "registration.payment.bic")).toHaveText(payment.euro.bic ?? "");
	expect(await widthOf(page)).toBeLessThanOrEqual(390);
	await lookAt(page);

	for (const [index, kind] of ["spayd", "epc"].entries()) {
		await expect(box.getByRole("img", { name: text(`registration.payment.code.${kind}`) })).toBeVisible();
		const download = page.waitForEvent("download");
		await box
			.getByRole("link", { name: text("registration.payment.save") })
			.nth(index)
			.click();
		const saved = await download;
		expect(saved.suggestedFilename()).toMatch(/\.png$/);
		expect(
			readFileSync(await saved.path())
				.subarray(1, 4)
				.toString(),
		).toBe("PNG");
	}

	const copy = box.getByRole("button", { name: text("registration.payment.copy") });
	if (javaScriptEnabled === false) {
		await expect(copy).toHaveCount(0);
		return;
	}
	await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin });
	const copied = async (of: number, name: string) => {
		await box
			.locator(".payment-way")
			.nth(of)
			.getByRole("button", { name: `: ${text(name)}` })
			.click();
		await expect(
			page.getByText(text("registration.payment.copied", { name: text(name) })).last(),
		).toBeVisible();
		return page.evaluate(() => navigator.clipboard.readText());
	};
	expect(await copied(0, "registration.payment.variableSymbol")).toBe(symbol);
	// Programs of banks take no spaces.
	expect(await copied(0, "registration.payment.iban")).toBe(payment.iban);
	expect(await copied(1, "registration.payment.iban")).toBe(payment.euro.iban);
});

test("the treasurer sees the open sums, enters what came, writes to who owes and exports it all", async ({
	page,
	browser,
}) => {
	const pilot = await pageOf(browser, debtor.email);
	const entry = await enter(pilot, "DL");
	await accept(browser, entry);
	await signInAt(origin, page.context(), treasurer.email);
	await page.goto(`${origin}/admin/payments?view=open`);
	await untilReady(page);
	await lookAt(page);
	const row = page.getByRole("row").filter({ hasText: `${debtor.name} ${debtor.surname}` });
	await expect(row).toContainText("2 500 Kč");
	await row.getByRole("link", { name: `${debtor.name} ${debtor.surname}` }).click();
	await untilReady(page);
	await lookAt(page);
	const enterPayment = async (amount: string, note: string) => {
		await page.locator("[name=amount]").fill(amount);
		await page.locator("[name=how]").selectOption("cash");
		await page.locator("[name=note]").fill(note);
		await page.getByRole("button", { name: text("payments.submit"), exact: true }).click();
		await expect(page.getByRole("listitem").filter({ hasText: note })).toBeVisible();
	};
	await enterPayment("1000", "záloha");
	await expect(page.locator("main dl")).toContainText("1 500 Kč");

	await page.goto(`${origin}/admin/payments`);
	await untilReady(page);
	const [listed] = await Promise.all([
		page.waitForEvent("download"),
		page.getByRole("link", { name: text("payments.export"), exact: true }).click(),
	]);
	const csv = readFileSync(await listed.path(), "utf8");
	expect(csv.split("\n").find((line) => line.includes(debtor.surname))).toContain("1500");
	await page.getByRole("link", { name: text("payments.remind") }).click();
	await untilReady(page);
	await page.locator("form:has([value=remind]) button[type=submit]").click();
	await expect(page.getByText(text("missing.remind.again"))).toBeVisible();
	const mail = await mailTo(pilot, debtor.email, "1 500 Kč");
	expect(plain(mail.text)).toContain(`${year}000`);

	await pilot.goto("/registration");
	await expect(pilot.locator("section[aria-labelledby=payment]")).toContainText("1 500 Kč");
	await page.goto(`${origin}/admin/payments/${entry.id}`);
	await untilReady(page);
	await enterPayment("1500", "doplatek");
	await page.goto(`${origin}/admin/payments?view=open`);
	await expect(page.getByText(debtor.surname)).toHaveCount(0);
	await pilot.goto("/registration");
	await expect(pilot.locator("section[aria-labelledby=payment]")).toHaveCount(0);
	await pilot.context().close();
});

test("who entered last year takes that entry over, checks it and sends it", async ({ page }) => {
	await signInAt(origin, page.context(), returning.email);
	await page.goto(`${origin}/registration`);
	await untilReady(page);
	await lookAt(page);
	await page
		.getByRole("button", { name: text("registration.earlier.take", { year: String(year - 1) }) })
		.click();
	await expect(page.getByText(text("registration.earlier.taken", { year: String(year - 1) }))).toBeVisible();
	await untilReady(page);
	await expect(page.locator("[name=aeroclub]")).toHaveValue("Aeroklub Loňský");
	await expect(page.locator("[name=registrationNumber]")).toHaveValue("OK-4711");
	await lookAt(page);
	await page.locator("[name=startNumber]").fill("L2");
	await page.getByRole("button", { name: text("registration.submit.submit") }).click();
	await expect(page.getByText(text("registration.submit.success"))).toBeVisible();
	await page.goto(`${origin}/registration`);
	await expect(page.locator("[name=startNumber]")).toHaveValue("L2");
	await expect(
		page.getByRole("button", { name: text("registration.earlier.take", { year: String(year - 1) }) }),
	).toHaveCount(0);
});

test("a foreigner enters in English with a second pilot, and is told to pay in euro", async ({
	browser,
	javaScriptEnabled,
}) => {
	const page = await pageOf(browser, foreigner.email, { locale: "en-GB" });
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto("/registration");
	await untilReady(page);
	await lookAt(page);
	const typed = {
		...{ birthDate: "1979-08-01", phone: "+43 664 1234567", aeroclub: "Flugsport Au", licence: "A-4711" },
		...{ secondPilot: "Eva Aufwind", secondPilotIgcId: "4711" },
		...{ registrationNumber: "D-1234", startNumber: "KA", logger: "LX 9000", quantity: "1", meals: "1" },
	};
	const choose = (name: string, index: number) =>
		page.locator(`select[name=${name}]`).selectOption({ index });
	await choose("competitionClass", 1);
	if (javaScriptEnabled === false)
		await page.getByRole("button", { name: textIn("en", "registration.changeClass") }).click();
	for (const [name, value] of Object.entries(typed)) await page.locator(`[name=${name}]`).fill(value);
	for (const name of ["region", "gliderType", "accommodationType"]) await choose(name, 1);
	await page.locator("select[name=nation]").selectOption({ label: "Austria" });
	await page.locator("select[name=secondPilotNation]").selectOption({ label: "Germany" });
	expect(await widthOf(page)).toBeLessThanOrEqual(390);
	await page.getByRole("button", { name: textIn("en", "registration.submit.submit") }).click();
	await expect(page.getByText(textIn("en", "registration.submit.success"))).toBeVisible();
	const headers = await headersOf(page.context());
	const own = await page.request.get("/api/registration", { headers, ...sentAgain });
	const entry = { startNumber: "KA", id: (await own.json())._id };
	await accept(browser, entry);
	await page.goto("/registration");
	await untilReady(page);
	await expect(page.locator("[name=secondPilot]")).toHaveValue("Eva Aufwind");
	const box = page.locator("section[aria-labelledby=payment]");
	await expect(box.getByRole("heading", { name: textIn("en", "registration.payment.inEuro") })).toBeVisible();
	await expect(box).toContainText("€100");
	await expect(box).toContainText(textIn("en", "registration.payment.either"));
	const saved = await page.request.get("/registration/payment.png?code=epc");
	const scanned = scannedPicture(await saved.body()).split("\n");
	expect(scanned.slice(5, 8)).toEqual([plain(payment?.recipient ?? ""), payment?.euro?.iban, "EUR100.00"]);
	await lookAt(page);
	await page.goto("/starting-list");
	await expect(page.getByText("Eva Aufwind").first()).toBeVisible();
	await page.context().close();
});
