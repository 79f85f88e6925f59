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

/** The longest word of a name, in letters, that has room on the smallest phone. */
const longestWord = 10;

/** Words that stand in more than one line. */
function brokenWords(elements: Element[]): string[] {
	return elements.flatMap((element) => {
		const text = element.firstChild;
		if (!(text instanceof Text)) return [];
		return [...text.data.matchAll(/\p{L}+/gu)].flatMap(({ 0: word, index }) => {
			const range = document.createRange();
			range.setStart(text, index);
			range.setEnd(text, index + word.length);
			return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1 ? [word] : [];
		});
	});
}

for (const [path, names] of [
	["/results?view=total", "main [data-pilot]"],
	["/grid", "main .on-grid strong"],
] as const) {
	test(`no word of a name on ${path} breaks on the smallest phone @scripts`, async ({ page }) => {
		await page.setViewportSize({ width: 320, height: 640 });
		await page.goto(path);
		const broken = await measuredAll(page.locator(names), brokenWords);
		const words = new Set([...ofDemo].flatMap((name) => name.match(/\p{L}+/gu) ?? []));
		expect(broken.filter((word) => words.has(word) && word.length <= longestWord)).toEqual([]);
	});
}
