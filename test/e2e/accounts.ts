import type { Page } from "@playwright/test";

/** Password of every demo account. */
export const demoPassword = "glider-demo-2025";

export const adminEmail = "admin@example.com";

/** Logs in through the form, in whatever language the page is. Ends on the home page. */
export async function logIn(page: Page, email: string, password: string = demoPassword): Promise<void> {
	await page.goto("/login");
	await page.locator("input[name=email]").fill(email);
	await page.locator("input[name=password]").fill(password);
	await page.locator("main form button[type=submit]").click();
	await page.waitForURL((url) => url.pathname === "/");
}
