import { expect, type Page, test } from "@playwright/test";
import { newestEdition } from "~editions/index";
import { igcFile } from "../../scripts/demo/igc-generator";
import { text } from "./texts";

/* Somebody new, on a phone: what there is to find takes few taps from home, and nothing is typed. */

test.use({ viewport: { width: 390, height: 800 } });

/** Taps one after the other. */
function tapper(page: Page) {
	let taps = 0;
	return {
		tap: async (target: ReturnType<Page["locator"]>) => {
			taps += 1;
			await target.first().click();
			await page.waitForLoadState();
		},
		taps: () => taps,
	};
}

test("from home the replay of yesterday takes two taps, the page of a pilot two", async ({ page }) => {
	await page.goto("/");
	// How many fly is on the first screen.
	await expect(page.locator(".status-counts").first()).toBeInViewport({ ratio: 1 });
	const replay = tapper(page);
	await replay.tap(page.locator('main nav a[href="/days/5"]'));
	await replay.tap(page.locator('main a[href*="/days/5/replay"]'));
	await expect(page.locator("h1")).toContainText(text("replay.title"));
	expect(replay.taps()).toBe(2);

	await page.goto("/");
	const pilot = tapper(page);
	await pilot.tap(page.locator('main a[href*="class=club"][href*="only=FLYING"]'));
	await pilot.tap(page.locator('main a[href="/pilots/7K"]'));
	await expect(page.locator("h1")).toContainText("7K");
	expect(pilot.taps()).toBe(2);
});

test("a log from the phone's files is three taps from its receipt @scripts", async ({ page }) => {
	await page.goto("/");
	const log = tapper(page);
	await log.tap(page.locator('header a[href="/igc"], main a[href="/igc"]'));
	const chooser = page.waitForEvent("filechooser");
	await log.tap(page.locator("input[name=igc]"));
	const options = {
		date: newestEdition().competition.from,
		fixes: 300,
		competitionNumber: "7K",
		pilot: "Jakub Hradecký",
		// Another journey enters a pilot with the usual one.
		recorder: "ALXV7KD",
	};
	await (await chooser).setFiles({
		name: "57gv7kd1.igc",
		mimeType: "application/octet-stream",
		buffer: Buffer.from(igcFile(options)),
	});
	await log.tap(page.locator("#igc-form [type=submit]"));
	await expect(page).toHaveURL(/\/igc\/receipt\/[\w-]+/);
	await expect(page.locator(".verdict")).toBeVisible();
	expect(log.taps()).toBe(3);
});

test("a star follows a pilot to home and marks the rows; that of a pilot who is gone disturbs nothing @scripts", async ({
	page,
	context,
}) => {
	await context.grantPermissions(["clipboard-read", "clipboard-write"]);
	await page.addInitScript(() => {
		if (!localStorage.getItem("stars")) localStorage.setItem("stars", JSON.stringify(["gone"]));
	});
	await page.goto("/");
	await expect(page.locator("[data-your-pilots]")).toBeHidden();
	await page.goto("/pilots/7K");
	const star = page.locator("main [data-star]").first();
	await star.click();
	await expect(star).toHaveAttribute("aria-pressed", "true");
	// Shared: the address is copied where the device has no way of its own.
	await page.evaluate(() =>
		Object.defineProperty(navigator, "share", { value: undefined, configurable: true }),
	);
	await page.locator("button[data-share]").click();
	await expect(page.getByText(text("share.copied"))).toBeVisible();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
	await page.goto("/");
	await expect(page.locator("[data-your-pilots] li")).toHaveCount(1);
	await expect(page.locator("[data-your-pilots] li")).toContainText("7K");
	await page.goto("/pilots");
	await expect(page.locator("li[data-starred]")).toHaveCount(1);
	// A search that finds nobody says so while it is typed.
	const search = page.locator("input[data-filter]");
	await search.fill("nikdo takový");
	await expect(page.getByText(text("startingList.nothingFound"))).toBeVisible();
	await search.fill("7k");
	await expect(page.getByText(text("startingList.nothingFound"))).toBeHidden();
	await page.locator("main [data-star]").filter({ visible: true }).first().click();
	// The list of statuses is filtered, too, and stays so when it is read anew.
	await page.goto("/statuses");
	const shown = page.locator("main tbody tr").filter({ visible: true });
	const name = (await shown.first().locator("[data-pilot]").textContent()) ?? "";
	await search.fill(name);
	await expect(shown).toHaveCount(1);
	const row = await shown.innerText();
	// Another tab has chosen another language.
	await page.context().addCookies([{ name: "i18nextLng", value: "en", url: page.url() }]);
	await page.route("**/statuses*", async (route) => {
		const response = await route.fetch();
		const changed = (await response.text()).replace("<tbody", '<tbody id="anew"');
		await route.fulfill({ response, body: changed });
	});
	await page.evaluate(`document.dispatchEvent(new Event("visibilitychange"))`);
	await expect(page.locator("#anew")).toHaveCount(1);
	await expect(shown).toHaveCount(1);
	expect(await shown.innerText()).toBe(row);
	await page.goto("/");
	await expect(page.locator("[data-your-pilots]")).toBeHidden();
});
