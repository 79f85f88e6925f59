import { expect, test } from "@playwright/test";
import { boxOf } from "./layout";
import { text } from "./texts";

const phone = { width: 390, height: 844 };

test("on a phone the statuses begin with people, and folded filters wait in the line of the search", async ({
	page,
}) => {
	await page.setViewportSize(phone);
	await page.goto("/statuses");
	expect((await boxOf(page.locator("main tbody tr").first())).y).toBeLessThanOrEqual(440);
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
