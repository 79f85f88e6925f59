import { expect, test } from "@playwright/test";
import { adminEmail, signIn } from "./accounts";
import { complaintsOfAxe } from "./axe";
import { holdAnswers } from "./held-answers";
import { untilHydrated } from "./hydration";
import { widthOf } from "./layout";

/* An organiser sees what a change of settings means before it is saved. Nothing is saved here: the other journeys need the edition as it is. */

test("new dates are typed on a phone, and what would change stands above them", async ({
	page,
	javaScriptEnabled,
}) => {
	await page.setViewportSize({ width: 320, height: 800 });
	await signIn(page.context(), adminEmail);
	await page.goto("/admin/settings");
	await page.locator("a[href='/admin/settings/dates']").click();
	if (javaScriptEnabled !== false) await untilHydrated(page);
	await page.locator("[name='competition/to']").fill("2025-07-21");
	await page.locator("button[value=preview]").click();
	const preview = page.locator("section[aria-labelledby=preview]");
	await expect(preview).toContainText("pondělí 21. 7.");
	await expect(preview).toBeFocused();
	await expect(page.locator("[name='competition/to']")).toHaveValue("2025-07-21");
	expect(await widthOf(page)).toBeLessThanOrEqual(320);
});

test("a date that cannot be is refused beside its field, to which the summary leads", async ({ page }) => {
	await signIn(page.context(), adminEmail);
	await page.goto("/admin/settings/dates");
	await page.locator("[name='competition/to']").fill("2025-07-01");
	await page.locator("button[value=preview]").click();
	await page.locator("[role=alert] a").click();
	await expect(page.locator("[name='competition/to']")).toBeFocused();
});

test("a field that was gone to while the scripts were on their way keeps the focus @scripts", async ({
	page,
}) => {
	await signIn(page.context(), adminEmail);
	await page.goto("/admin/settings/dates");
	await page.locator("[name='competition/to']").fill("2025-07-01");
	const scripts = await holdAnswers(page, (request) => request.url().includes("/assets/entry.client"));
	await page.locator("button[value=preview]").click();
	await page.locator("[role=alert] a").click();
	scripts.release();
	await untilHydrated(page);
	await expect(page.locator("[name='competition/to']")).toBeFocused();
});

test("a preview has no fault for axe @scripts", async ({ page }) => {
	await signIn(page.context(), adminEmail);
	await page.goto("/admin/settings/links");
	await page.locator("summary", { hasText: "Archiv ročníků" }).click();
	await page.locator("[name='archive/0/title/cs']").fill("Jiný název");
	await page.locator("button[value=preview]").click();
	await expect(page.locator("#preview")).toBeVisible();
	expect(await complaintsOfAxe(page)).toEqual([]);
});
