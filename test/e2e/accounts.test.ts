import { expect, type Page, test } from "@playwright/test";
import { demoPassword } from "./accounts";
import { expectAccessible } from "./axe";
import { untilHydrated } from "./hydration";
import { mailTo } from "./mails";
import { textIn } from "./texts";

const password = "Vlečná 4 po větru";
const newPassword = "Kumulus nad Vysočinou";

function newAddress(): string {
	return `hana.${crypto.randomUUID()}@example.com`;
}

async function signUp(page: Page, email: string): Promise<void> {
	await page.goto("/signup");
	await page.getByLabel("Jméno").fill("Hana");
	await page.getByLabel("Příjmení").fill("Větrovská");
	await page.getByLabel("E-mail").fill(email);
	await page.getByLabel("Heslo").fill(password);
	await page.getByRole("button", { name: "Založit účet" }).click();
	await expect(page.getByText("Účet je založen")).toBeVisible();
}

async function logIn(page: Page, email: string, secret: string): Promise<void> {
	await page.goto("/login");
	await page.getByLabel("E-mail").fill(email);
	await page.getByLabel("Heslo").fill(secret);
	await page.getByRole("main").getByRole("button", { name: "Přihlásit se" }).click();
}

test("somebody signs up, forgets the password, gets a new one through the mail's link, which works once, and logs in", async ({
	page,
	baseURL,
}) => {
	const email = newAddress();
	await signUp(page, email);
	await page.goto("/logout");
	await expect(page.getByText("Vaše přihlášení skončilo.")).toBeVisible();

	await logIn(page, email, newPassword);
	await expect(page).toHaveTitle(/^Chyba: /);
	await expect(page.getByText("Nesprávný e-mail nebo heslo.")).toBeVisible();
	await expect(page.getByLabel("E-mail")).toHaveValue(email);

	await page.getByRole("link", { name: "Zapomněli jste heslo?" }).click();
	await page.getByLabel("E-mail").fill(email);
	await page.getByRole("button", { name: "Poslat odkaz" }).click();
	await expect(page.getByText("Pokud k\u00a0této adrese existuje účet")).toBeVisible();
	const mail = await mailTo(page, email, "/password-reset?token=");
	const link = `${baseURL}${/\/password-reset\?token=\S+/.exec(mail.text)?.[0]}`;

	await page.goto(link);
	const once = page.getByLabel("Nové heslo", { exact: true });
	const again = page.getByLabel("Nové heslo znovu");
	const send = page.getByRole("button", { name: "Nastavit heslo" });
	await once.fill(newPassword);
	await again.fill(`${newPassword}!`);
	await send.click();
	await expect(page.getByRole("alert")).toContainText(textIn("cs", "form.password.mismatch"));
	await expect(again).toHaveAttribute("aria-invalid", "true");
	await once.fill(newPassword);
	await again.fill(newPassword);
	await send.click();
	await expect(page.getByText("Heslo bylo změněno, můžete se přihlásit.")).toBeVisible();

	await page.goto(link);
	await expect(page.getByText(textIn("cs", "passwordReset.askAgain"))).toBeVisible();
	await logIn(page, email, newPassword);
	await expect(page.getByText("Jste přihlášeni.")).toBeVisible();
});

/** The address of the page behind the link of a mail. */
async function linkTo(page: Page, email: string, path: string): Promise<string> {
	const { text } = await mailTo(page, email, path);
	return new RegExp(`${path}\\?token=\\S+`).exec(text)?.[0] ?? "";
}

test("somebody verifies the address, takes another one, and the old one gets the account back", async ({
	page,
	browser,
	baseURL,
}) => {
	const [email, another] = [newAddress(), newAddress()];
	const unverified = page.getByText("Vaše e-mailová adresa není ověřena");
	await signUp(page, email);
	await expect(unverified).toBeVisible();
	await page.goto(await linkTo(page, email, "/confirm-email"));
	await expect(page.getByText(email)).toBeVisible();
	await page.getByRole("button", { name: "Potvrdit adresu" }).click();
	await expect(page).toHaveURL(/\/registration$/);
	await expect(unverified).toHaveCount(0);

	await page.goto("/user-profile");
	await page.getByLabel("E-mail").fill(another);
	await page.getByLabel("Současné heslo").fill(password);
	await page.getByRole("button", { name: "Uložit" }).click();
	await expect(page.getByText("Nová adresa čeká na\u00a0potvrzení")).toBeVisible();
	const link = await linkTo(page, another, "/confirm-email");
	const elsewhere = await browser.newContext({ baseURL, locale: "cs-CZ" });
	const phone = await elsewhere.newPage();
	await phone.goto(link);
	await phone.getByLabel("Heslo k\u00a0účtu").fill(password);
	await phone.getByRole("button", { name: "Potvrdit adresu" }).click();
	await expect(phone.getByText("E-mailová adresa je ověřena.")).toBeVisible();
	await phone.goto(link);
	await expect(phone.getByRole("alert")).toContainText("Odkaz už byl použit.");

	await phone.goto(await linkTo(page, email, "/undo-email"));
	await expect(phone.getByText(another)).toBeVisible();
	await phone.getByRole("button", { name: "Vrátit změnu zpět" }).click();
	await expect(phone).toHaveURL(/\/login$/);
	await linkTo(page, email, "/password-reset");
	await page.goto("/user-profile");
	await expect(page.getByRole("button", { name: "Uložit" })).toHaveCount(0);
	await elsewhere.close();
});

