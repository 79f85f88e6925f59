import { expect, test } from "@playwright/test";
import { newestEdition } from "~editions/index";
import { adminEmail, signIn } from "./accounts";
import { untilHydrated } from "./hydration";
import { boxOf, measuredAll } from "./layout";
import { text } from "./texts";

test("from the dashboard to a filter, its neighbour and back, and to a mail to those who are shown", async ({
	page,
	context,
	javaScriptEnabled,
}) => {
	await signIn(context, adminEmail);
	await page.goto("/admin");
	await page.locator('a[href="/starting-list?filter=unpaid"]').click();
	await expect(page).toHaveURL(/\/starting-list\?filter=unpaid$/);
	const rows = page.locator("tbody tr");
	const unpaid = page.locator('nav a[aria-current="page"] .badge').nth(1);
	const shown = Number(await unpaid.textContent());
	expect(shown).toBeGreaterThan(0);
	await expect(rows).toHaveCount(shown);

	// On a narrow phone the menu of exports lies on the screen.
	const size = page.viewportSize() ?? { width: 1280, height: 720 };
	await page.setViewportSize({ width: 360, height: 740 });
	const exports = page.locator("details", { hasText: text("startingList.exports") });
	await exports.locator("summary").click();
	const list = await boxOf(exports.locator(".menu-list"));
	expect(list.x).toBeGreaterThanOrEqual(0);
	expect(list.x + list.width).toBeLessThanOrEqual(360);
	// An export that asks for a code leads there, where scripts run too.
	const [download] = await exports.getByRole("link").all();
	await page.route("**/starting-list/export", (route) =>
		route.fulfill({ status: 303, headers: { Location: "/contacts" } }),
	);
	await download?.click();
	await expect(page).toHaveURL(/\/contacts$/);
	await page.goto("/starting-list?filter=unpaid");

	// On a tablet the buttons of a row stand in two lines at most, here and among the logs, and a flight's sign beside its status.
	await page.setViewportSize({ width: 768, height: 1000 });
	const mostLines = (row: string, parts: string) =>
		measuredAll(
			page.locator(row),
			(found, selector) => {
				const linesOf = (one: Element) => {
					const boxes = [...one.querySelectorAll(selector)].map((part) => part.getBoundingClientRect());
					let [lines, bottom] = [0, -1];
					for (const box of boxes.sort((first, second) => first.top - second.top)) {
						if (box.top >= bottom) lines++;
						bottom = Math.max(bottom, box.bottom);
					}
					return lines;
				};
				return Math.max(...found.map(linesOf));
			},
			parts,
		);
	expect(await mostLines("tbody .flags", ".flag")).toBe(2);
	const buttons = ["tbody .button-row", ".button"] as const;
	await page.goto("/igc");
	expect(await mostLines(...buttons)).toBe(2);
	await page.goto(`/statuses?day=${newestEdition().competition.from}`);
	expect(await mostLines("tbody td:has(a svg)", ".chip, a svg")).toBe(1);
	if (javaScriptEnabled !== false) {
		await untilHydrated(page);
		const pilots = page.locator("main tbody tr").filter({ visible: true });
		await page
			.locator("#statuses-q")
			.fill((await pilots.first().locator("[data-pilot]").textContent()) ?? "");
		await expect(pilots).toHaveCount(1);
		// Rows that React makes anew when the page reads itself are filtered, too.
		await page.evaluate(() => {
			for (const row of document.querySelectorAll<HTMLElement>("main tbody tr")) row.hidden = false;
			document.dispatchEvent(new Event("visibilitychange"));
		});
		await expect(pilots).toHaveCount(1);
	}
	await page.goto("/starting-list?filter=unpaid");
	await page.setViewportSize(size);

	// The button of the folded filters says which one is chosen.
	await page.locator("summary", { hasText: text("startingList.filter.unpaid") }).click();
	const filters = page.getByRole("navigation", { name: text("startingList.filter") });
	await filters.getByRole("link", { name: text("startingList.filter.duplicates") }).click();
	await expect(page).toHaveURL(/filter=duplicates$/);
	// The address changes before the rows do.
	await expect(rows.filter({ hasNotText: text("startingList.duplicate") })).toHaveCount(0);
	await expect(rows).not.toHaveCount(0);
	await page.goBack();
	await expect(page).toHaveURL(/filter=unpaid$/);
	await expect(rows).toHaveCount(shown);

	await page.locator('a[href*="entries="]').click();
	await expect(page.locator("#message-form li")).toHaveCount(shown);
	await page.fill("[name=subject]", "Startovné");
	await page.fill("[name=body]", "Prosíme o zaplacení.");
	await page.locator("#message-form button[type=submit]").click();
	await expect(page.locator('[aria-labelledby="preview-title"] li')).toHaveCount(shown);
});

test("on a phone organisers see the first competitor within 500 px, below all tools", async ({
	page,
	context,
}) => {
	await signIn(context, adminEmail);
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto("/starting-list");
	expect((await boxOf(page.locator("tbody tr").first())).y).toBeLessThan(500);
	await page.locator("[role=search] summary").click();
	await page.selectOption("#list-sort", "name");
	await page.locator("[role=search] button[type=submit]").click();
	await expect(page).toHaveURL(/sort=name/);
	await expect(page.locator("#list-sort")).toBeHidden();
});

test("a visitor who searches keeps the focus when the page reads itself anew @scripts", async ({ page }) => {
	await page.goto(`/statuses?day=${newestEdition().competition.from}`);
	const pilots = page.locator("main tbody tr").filter({ visible: true });
	const name = await pilots.first().locator("[data-pilot]").textContent();
	await page.locator("#statuses-q").fill(name ?? "");
	await expect(pilots).toHaveCount(1);
	const link = pilots.getByRole("link").first();
	await link.focus();
	await page.evaluate(() => {
		const other = document.querySelector<HTMLElement>("main tbody tr[hidden]");
		if (other) other.hidden = false;
		document.dispatchEvent(new Event("visibilitychange"));
	});
	// The rows are filtered when the new ones are there.
	await expect(pilots).toHaveCount(1);
	await expect(link).toBeFocused();
});
