import { expect, type Page, test } from "@playwright/test";
import { adminEmail, signIn } from "./accounts";
import { untilHydrated } from "./hydration";
import { keysShown } from "./texts";

test("somebody who is an organiser when going on without a new document gets the organisers' texts @scripts", async ({
	page,
	context,
}) => {
	await signIn(context, "pilot@example.com");
	await page.goto("/contacts");
	await untilHydrated(page);
	await page.evaluate(`document.documentElement.dataset.before = ""`);
	await signIn(context, adminEmail);
	await page.locator('.site-nav a[href="/starting-list"]').click();
	await page.locator("header summary", { hasText: "Správa" }).click();
	await page.locator('header a[href="/admin"]').click();
	await expect(page).toHaveURL(/\/admin$/);
	await expect(page.locator("html")).toHaveAttribute("data-before");
	await expect.poll(() => keysShown(page)).toEqual([]);
});

test("a visitor who points at a link has the page fetched, one who saves data has not @scripts", async ({
	page,
}) => {
	const hints = page.locator('link[rel="prefetch"]');
	await page.goto("/contacts");
	await page.locator('.site-nav a[href="/registration"]').hover();
	await page.locator('.site-nav a[href="/starting-list"]').hover();
	await page.locator('.site-nav a[href="/news"]').hover();
	await page.locator('.site-nav a[href="/starting-list"]').hover();
	await expect(hints).toHaveCount(2);
	await expect(hints.first()).toHaveAttribute("href", "/starting-list");

	await page.addInitScript(() =>
		Object.defineProperty(navigator, "connection", { value: { saveData: true, effectiveType: "4g" } }),
	);
	await page.goto("/contacts");
	await page.locator('.site-nav a[href="/starting-list"]').hover();
	await page.locator('.site-nav a[href="/news"]').hover();
	await expect(hints).toHaveCount(0);
});

/** Collects the scripts of React that a page asks for. */
function watchScripts(page: Page): string[] {
	const asked: string[] = [];
	page.on("request", (request) => {
		const { pathname } = new URL(request.url());
		if (pathname.startsWith("/assets/entry.client-")) asked.push(pathname);
	});
	return asked;
}

test("a form loads React when it is used, and keeps what is typed and where @scripts", async ({ page }) => {
	const failures: Error[] = [];
	page.on("pageerror", (error) => failures.push(error));
	const asked = watchScripts(page);
	// Chromium without windows moves the pointer of the journey before over this page.
	await page.addInitScript(() =>
		addEventListener("pointermove", (event) => event.stopImmediatePropagation(), { capture: true }),
	);
	await page.goto("/login", { waitUntil: "networkidle" });
	expect(asked).toEqual([]);
	await page.locator("[name=email]").pressSequentially("jana@example.com");
	await untilHydrated(page);
	expect(asked).not.toEqual([]);
	await expect(page.locator("[name=email]")).toHaveValue("jana@example.com");
	await expect(page.locator("[name=email]")).toBeFocused();
	expect(failures).toEqual([]);
});
