import { expect, type Page, test } from "@playwright/test";
import { adminEmail, signIn } from "./accounts";
import { deskDays } from "./desk-days";
import { untilQueueLoaded } from "./hydration";
import { textIn } from "./texts";

/* The grid as the desk works with it: by the keyboard, by taps, and by plain forms. */

const text = (key: string, values: Readonly<Record<string, string>> = {}) => textIn("cs", key, values);

/** A class for each of the two ways in which the journey runs, as they share the day. */
async function openClass(page: Page, hasScripts: boolean) {
	await page.goto(`/grid?day=${deskDays.grid}`);
	if (hasScripts) await untilQueueLoaded(page);
	return page.locator("section[aria-labelledby^=grid-]").nth(hasScripts ? 0 : 1);
}

test("the order is drawn; a launch by the keyboard, a relight, a whole row; who does not fly stays there", async ({
	page,
	context,
	javaScriptEnabled,
}) => {
	await signIn(context, adminEmail);
	const grid = await openClass(page, javaScriptEnabled !== false);
	await grid.getByRole("button", { name: text("grid.draw"), exact: true }).click();
	await expect(grid).toContainText(text("grid.byLot"));
	const rows = grid.locator("ol > li");
	const places = rows.first().locator('li[id^="grid-"]');
	await expect(places).toHaveCount(3);

	const [first, second] = [places.nth(0), places.nth(1)];
	await first.locator('button[value="1"]').focus();
	await page.keyboard.press("Enter");
	await expect(first.locator(".chip")).toHaveCount(1);
	await first.locator('button[value="2"]').click();
	await expect(first.locator(".chip").nth(1)).toHaveText(/^opakovaný \d\d:\d\d$/);

	const note = grid.locator("details", { hasText: text("grid.note") });
	await note.locator("summary").click();
	await note.locator("select[name=pilot]").selectOption({ index: 1 });
	await note.locator("input[name=reason]").fill("prasklá pneumatika");
	await note.locator('button[value="scratch"]').click();
	await expect(second.locator(".chip")).toHaveText(`${text("grid.scratched")}: prasklá pneumatika`);

	const launchRow = rows.first().getByRole("button", { name: text("grid.launchRow", { row: "1" }) });
	await launchRow.click();
	await expect(places.nth(2).locator(".chip")).toHaveCount(1);
	await expect(second.locator(".chip")).toHaveText(/prasklá/);
	await expect(launchRow).toHaveCount(0);
	await second.getByRole("button", { name: text("grid.unscratch") }).click();
	const launch = second.locator('button[value="1"]');
	await expect(launch).toBeVisible();
	if (javaScriptEnabled === false) return;
	// "Take back" comes to where the button was: a double tap launches all the same.
	await launch.dblclick();
	await expect(second.locator(".chip")).toHaveCount(1);
	await expect(second.locator('button[value="2"]')).toBeVisible();
	// So does "Restore" to where "Take back" was: a double tap takes back all the same.
	const launched = await second.locator(".chip").textContent();
	await second.locator('button[value="0"]').dblclick();
	await expect(second.locator(".chip")).toHaveCount(0);
	await second.getByRole("button", { name: launched?.slice(-5) }).click();
	await expect(second.locator(".chip")).toHaveText(launched ?? "");
});
