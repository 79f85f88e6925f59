import { expect, test } from "@playwright/test";
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
	// Addresses of pages alone: what a page reads by itself is fetched when it is needed.
	const listed = await page.locator("script[data-prefetch]").getAttribute("data-prefetch");
	expect((listed ?? "").split(" ").filter((path) => path.includes("."))).toEqual([]);

	await page.addInitScript(() =>
		Object.defineProperty(navigator, "connection", { value: { saveData: true, effectiveType: "4g" } }),
	);
	await page.goto("/contacts");
	await page.locator('.site-nav a[href="/starting-list"]').hover();
	await page.locator('.site-nav a[href="/news"]').hover();
	await expect(hints).toHaveCount(0);
});

test("what is typed and clicked while React begins stays with the page, which is then hydrated @scripts", async ({
	page,
	context,
}) => {
	const failures: Error[] = [];
	page.on("pageerror", (error) => failures.push(error));
	await signIn(context, "pilot@example.com");
	// Keys and clicks without a pause, as long as the page is not hydrated.
	await page.addInitScript(() => {
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = () => {
			const main = document.querySelector("main");
			main?.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }));
			main?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
			if (!("hydrated" in (document.documentElement?.dataset ?? {}))) port2.postMessage(null);
		};
		port2.postMessage(null);
	});
	await page.goto("/user-profile", { waitUntil: "commit" });
	await page.locator("main [name=surname]").fill("Nová");
	await untilHydrated(page);
	await expect(page.locator("main [name=surname]")).toHaveValue("Nová");
	await expect(page.locator("main [name=surname]")).toBeFocused();
	expect(failures).toEqual([]);
});
