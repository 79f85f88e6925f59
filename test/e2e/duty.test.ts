import { expect, type Page, test } from "@playwright/test";
import { adminEmail, signIn } from "./accounts";
import { deskDays } from "./desk-days";
import { untilQueueLoaded } from "./hydration";
import { text } from "./texts";

/* Somebody at the runway with a phone and a link, without an account. */

test.use({ viewport: { width: 390, height: 844 } });

/** @returns its path */
async function makeLink(page: Page, name: string): Promise<string> {
	await page.goto("/duty");
	await page.locator("select[name=day]").selectOption({ index: 0 });
	await page.locator("input[name=name]").fill(name);
	await page.getByRole("button", { name: text("duty.make") }).click();
	return new URL(await page.locator(".notice-success code").innerText()).pathname;
}

test("a link is opened and pressed; its helper launches and reports, and is told when it was withdrawn while a tap waits", async ({
	page,
	browser,
	javaScriptEnabled,
}) => {
	const hasScripts = javaScriptEnabled !== false;
	const name = `U dráhy ${hasScripts ? "se skripty" : "bez skriptů"}`;
	const desk = await browser.newContext({ locale: "cs-CZ" });
	await signIn(desk, adminEmail);
	const organiser = await desk.newPage();
	const link = await makeLink(organiser, name);

	await page.goto(link);
	await page.getByRole("button", { name: text("duty.begin") }).click();
	await expect(page).toHaveURL(/\/statuses\?duty=on$/);
	await expect(page.locator(".duty-row").first()).toBeVisible();

	const row = page.locator(".duty-row").nth(hasScripts ? 12 : 13);
	const number = await row.locator(".start-number").innerText();
	await row.locator('button[value="OUTLANDING"]').click();
	await row.getByRole("link", { name: text("statuses.duty.where") }).click();
	await expect(page.locator("select[name=pilot] option:checked")).toContainText(`${number} –`);
	await page.locator("input[name=condition][value=well]").check();
	if (hasScripts) {
		// The phone says nothing of where it is: coordinates are typed, as without scripts.
		await page.getByRole("button", { name: text("outlanding.locate") }).click();
		await expect(page.getByText(text("outlanding.locate.failed"))).toBeVisible();
	}
	await page.locator("input[name=position]").fill("49.6543, 15.3321");
	await page.locator("input[name=place]").fill(name);
	await page.getByRole("button", { name: text("outlanding.report.submit") }).click();
	await expect(page.getByText(text("outlanding.reported"))).toBeVisible();
	await organiser.goto("/outlandings");
	const left = organiser.locator("main li.card", { hasText: name }).locator('button[value="crew-left"]');
	await left.click();
	await expect(left).toHaveAttribute("aria-pressed", "true");

	await page.goto(`/grid?day=${deskDays.randomLine}`);
	const place = page
		.locator("section[aria-labelledby^=grid-]")
		.nth(1)
		.locator('li[id^="grid-"]')
		.nth(hasScripts ? 5 : 6);
	const launches = await place.locator(".chip").count();
	const relight = (count: number) => place.locator(`button[name=launches][value="${count}"]`);
	await relight(launches + 1).click();
	await expect(place.locator(".chip")).toHaveCount(launches + 1);

	if (hasScripts) {
		await untilQueueLoaded(page);
		await page.route("**/grid?**", (route) =>
			route.request().method() === "POST" ? route.abort() : route.fallback(),
		);
		await relight(launches + 2).click();
		await expect(page.locator("[data-waiting]")).toHaveAttribute("data-waiting", "1");
	}
	await organiser.goto("/duty");
	const made = organiser.locator("li", { hasText: name }).first();
	await made.getByRole("button", { name: text("duty.withdraw") }).click();
	await expect(made).toContainText(text("duty.withdrawn"));
	if (hasScripts) {
		const again = await makeLink(organiser, `${name}, znovu`);
		await page.unrouteAll();
		await expect(page.locator("[data-waiting]")).toContainText(text("waiting.linkNeeded"));
		// Somebody who logs in meanwhile does not send it.
		await signIn(page.context(), adminEmail);
		await page.goto(`/grid?day=${deskDays.randomLine}`);
		await untilQueueLoaded(page);
		await page.evaluate(() => navigator.locks.request("queue", () => undefined));
		await page.reload();
		await expect(place.locator(".chip")).toHaveCount(launches + 1);
		await page.context().clearCookies({ name: "token" });
		await page.goto(again);
		await page.getByRole("button", { name: text("duty.begin") }).click();
		await expect(page.locator(".duty-row").first()).toBeVisible();
		await expect(page.locator("[data-waiting]")).toHaveCount(0);
		await page.goto(`/grid?day=${deskDays.randomLine}`);
		await expect(place.locator(".chip")).toHaveCount(launches + 2);
	} else {
		await relight(launches + 2).click();
		await expect(page.locator("h1")).toHaveText(text("error.duty.title"));
	}
	await desk.close();
});
