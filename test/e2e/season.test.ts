import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { newestEdition } from "~editions/index";
import { createAuthenticator } from "../support/authenticator";
import { demoPassword } from "./accounts";
import { expectAccessible } from "./axe";
import { widthOf } from "./layout";
import { type Mail, mailTo } from "./mails";
import { type OwnServer, signInAt, startOwnServer, untilReady } from "./own-server";
import { sentAgain } from "./requests";
import { text } from "./texts";

/*
 * An organiser prepares a season in February, before signup opens, on a server with a database of its own: what is set here would be seen
 * by every other journey.
 */

test.describe.configure({ mode: "default" });

const february = `${newestEdition().year}-02-10T09:00:00Z`;
const organiser = "chief@example.com";
const password = demoPassword;
let server: OwnServer;
let origin = "";

test.beforeAll(async ({ browserName: _ }, { parallelIndex }) => {
	const chief = { email: organiser, name: "Milada", surname: "Stoupavá", role: "organiser" } as const;
	server = await startOwnServer({
		clock: february,
		parallelIndex,
		accounts: { [newestEdition().year]: [chief] },
	});
	origin = server.origin;
});

test.afterAll(() => server.stop());

const signIn = (context: BrowserContext) => signInAt(origin, context, organiser);

async function open(page: Page, path: string): Promise<void> {
	await page.goto(`${origin}${path}`);
	await untilReady(page);
}

const field = (page: Page, name: string) => page.locator(`#settings [name="${name}"]`);

/** Types values, looks at what would change, and saves it. @returns what the preview says */
async function change(page: Page, typed: Readonly<Record<string, string>>): Promise<string> {
	for (const [name, value] of Object.entries(typed)) await field(page, name).fill(value);
	return save(page);
}

async function save(page: Page): Promise<string> {
	await page.getByRole("button", { name: text("settings.preview") }).click();
	return savePreviewed(page, "settings.saved");
}

/** Saves what a preview shows. @returns what it says */
async function savePreviewed(page: Page, saved: string): Promise<string> {
	const preview = page.locator("section[aria-labelledby=preview]");
	await expect(preview).toBeFocused();
	const said = (await preview.innerText()).replaceAll("\u00a0", " ");
	await preview.getByRole("button", { name: text("settings.save") }).click();
	await expect(page.getByText(text(saved))).toBeVisible();
	return said;
}

/** Sets the file's value again. @returns what the preview says */
async function undo(page: Page): Promise<string> {
	await page
		.getByRole("button", { name: text("settings.restore") })
		.last()
		.click();
	return savePreviewed(page, "settings.restored");
}

/** Makes the organiser's own entry into the club class, once. */
async function enter(page: Page): Promise<void> {
	const form = await (await page.request.get(`${origin}/api/registration/form`, sentAgain)).json();
	const ofClub = (key: string) => (one: Readonly<Record<string, string>>) => one[key] === "club";
	const headers = { Authorization: `Bearer ${(await page.context().cookies(origin))[0]?.value}` };
	const data = {
		...{ phone: "+420 600 111 222", aeroclub: "Aeroklub", region: form.regions[0]._id, logger: "LX" },
		...{ competitionClass: form.competitionClasses.find(ofClub("type"))._id, meals: 0, note: "" },
		glider: {
			gliderType: form.gliderTypes.find(ofClub("competitionClassType"))._id,
			...{ registrationNumber: "OK-1", startNumber: "S1", hasEngine: false },
		},
		accomodation: { accomodationType: form.accomodationTypes[0]._id, quantity: 0 },
	};
	const sent = await page.request.post(`${origin}/api/registration`, { data, headers, ...sentAgain });
	// Another journey may have made it.
	expect([201, 400]).toContain(sent.status());
}

async function lookAt(page: Page, javaScriptEnabled: boolean | undefined): Promise<void> {
	if (javaScriptEnabled !== false) await expectAccessible(page);
}

