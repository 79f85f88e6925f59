import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { adminEmail, demoPassword, signIn } from "./accounts";
import { untilHydrated } from "./hydration";
import { measuredAll, widthOf } from "./layout";
import { phones, visitorPages } from "./pages";
import { text, textIn } from "./texts";

test("a visitor looks around: home, a search in the starting list, a document", async ({ page }) => {
	await page.goto("/");
	await page.goto("/starting-list");
	await page.locator("input[name=q]").fill("hradecky");
	await page.getByRole("button", { name: text("list.show") }).click();
	await expect(page).toHaveURL(/q=hradecky/);
	await expect(page.getByText("Jakub Hradecký").first()).toBeVisible();
	await expect(page.locator("main .start-number")).toHaveText(["7K"]);

	await page.goto("/documents");
	const coming = page.waitForEvent("download");
	await page.locator('main a[download][href$=".pdf"]').first().click();
	const file = await coming;
	expect(
		readFileSync(await file.path())
			.subarray(0, 5)
			.toString(),
	).toBe("%PDF-");
});

test("the language that was switched to stays on the next page and the next visit", async ({
	page,
	context,
}) => {
	await page.goto("/results");
	await expect(page.locator("html")).toHaveAttribute("lang", "cs");
	await page.getByRole("link", { name: "English" }).click();
	await expect(page.locator("html")).toHaveAttribute("lang", "en");
	await page.goto("/contacts");
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(textIn("en", "nav.contacts"));
	const nextVisit = await context.newPage();
	await nextVisit.goto("/documents");
	await expect(nextVisit.locator("html")).toHaveAttribute("lang", "en");
});

test("the keyboard alone opens a menu, goes to a page of it and logs in", async ({ page }) => {
	await page.goto("/");
	await page.keyboard.press("Tab");
	await expect(page.getByRole("link", { name: text("nav.skip") })).toBeFocused();
	const tabTo = async (wanted: ReturnType<typeof page.locator>) => {
		for (let presses = 0; presses < 60; presses++) {
			if (await wanted.evaluate((element) => element === document.activeElement)) return;
			await page.keyboard.press("Tab");
		}
		await expect(wanted).toBeFocused();
	};
	await tabTo(page.locator("summary", { hasText: text("nav.more") }));
	await page.keyboard.press("Enter");
	await tabTo(page.locator(".bar-menu").getByRole("link", { name: text("nav.documents") }));
	await page.keyboard.press("Enter");
	await page.waitForURL((url) => url.pathname === "/documents");

	await tabTo(page.locator('header a[href^="/login"]'));
	await page.keyboard.press("Enter");
	await page.waitForURL((url) => url.pathname === "/login");
	await tabTo(page.locator("input[name=email]"));
	await page.keyboard.type("novice@example.com");
	await page.keyboard.press("Tab");
	await expect(page.locator("input[name=password]")).toBeFocused();
	await page.keyboard.type(demoPassword);
	await page.keyboard.press("Enter");
	await page.waitForURL((url) => url.pathname !== "/login");
	await expect(page.getByText(text("login.success")).first()).toBeVisible();
});

test("no page needs scrolling to the side on a phone", async ({ page, javaScriptEnabled }) => {
	test.skip(javaScriptEnabled !== false, "with scripts every-page.test.ts looks at it");
	test.setTimeout(120_000);
	for (const path of [...visitorPages, "/api/docs"]) {
		await page.goto(path);
		for (const screen of phones) {
			await page.setViewportSize({ width: screen, height: 700 });
			expect(await widthOf(page), `width of ${path} at ${screen}`).toBeLessThanOrEqual(screen);
		}
	}
});

test("a board of 64 competitors fits on a projector of 1280 by 720", async ({ page }) => {
	await page.setViewportSize({ width: 1280, height: 720 });
	await page.goto("/statuses?view=board");
	// The demo has fewer.
	const heights = await measuredAll(page.locator(".board"), ([board]) => {
		if (!board) throw new Error("There is no board");
		const cell = board.lastElementChild?.outerHTML ?? "";
		board.insertAdjacentHTML("beforeend", cell.repeat(64 - board.children.length));
		const cells = [...board.children];
		return {
			page: document.documentElement.scrollHeight,
			lowest: Math.max(...cells.map((cell) => cell.getBoundingClientRect().bottom)),
			cut: cells.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight).length,
		};
	});
	expect(heights).toMatchObject({ page: 720, cut: 0 });
	expect(heights.lowest).toBeLessThanOrEqual(720);
});

test("on the way back a search shows the words that the list was asked for", async ({ page }) => {
	const words = page.locator("input[name=q]");
	const order = page.locator("select[name=sort]");
	await page.goto("/starting-list?q=hradecky");
	await words.fill("kucera");
	await order.selectOption("aeroclub");
	await page.getByRole("button", { name: text("list.show") }).click();
	await expect(page).toHaveURL(/q=kucera&sort=aeroclub/);
	await page.goBack();
	await expect(page).toHaveURL(/q=hradecky/);
	await expect(words).toHaveValue("hradecky");
	await expect(order).toHaveValue("startNumber");
});

test("on the way back an organiser's search shows its words, too @scripts", async ({ page, context }) => {
	await signIn(context, adminEmail);
	await page.goto("/starting-list?q=hradecky");
	await untilHydrated(page);
	const words = page.locator("input[name=q]");
	await words.fill("kucera");
	await words.press("Enter");
	await expect(page).toHaveURL(/q=kucera/);
	await expect(words).toBeFocused();
	await page.goBack();
	await expect(page).toHaveURL(/q=hradecky/);
	await expect(words).toHaveValue("hradecky");
});
