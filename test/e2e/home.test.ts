import { expect, test } from "@playwright/test";
import { editions, newestEdition } from "~editions/index";
import { expectAccessible } from "./axe";

test("the home page answers in Czech and in English and remembers the choice", async ({ page }) => {
	await page.goto("/");
	await expect(page.locator("html")).toHaveAttribute("lang", "cs");
	await page.goto("/?lng=en");
	await expect(page.locator("html")).toHaveAttribute("lang", "en");
	await page.goto("/");
	await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("an unknown host shows the newest edition, every year's host its own", async ({ page, baseURL }) => {
	const { port } = new URL(baseURL ?? "");
	await page.goto(`http://elsewhere.localhost:${port}/`);
	await expect(page).toHaveTitle(newestEdition.title);
	for (const { year, title } of editions) {
		await page.goto(`http://${year}.localhost:${port}/`);
		await expect(page).toHaveTitle(title);
	}
});

test("the home page is accessible @scripts", async ({ page }) => {
	await page.goto("/");
	await expectAccessible(page);
});
