import { expect, test } from "@playwright/test";
import { adminEmail, signIn } from "./accounts";
import { complaintsOfAxe } from "./axe";
import { untilHydrated } from "./hydration";
import { widthOf } from "./layout";

/* An organiser looks at what a policy would do and at what a ranking says. Nothing is saved here: the other journeys need the edition as it is. */

test("a policy says whom it would move before it is saved", async ({ page, javaScriptEnabled }) => {
	await page.setViewportSize({ width: 320, height: 800 });
	await signIn(page.context(), adminEmail);
	await page.goto("/admin/settings");
	await page.locator("a[href='/admin/settings/admission']").click();
	if (javaScriptEnabled !== false) await untilHydrated(page);
	await page.locator("[name='admission/policy']").selectOption("by-ranking");
	await page.locator("button[value=preview]").click();
	await expect(page.locator("#setting-admission-places"), "places are missing").toContainText(
		"Zadejte počet míst",
	);
	await page.locator("[name='admission/places/total']").fill("5");
	await page.locator("button[value=preview]").click();
	const preview = page.locator("section[aria-labelledby=preview]");
	await expect(preview).toContainText("Podle pravidla se přesun");
	expect(await widthOf(page)).toBeLessThanOrEqual(320);
});

test("a ranking proposes positions, and asks where it is not certain", async ({
	page,
	javaScriptEnabled,
}) => {
	await page.setViewportSize({ width: 320, height: 800 });
	await signIn(page.context(), adminEmail);
	await page.goto("/admin/ranking");
	if (javaScriptEnabled !== false) await untilHydrated(page);
	const label = (await page.locator("label[for^='position-']").first().textContent()) ?? "";
	const [surname = "", name = ""] = label.split(" ");
	const year = /\((\d{4})/.exec(label)?.[1] ?? "";
	const rows = [`7\t${surname.toUpperCase()} ${name}\t${year}`, "8\tNěkdo Jiný\t1950"];
	await page.locator("#list").setInputFiles({
		name: "ranking.csv",
		mimeType: "text/csv",
		buffer: Buffer.from(rows.join("\n")),
	});
	await page.locator("form[enctype] button").click();
	await expect(page.locator("#positions")).toContainText("2");
	// Those of whom it is not certain stand first.
	await expect(page.getByLabel(label, { exact: true })).toHaveValue("7");
	expect(await widthOf(page)).toBeLessThanOrEqual(320);
});

test("what a ranking proposes has no fault for axe @scripts", async ({ page }) => {
	await signIn(page.context(), adminEmail);
	await page.goto("/admin/ranking");
	expect(await complaintsOfAxe(page)).toEqual([]);
});