test("a treasurer is invited before signup opens, accepts by the link of the mail, sets a second factor up, and sees what the role may", async ({
	page,
	browser,
	javaScriptEnabled,
}) => {
	const invited = "treasurer@example.com";
	await signIn(page.context());
	await open(page, "/admin/team");
	await lookAt(page, javaScriptEnabled);
	await page.getByLabel(text("account.email")).fill(invited);
	await page.getByLabel(text("team.role"), { exact: true }).selectOption("treasurer");
	await page.getByRole("button", { name: text("team.invite.send") }).click();
	await expect(page.getByRole("listitem").filter({ hasText: invited })).toBeVisible();

	const context = await browser.newContext({ javaScriptEnabled, baseURL: origin });
	const other = await context.newPage();
	const mail: Mail = await mailTo(other, invited, "/invitation/");
	await other.goto(/http\S+\/invitation\/\S+/.exec(mail.text)?.[0] ?? "");
	await untilReady(other);
	await expect(other.getByText(text("signup.consent.title"))).toBeVisible();
	await lookAt(other, javaScriptEnabled);
	await other.getByLabel(text("account.name"), { exact: true }).fill("Věra");
	await other.getByLabel(text("account.surname")).fill("Haléřová");
	await other.getByLabel(text("account.password")).fill(password);
	await other.getByRole("button", { name: text("invitation.signup") }).click();
	await expect(other).toHaveURL(`${origin}/admin`);

	await other.goto("/second-factor");
	const authenticator = createAuthenticator((await other.locator("main code").textContent()) ?? "");
	await other.getByLabel("Kód z aplikace").fill(await authenticator.codeAt(new Date(february)));
	await other.getByRole("button", { name: "Zapnout" }).click();
	await expect(other.locator("main li code")).toHaveCount(10);

	await other.goto("/admin");
	await lookAt(other, javaScriptEnabled);
	const addresses = await other
		.locator("a[href]")
		.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
	expect(addresses.join(" ")).toContain("view=owing");
	for (const hidden of ["/admin/team", "/admin/settings", "/admin/scoring", "/admin/operations", "/users"])
		expect(addresses.filter((address) => address.startsWith(hidden))).toEqual([]);
	expect((await other.goto("/admin/settings/fee"))?.status()).toBe(403);
	await context.close();
});

test("who signs up early by a secret link gets an account and enters, the link once, and nobody without it", async ({
	page,
	browser,
	javaScriptEnabled,
}) => {
	await signIn(page.context());
	await open(page, "/admin/team");
	await page.locator("#link-name").fill("Pilot z Rakouska");
	await page.getByRole("button", { name: text("signupLinks.make"), exact: true }).click();
	const notice = page.getByRole("status").filter({ hasText: text("signupLinks.made") });
	const link = (await notice.locator("code").textContent()) ?? "";
	await lookAt(page, javaScriptEnabled);

	const context = await browser.newContext({ javaScriptEnabled, baseURL: origin });
	const other = await context.newPage();
	await other.goto("/signup");
	await expect(other.locator("form [name=password]:not([disabled])")).toHaveCount(0);
	await other.goto(link);
	await untilReady(other);
	await lookAt(other, javaScriptEnabled);
	for (const [name, value] of [
		["name", "Karl"],
		["surname", "Frühaufsteher"],
		["email", "early@example.com"],
		["password", password],
	] as const)
		await other.locator(`main form [name=${name}]`).fill(value);
	for (const consent of await other.locator("main form [type=checkbox][required]").all())
		await consent.check();
	await other.getByRole("button", { name: text("signup.submit") }).click();
	await expect(other).toHaveURL(`${origin}/registration`);
	await expect(other.getByRole("button", { name: text("registration.submit.submit") })).toBeEnabled();
	await context.close();

	const late = await browser.newContext({ javaScriptEnabled, baseURL: origin });
	const again = await late.newPage();
	await again.goto(link);
	await expect(again.getByText(text("signup.link.ended"))).toBeVisible();
	await late.close();
});

test("before signup opens no page scrolls to the side on a phone whose text is twice its size @scripts", async ({
	page,
}) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await signIn(page.context());
	const wide: string[] = [];
	for (const path of [
		"/",
		"/admin",
		"/admin/team",
		"/admin/settings/fee",
		"/users",
		"/starting-list?view=owing",
	]) {
		await open(page, path);
		await page.evaluate(() => {
			document.documentElement.style.fontSize = "32px";
			for (const details of document.querySelectorAll("main details")) details.setAttribute("open", "");
		});
		const width = await widthOf(page);
		if (width > 390) wide.push(`${path} is ${width} px wide`);
	}
	expect(wide).toEqual([]);
});

test("a table of fees is shown to who enters next, and a raise says who keeps the old one", async ({
	page,
	javaScriptEnabled,
}) => {
	await signIn(page.context());
	await open(page, "/admin/settings/fee");
	await lookAt(page, javaScriptEnabled);
	const first = await change(page, { "fees/byClass/club/usual": "2600", "fees/night": "40" });
	expect(first).toContain("Club");
	expect(first).toContain("2 600 Kč");
	await lookAt(page, javaScriptEnabled);
	await page.goto(`${origin}/registration`);
	await expect(page.getByText("2 600 Kč")).toBeVisible();
	await lookAt(page, javaScriptEnabled);
	await enter(page);
	await open(page, "/admin/settings/fee");
	const raise = await change(page, { "fees/byClass/club/usual": "3000" });
	expect(raise).toContain("3 000 Kč");
	expect(raise).toContain("1 odeslané přihlášce zůstává její startovné: S1.");
	expect(await undo(page)).toContain("2 500 Kč");
	await expect(field(page, "fees/byClass/club/usual")).toHaveValue("");
});

