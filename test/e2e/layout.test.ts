import { expect, test } from "@playwright/test";
import { boxOf, measured } from "./layout";

test("what is measured while the styles are on their way is what stands there in the end", async ({
	page,
}) => {
	let release = () => {};
	const held = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route("**/*.css", async (route) => {
		await held;
		await route.continue();
	});
	await page.setViewportSize({ width: 390, height: 800 });
	await page.goto("/contacts", { waitUntil: "commit" });
	const heading = page.locator("h1");
	await heading.waitFor({ state: "attached" });
	const look = () =>
		Promise.all([boxOf(heading), measured(page, () => document.documentElement.scrollHeight)]);
	const looked = look();
	// The browser answers in turn: by then it has been asked how high the page is.
	await page.evaluate("0");
	release();
	const early = await looked;
	await page.waitForLoadState();
	expect(early).toEqual(await look());
});
