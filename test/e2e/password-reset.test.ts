import { expect, test } from "@playwright/test";
import { logIn } from "./accounts";
import { mailTo } from "./mails";
import { textIn } from "./texts";

const text = (key: string) => textIn("cs", key);
const newPassword = "Kumulus nad Vysočinou";

test("a forgotten password is replaced through the mail's link, which works once", async ({
	page,
	baseURL,
}) => {
	const email = `zapomnel.${crypto.randomUUID()}@example.com`;
	await page.goto("/signup");
	await page.locator("input[name=name]").fill("Alois");
	await page.locator("input[name=surname]").fill("Stratus");
	await page.locator("input[name=email]").fill(email);
	await page.locator("input[name=password]").fill("Vlečná 4 po větru");
	await page.getByRole("button", { name: text("signup.submit") }).click();
	await page.waitForURL((url) => url.pathname === "/");
	await page.goto("/logout");

	await page.goto("/password-reset");
	await page.locator("input[name=email]").fill(email);
	await page.getByRole("button", { name: text("passwordReset.request") }).click();
	await expect(page.getByText(text("passwordReset.sent")).first()).toBeVisible();
	const mail = await mailTo(page, email, "/password-reset?token=");
	const link = `${baseURL}${/\/password-reset\?token=\S+/.exec(mail.text)?.[0]}`;

	await page.goto(link);
	const again = page.locator("input[name=passwordAgain]");
	const send = page.getByRole("button", { name: text("passwordReset.submit") });
	await page.locator("input[name=password]").fill(newPassword);
	await again.fill(`${newPassword}!`);
	await send.click();
	await expect(page.getByRole("alert")).toContainText(text("form.password.mismatch"));
	await expect(again).toHaveAttribute("aria-invalid", "true");
	await page.locator("input[name=password]").fill(newPassword);
	await again.fill(newPassword);
	await send.click();
	await expect(page.getByText(text("passwordReset.success")).first()).toBeVisible();

	await page.goto(link);
	await expect(page.getByText(text("passwordReset.askAgain"))).toBeVisible();
	await logIn(page, email, newPassword);
	await expect(page.getByText(text("login.success")).first()).toBeVisible();
});