test("a class is added, renamed and removed again, and one that an entry uses is kept with its uses named", async ({
	page,
	javaScriptEnabled,
}) => {
	await signIn(page.context());
	await open(page, "/admin/settings/classes");
	await lookAt(page, javaScriptEnabled);
	await page.locator('[name="classes/2/kind"]').selectOption("club");
	const added = await change(page, {
		...{ "classes/2/type": "junior", "classes/2/name/cs": "Junioři", "classes/2/name/en": "Juniors" },
		"classes/2/referenceIndex": "100",
	});
	expect(added).toContain("Junioři");
	await page.goto(`${origin}/`);
	await expect(page.getByText("Junioři").first()).toBeVisible();
	await open(page, "/admin/settings/classes");
	await change(page, { "classes/2/name/cs": "Mládež" });
	await page.goto(`${origin}/`);
	await expect(page.getByText("Mládež").first()).toBeVisible();

	await enter(page);
	await open(page, "/admin/settings/classes");
	await field(page, "classes/0/remove").check();
	await page.getByRole("button", { name: text("settings.preview") }).click();
	await expect(page.locator(".field-error").first()).toContainText("Club");
	await expect(page.locator(".field-error").first()).toContainText("přihlášky");
	await lookAt(page, javaScriptEnabled);

	await open(page, "/admin/settings/classes");
	await field(page, "classes/2/remove").check();
	expect(await save(page)).toContain("Mládež");
	await page.goto(`${origin}/`);
	await expect(page.getByText("Mládež")).toHaveCount(0);
});

test("news of two languages are published, pinned and edited, and each reader has the own text", async ({
	page,
	browser,
	javaScriptEnabled,
}) => {
	await signIn(page.context());
	await open(page, "/news");
	await page.locator("summary", { has: page.getByRole("heading", { name: text("news.add.title") }) }).click();
	const form = page.locator("#news-form");
	await form.locator("[name=title]").fill("Signup brzy");
	await form.locator("[name=body]").fill("Přihlášky se otevřou v březnu.");
	await form.locator("summary").click();
	await form.locator("[name=titleEn]").fill("Signup soon");
	await form.locator("[name=bodyEn]").fill("Entries open in March.");
	await form.locator("[name=pinned]").check();
	await form.getByRole("button", { name: text("news.add.button") }).click();
	const article = page.getByRole("article", { name: "Signup brzy" });
	await expect(article).toContainText(text("news.pinned"));

	await article.getByRole("link", { name: text("news.edit.button") }).click();
	await untilReady(page);
	await lookAt(page, javaScriptEnabled);
	await form.locator("[name=body]").fill("Přihlášky se otevřou 1. března.");
	await form.getByRole("button", { name: text("news.preview") }).click();
	await expect(page.locator("section[aria-labelledby=news-preview]")).toContainText("1. března");
	await lookAt(page, javaScriptEnabled);
	await form.getByRole("button", { name: text("news.edit.save") }).click();
	await expect(page.getByRole("article")).toContainText("Přihlášky se otevřou 1. března.");

	const context = await browser.newContext({ javaScriptEnabled, baseURL: origin, locale: "en-GB" });
	const reader = await context.newPage();
	await reader.goto("/");
	await expect(reader.getByRole("article").first()).toContainText("Entries open in March.");
	await context.close();
	await page.goto(`${page.url().replace(/\?.*/, "")}/edit`);
	await page
		.getByRole("button", { name: text("news.restore") })
		.first()
		.click();
	await expect(form.locator("[name=body]")).toHaveValue("Přihlášky se otevřou v\u00a0březnu.");
});

test("a sponsor's logo is sent as an SVG, seen in the preview and then on home", async ({
	page,
	javaScriptEnabled,
}) => {
	await signIn(page.context());
	await open(page, "/admin/settings/sponsors");
	const row = newestEdition().sponsors.length;
	const svg =
		'<svg xmlns="http://www.w3.org/2000/svg" width="240" height="80"><rect width="240" height="80" fill="#0b4f8a"/></svg>';
	const file = { name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(svg) };
	await page.locator(`[name="sponsors/${row}/logo/file"]`).setInputFiles(file);
	await change(page, { [`sponsors/${row}/name`]: "Svah", [`sponsors/${row}/order`]: "1" });
	await lookAt(page, javaScriptEnabled);
	await page.goto(`${origin}/`);
	const logo = page.locator(".sponsors img").first();
	await expect(logo).toHaveAttribute("src", /^\/logos\/[0-9a-f]{64}\.png$/);
	await expect(logo).toHaveAttribute("alt", "Svah");
	await logo.scrollIntoViewIfNeeded();
	await expect
		.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 20_000 })
		.toBe(500);
	await open(page, "/admin/settings/sponsors");
	await undo(page);
});
