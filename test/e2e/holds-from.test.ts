import { expect, type Page, test } from "@playwright/test";
import { newestEdition } from "~editions/index";
import { adminEmail, signIn } from "./accounts";
import { complaintsOfAxe } from "./axe";
import { untilHydrated } from "./hydration";
import { widthOf } from "./layout";

/* An organiser who changes a glider for past days sees which points that would move before anything is saved. */

/** Opens the entry of somebody who has flown, chooses another glider from the first day on, and saves. */
async function changeGlider(page: Page, scripts = true): Promise<void> {
	await page.setViewportSize({ width: 320, height: 800 });
	await signIn(page.context(), adminEmail);
	await page.goto("/starting-list?q=Hradecký");
	const link = page.locator('a[href^="/registration/"]').first();
	await page.goto((await link.getAttribute("href")) ?? "");
	if (scripts) await untilHydrated(page);
	const glider = page.locator("#entry select[name=gliderType]");
	const other = glider.locator("option:not([selected]):not([value=''])").first();
	await glider.selectOption((await other.getAttribute("value")) ?? "");
	await page.locator("#entry select[name=from]").selectOption(newestEdition().competition.from);
	await page.locator("#entry button[type=submit]").last().click();
	await expect(page.locator("#moved")).toBeVisible();
}

test("points that would move are shown first, and the choices stay", async ({ page, javaScriptEnabled }) => {
	await changeGlider(page, javaScriptEnabled !== false);
	await expect(page.locator("#entry select[name=from]")).toHaveValue(newestEdition().competition.from);
	await expect(page.locator("[aria-labelledby=moved] tbody tr").first()).toContainText("→");
	expect(await widthOf(page)).toBeLessThanOrEqual(320);
});

test("the shown points have no fault for axe @scripts", async ({ page }) => {
	await changeGlider(page);
	expect(await complaintsOfAxe(page)).toEqual([]);
});
