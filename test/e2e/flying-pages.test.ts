import { expect, test } from "@playwright/test";
import { boxOf, measured, measuredAll } from "./layout";
import { text } from "./texts";

const phone = { width: 390, height: 844 };

test("on a phone the statuses begin with people, and folded filters wait in the line of the search", async ({
	page,
}) => {
	await page.setViewportSize(phone);
	await page.goto("/statuses");
	expect((await boxOf(page.locator("main tbody tr").first())).y).toBeLessThanOrEqual(500);
	const type = page.locator("#statuses-glider-type");
	await expect(type).toBeHidden();
	await page.locator("summary", { hasText: text("statuses.filter") }).click();
	await type.selectOption({ index: 1 });
	await page.getByRole("button", { name: text("statuses.show") }).click();
	await expect(page).toHaveURL(/gliderType=/);
});

test("the keyboard skips choices and heads, and a row of a list is one stop", async ({ page }) => {
	for (const [path, row] of [
		["/statuses", "#list > tr"],
		["/days/6", "#list-club > tr"],
		["/results?view=total", "#list > tr"],
	] as const) {
		await page.goto(path);
		await page.getByRole("link", { name: text("list.skip") }).focus();
		await page.keyboard.press("Enter");
		await page.keyboard.press("Tab");
		await expect(page.locator(`${row}:first-child a.pilot-name`), path).toBeFocused();
	}
	await page.keyboard.press("Tab");
	await expect(page.locator("#list > tr:nth-child(2) a.pilot-name")).toBeFocused();
});

test("on a phone the map of a day stands above its pilots, and who flies is one line that unfolds", async ({
	page,
}) => {
	await page.setViewportSize(phone);
	await page.goto("/days/6");
	const [map, table] = [page.locator("#club svg.map-view"), page.locator("#club .day-table").first()];
	expect((await boxOf(map)).y).toBeLessThan((await boxOf(table)).y);
	const up = page.locator("#club .day-flying");
	await expect(up.locator("summary")).toContainText(/^\s*\d+ pilotů letí/);
	await expect(up.locator("tbody tr").first()).toBeHidden();
	await up.locator("summary").click();
	await expect(up.locator("tbody tr").first()).toBeVisible();
	await page.goto("/days/5");
	expect((await boxOf(page.locator('#club a[href*="/days/5/replay"]'))).y).toBeLessThanOrEqual(600);
});

test("the numbers of the board take half of a cell, and its cells stay where they are while it loads", async ({
	page,
}) => {
	await page.addInitScript(() => {
		const moved: number[] = [];
		Object.assign(window, { moved });
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries())
				moved.push((entry as PerformanceEntry & { value: number }).value);
		}).observe({ type: "layout-shift", buffered: true });
	});
	for (const size of [{ width: 1920, height: 1080 }, { width: 1280, height: 720 }, phone]) {
		await page.setViewportSize(size);
		await page.goto("/statuses?view=board");
		await expect(page.locator("[data-refresh-bar], noscript").first()).toBeAttached();
		const number = page.locator(".board-cell .start-number").first();
		const cell = await boxOf(page.locator(".board-cell").first());
		if (size !== phone) expect((await boxOf(number)).height / cell.height).toBeGreaterThan(0.45);
		const moved = await measured(page, () => (window as unknown as { moved?: number[] }).moved ?? []);
		expect(
			moved.reduce((sum, value) => sum + value, 0),
			`${size.width}`,
		).toBeLessThan(0.05);
	}
});

test("in a reader's own colours cells of the board have edges and numbers have none", async ({ page }) => {
	await page.emulateMedia({ forcedColors: "active" });
	await page.goto("/statuses?view=board");
	await expect(page.locator(".board-cell").first()).toHaveCSS("border-top-width", "1px");
	await expect(page.locator(".board-cell .start-number").first()).toHaveCSS("border-top-width", "0px");
});

test("on the grid a glider takes two lines", async ({ page }) => {
	for (const size of [phone, { width: 1280, height: 800 }]) {
		await page.setViewportSize(size);
		await page.goto("/grid");
		const heights = await measuredAll(page.locator("main .on-grid"), (rows) =>
			rows.map((row) => row.getBoundingClientRect().height),
		);
		expect(heights.length).toBeGreaterThan(50);
		const usual = heights.toSorted((a, b) => a - b)[Math.floor(heights.length / 2)];
		expect(usual).toBeLessThanOrEqual(64);
	}
});

test("on a phone a competitor of the starting list takes two lines, and all of them are there", async ({
	page,
}) => {
	await page.setViewportSize(phone);
	await page.goto("/starting-list");
	const heights = await measuredAll(page.locator("main .list-row"), (rows) =>
		rows.map((row) => row.getBoundingClientRect().height),
	);
	expect(heights.length).toBeGreaterThan(50);
	expect(heights.toSorted((a, b) => a - b)[Math.floor(heights.length * 0.75)]).toBeLessThanOrEqual(70);
});
