import { expect, test } from "@playwright/test";

test("the home page answers in Czech and in English and remembers the choice", async ({ page }) => {
	await page.goto("/");
	await expect(page.locator("html")).toHaveAttribute("lang", "cs");
	await page.goto("/?lng=en");
	await expect(page.locator("html")).toHaveAttribute("lang", "en");
	await page.goto("/");
	await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("an unknown host shows the newest edition, a year's host its own", async ({ page, baseURL }) => {
	const { port } = new URL(baseURL ?? "");
	await page.goto(`http://elsewhere.localhost:${port}/api`);
	await expect(page.locator("body")).toContainText('"edition":2025');
	await page.goto(`http://2024.localhost:${port}/api`);
	await expect(page.locator("body")).toContainText('"edition":2024');
});
