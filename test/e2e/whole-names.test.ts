import { expect, test } from "@playwright/test";
import { season } from "~test/support/season";
import { measuredAll } from "./layout";

/* A name is read at a glance, so first name and surname stand in one line of a phone. */

/** Longest name, in characters, that has room beside a number and points, whatever its letters. */
const roomFor = 16;

/** Other journeys enter pilots whose numbers are longer than any on a glider. */
const ofDemo = new Set(season.users.map(({ name, surname }) => `${name} ${surname}`));

for (const path of ["/statuses", "/days/5", "/days/6"]) {
	test(`no name on ${path} breaks on a phone where it has room`, async ({ page }) => {
		await page.setViewportSize({ width: 390, height: 844 });
		await page.goto(path);
		const names = page.locator("main [data-pilot]");
		expect((await names.allTextContents()).filter((name) => ofDemo.has(name)).length).toBeGreaterThan(20);
		const broken = await measuredAll(names, (elements) =>
			elements
				.filter((element) => new Set([...element.getClientRects()].map(({ top }) => top)).size > 1)
				.map((element) => element.textContent ?? ""),
		);
		expect(broken.filter((name) => ofDemo.has(name) && name.length <= roomFor)).toEqual([]);
	});
}
