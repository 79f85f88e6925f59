import { expect, test } from "@playwright/test";
import { newestEdition } from "~editions/index";
import { expectAccessible } from "./axe";

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
	await page.goto(`http://elsewhere.localhost:${port}/`);
	await expect(page).toHaveTitle(newestEdition.title);
	await page.goto(`http://2024.localhost:${port}/`);
	await expect(page).toHaveTitle("Glider Cup 2024");
});

test("the home page is accessible @scripts", async ({ page }) => {
	await page.goto("/");
	await expectAccessible(page);
});
