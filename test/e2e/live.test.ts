import { expect, type Page, test } from "@playwright/test";
import { complaintsOfAxe } from "./axe";

/* The dots on a map, on the page of the gallery that has one: the site of the journeys does not listen to the network. */

const gallery = "/dev/gallery/task";

/** What `/live.json` says: numbers with the degrees by which they are east of the first. */
async function say(
	page: Page,
	dots: readonly (readonly [number: string, east: number])[],
	silentSince: Date | null = null,
) {
	await page.unroute("**/live.json").catch(() => undefined);
	await page.route("**/live.json", (route) =>
		route.fulfill({
			json: {
				silentSince: silentSince?.toISOString() ?? null,
				delays: { club: 15 },
				dots: dots.map(([number, east]) => [number, "club", 49.6, 15.9 + east, 1200, 95, 90, 0]),
			},
		}),
	);
}

test("dots move and go with what the server says, and none stays when the network or the connection is silent @scripts", async ({
	page,
}) => {
	await page.clock.install();
	await say(page, [
		["7K", 0],
		["U2", 0.2],
	]);
	await page.goto(gallery);
	const layer = page.locator("[data-live]");
	await page.locator("svg.map-view:has([data-live])").scrollIntoViewIfNeeded();
	const dots = layer.locator(":scope > g");
	await page.clock.runFor(2_000);
	await expect(dots).toHaveCount(2);
	const before = await dots.first().getAttribute("transform");
	await expect(page.locator("svg.map-view image")).toHaveAttribute("display", "none");
	// Somebody takes back the consent: the next answer has no such dot.
	await say(page, [["7K", 0.1]]);
	await page.clock.runFor(9_000);
	await expect(dots).toHaveCount(1);
	expect(await dots.first().getAttribute("transform")).not.toBe(before);
	await say(page, [], new Date(Date.now() - 3_600_000));
	await page.clock.runFor(9_000);
	await expect(dots).toHaveCount(0);
	await expect(page.locator("[data-live-lost]")).toContainText(/\d\d:\d\d/);
	await say(page, [["7K", 0]]);
	await page.clock.runFor(9_000);
	await expect(dots).toHaveCount(1);
	await page.unroute("**/live.json");
	await page.route("**/live.json", (route) => route.abort());
	await page.clock.runFor(30_000);
	await expect(dots).toHaveCount(0);
});

for (const [width, height] of [
	[390, 844],
	[1280, 900],
] as const) {
	test(`a map with dots is for everybody, ${width} px wide @scripts`, async ({ page }) => {
		await page.setViewportSize({ width, height });
		await say(page, [["7K", 0]]);
		for (const colorScheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme });
			await page.goto(gallery);
			await page.locator("svg.map-view:has([data-live])").scrollIntoViewIfNeeded();
			await expect(page.locator("[data-live] > g")).toHaveCount(1);
			expect(await complaintsOfAxe(page, "all", ".map:has([data-live])")).toEqual([]);
		}
	});
}

test("without scripts a map has a picture of the server, and a list says where everybody was last seen", async ({
	page,
}) => {
	await page.goto(gallery);
	await expect(page.locator("svg.map-view image")).toBeAttached();
	await expect(page.locator("main li", { hasText: "7K" }).first()).toContainText(/1[\s\u00a0]640/);
});
