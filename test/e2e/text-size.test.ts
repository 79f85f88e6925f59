import { expect, test } from "@playwright/test";
import { findChromium } from "../../scripts/lib/chromium";

/* Readers who set the text of their browser to twice its size: media queries follow it. */

test.use({
	launchOptions: {
		executablePath: findChromium() ?? undefined,
		args: ["--disable-gpu", "--disable-background-networking", "--blink-settings=defaultFontSize=32"],
	},
});

const paths = [
	...["/", "/days/5", "/results", "/statuses", "/starting-list", "/pilots"],
	...["/igc", "/documents", "/tasks/2025-07-17", "/login", "/grid", "/news"],
];

for (const [width, height] of [
	[320, 640],
	[390, 800],
	[844, 390],
] as const) {
	test(`with text at twice its size no page needs scrolling to the side at ${width} × ${height} @scripts`, async ({
		page,
	}) => {
		await page.setViewportSize({ width, height });
		for (const path of paths) {
			await page.goto(path);
			const [size, wide] = await page.evaluate(() => [
				getComputedStyle(document.documentElement).fontSize,
				document.documentElement.scrollWidth,
			]);
			expect(size).toBe("32px");
			expect(wide, `width of ${path}`).toBeLessThanOrEqual(width);
		}
	});
}