test("a page that is not for guests asks for the login and comes after it", async ({ page }) => {
	await page.goto("/user-profile");
	await page.getByLabel("E-mail").fill("novice@example.com");
	await page.getByLabel("Heslo").fill(demoPassword);
	await page.getByRole("main").getByRole("button", { name: "Přihlásit se" }).click();
	await expect(page).toHaveURL(/\/user-profile$/);
	await expect(page.getByLabel("E-mail")).toHaveValue("novice@example.com");
});

test("where scripts run, a button waits for its fields, and a complaint goes with its reason @scripts", async ({
	page,
}) => {
	await page.goto("/signup");
	const button = page.getByRole("button", { name: "Založit účet" });
	await expect(button).toBeDisabled();
	await page.getByLabel("Jméno").fill("Hana");
	await page.getByLabel("Příjmení").fill("Větrovská");
	await page.getByLabel("E-mail").fill("hana");
	await expect(button).toBeDisabled();
	await page.getByLabel("Heslo").fill("heslo123");
	await expect(button).toBeEnabled();
	await button.click();
	const summary = page.getByRole("alert").filter({ hasText: "Toto heslo je příliš běžné" });
	await expect(summary).toBeFocused();
	await expectAccessible(page);
	const complaint = page.locator(".field-error", { hasText: "Zadejte e\u2011mailovou adresu" });
	await expect(complaint).toBeVisible();
	await page.getByLabel("E-mail").fill("hana@example.com");
	await expect(complaint).toHaveCount(0);
	await expect(page.getByLabel("Jméno")).toHaveValue("Hana");
	await expect(button).toBeDisabled();
});

test("a form that is being sent says so, and is not sent twice @scripts", async ({ page }) => {
	await page.goto("/login");
	await page.getByLabel("E-mail").fill("hana@example.com");
	await page.getByLabel("Heslo").fill("not the password");
	let posts = 0;
	await page.route("**/login**", (route) => {
		if (route.request().method() !== "POST") return route.fallback();
		posts += 1;
		// No answer that the browser shows: the page stays as it is while it waits.
		return route.fulfill({ status: 204 });
	});
	const button = page.locator("#login button[type=submit]");
	await button.click();
	await expect(button).toBeDisabled();
	await expect(button).toHaveText("Odesílám…");
	await page.getByLabel("Heslo").press("Enter");
	await expect.poll(() => posts).toBe(1);
});

/** Lets the page's time pass, after which it logs out. It says so in a toast, which may be gone before a slow machine has looked. */
async function endSession(page: Page, time: string): Promise<void> {
	const next = page.waitForResponse(
		(response) => response.request().isNavigationRequest() && response.status() === 200,
	);
	// The server's time does not pass with it: a token that is over is as good as none.
	await page.context().clearCookies({ name: "token" });
	await page.clock.fastForward(time);
	expect(await (await next).text()).toContain("Vaše přihlášení skončilo.");
	await page.waitForLoadState();
}

test("the page logs out by itself after 59 minutes and says so @scripts", async ({ page }) => {
	await page.clock.install();
	await signUp(page, newAddress());
	// React has taken the page over when the message has become a toast: from then on the session's timer runs.
	await expect(page.locator("#toasts .toast", { hasText: "Účet je založen" })).toBeVisible();
	await page.clock.fastForward("58:00");
	await expect(page.getByRole("link", { name: "Přihlásit se", includeHidden: true })).toHaveCount(0);
	await endSession(page, "02:00");
	await expect(page.getByRole("link", { name: "Přihlásit se", includeHidden: true })).not.toHaveCount(0);
});

test("without a line the end of the session takes no page away @scripts", async ({ page, context }) => {
	await page.clock.install();
	await signUp(page, newAddress());
	await expect(page.locator("#toasts .toast", { hasText: "Účet je založen" })).toBeVisible();
	const address = page.url();
	await context.setOffline(true);
	await expect(page.locator("html[data-offline]")).toHaveCount(1);
	await page.clock.fastForward("01:00:00");
	await context.setOffline(false);
	await expect(page.locator("html:not([data-offline])[data-account]")).toHaveCount(1);
	await expect(page).toHaveURL(address);
});

test("what was typed when the page logged out comes back to the same account alone @scripts", async ({
	page,
}) => {
	await page.clock.install();
	const [email, another] = [newAddress(), newAddress()];
	await signUp(page, email);
	await page.goto("/registration");
	await untilHydrated(page);
	await page.getByLabel("Aeroklub").fill("Aeroklub Hůrka");
	await endSession(page, "01:00:00");

	await signUp(page, another);
	await page.goto("/registration");
	await untilHydrated(page);
	await expect(page.getByLabel("Aeroklub")).toHaveValue("");
	await page.goto("/logout");

	await logIn(page, email, password);
	await page.goto("/registration");
	await untilHydrated(page);
	await expect(page.getByLabel("Aeroklub")).toHaveValue("Aeroklub Hůrka");
});
