import { expect, test } from "@playwright/test";
import { widthOf } from "./layout";

/* Readers who make only the text larger: media queries do not follow it, as they do the text size of a browser's settings (`text-size.test.ts`). */

const width = 390;

test("with only the text at twice its size no page scrolls to the side @scripts", async ({ page }) => {
	await page.setViewportSize({ width, height: 844 });
	const wide: string[] = [];
	for (const path of [
		"/",
		"/statuses",
		"/documents",
		"/grid",
		"/outlandings",
		"/starting-list",
		"/results",
	]) {
		await page.goto(path);
		await page.evaluate(() => {
			document.documentElement.style.fontSize = "32px";
		});
		const found = await widthOf(page);
		if (found > width) wide.push(`${path} is ${found} px wide`);
	}
	expect(wide).toEqual([]);
});
