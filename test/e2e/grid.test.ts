import { expect, type Locator, type Page, type Request, type Route, test } from "@playwright/test";
import { adminEmail, signIn } from "./accounts";
import { deskDays } from "./desk-days";
import { holdAnswers } from "./held-answers";
import { untilQueueLoaded } from "./hydration";
import { stopTime } from "./page-time";
import { countUnderWay, sentAgain } from "./requests";
import { text } from "./texts";

const isReading = (request: Request) => request.url().includes("/grid.data");

/* The grid as the desk works with it: by the keyboard, by taps, and by plain forms. */

/** A class for each of the two ways in which the journey runs, as they share the day. */
async function openClass(page: Page, date: string, hasScripts: boolean) {
	await page.goto(`/grid?day=${date}`);
	if (hasScripts) await untilQueueLoaded(page);
	return page.locator("section[aria-labelledby^=grid-]").nth(hasScripts ? 0 : 1);
}

/** A note without its reason is not sent; one that is refused holds up nothing of another pilot, and is given up alone. */
async function refuseNote(page: Page, grid: Locator, note: Locator): Promise<void> {
	const write = async (pilot: number, words: string, intent: "scratch" | "remark") => {
		await note.locator("select[name=pilot]").selectOption({ index: pilot });
		await note.locator("input[name=reason]").fill(words);
		await note.locator(`button[value="${intent}"]`).click();
	};
	await write(2, " ", "scratch");
	await expect(note.locator("input[name=reason]:invalid")).toHaveJSProperty(
		"validationMessage",
		text("grid.reasonMissing"),
	);
	const refuse = (route: Route) =>
		route.request().method() === "POST"
			? route.fulfill({ status: 400, json: { msg: "ne" } })
			: route.fallback();
	await page.route("**/grid?**", refuse);
	await write(2, "první", "remark");
	const refused = note.locator(".waiting-note");
	const pilot = await note.locator("select[name=pilot] option").nth(2).innerText();
	await expect(refused).toContainText(`${pilot}: ${text("grid.remark")}: první`);
	// The form is about the next pilot.
	await expect(note.locator("input[name=reason]")).toHaveValue("");
	await expect(note.locator("select[name=pilot]")).toHaveJSProperty("selectedIndex", 0);
	await page.unroute("**/grid?**", refuse);
	await write(0, "druhá", "remark");
	await expect(grid.getByText("druhá")).toBeVisible();
	await refused.getByRole("button", { name: text("waiting.discard") }).click();
	await expect(refused).toHaveCount(0);
}

test("the order is drawn before its day; who does not fly stays there, and nobody launches yet", async ({
	page,
	context,
	javaScriptEnabled,
}) => {
	await signIn(context, adminEmail);
	const grid = await openClass(page, deskDays.grid, javaScriptEnabled !== false);
	await grid.locator("select[name=order]").selectOption("lot");
	await grid.getByRole("button", { name: text("grid.draw"), exact: true }).click();
	await expect(grid).toContainText(text("grid.byLot"));
	const places = grid.locator("ol > li").first().locator('li[id^="grid-"]');
	await expect(places).toHaveCount(3);

	const second = places.nth(1);
	const note = grid.locator("details", { hasText: text("grid.note") });
	await note.locator("summary").click();
	await note.locator("select[name=pilot]").selectOption({ index: 1 });
	await note.locator("input[name=reason]").fill("prasklá pneumatika");
	await note.locator('button[value="scratch"]').click();
	await expect(second.locator(".chip")).toHaveText(`${text("grid.scratched")}: prasklá pneumatika`);
	if (javaScriptEnabled !== false) await refuseNote(page, grid, note);
	await second.getByRole("button", { name: text("grid.unscratch") }).click();
	await expect(second.locator(".chip")).toHaveCount(0);
	await expect(grid.locator("button[name=launches]")).toHaveCount(0);
});

test("a launch by the keyboard, a relight, a row; each is taken back and comes back", async ({
	page,
	context,
	javaScriptEnabled,
}) => {
	await signIn(context, adminEmail);
	const hasScripts = javaScriptEnabled !== false;
	const readingsUnderWay = countUnderWay(page, isReading);
	const grid = await openClass(page, deskDays.launching, hasScripts);
	const back = { name: text("grid.unscratch") };
	const id = await grid
		.locator('li[id^="grid-"]', { has: page.getByRole("button", back) })
		.first()
		.getAttribute("id");
	const place = grid.locator(`[id="${id}"]`);
	await place.getByRole("button", back).click();
	// After a launch was taken back, "Restore" stands behind.
	const launch = place.locator('button[value="1"]').first();
	await launch.focus();
	await page.keyboard.press("Enter");
	await expect(place.locator(".chip")).toHaveCount(1);
	await place.locator('button[value="2"]').click();
	await expect(place.locator(".chip").nth(1)).toHaveText(/^další \d\d:\d\d$/);
	for (const left of ["1", "0"]) {
		await place.locator(`button[value="${left}"]`).last().click();
		await expect(place.locator(".chip")).toHaveCount(Number(left));
	}

	const row = grid.locator("ol > li", { has: page.locator(`[id="${id}"]`) });
	const launchRow = row.getByRole("button", { name: /^Řada \d+ vzlétla$/ });
	await launchRow.click();
	await expect(place.locator(".chip")).toHaveCount(1);
	await expect(launchRow).toHaveCount(0);
	await place.locator('button[value="0"]').click();
	await expect(launch).toBeVisible();
	if (!hasScripts) return;
	// "Take back" comes to where the button was: a double tap launches all the same.
	await launch.dblclick();
	await expect(place.locator(".chip")).toHaveCount(1);
	await expect(place.locator('button[value="2"]')).toBeVisible();
	// So does "Restore" to where "Take back" was: a double tap takes back all the same.
	const launched = await place.locator(".chip").textContent();
	await place.locator('button[value="0"]').dblclick();
	await expect(place.locator(".chip")).toHaveCount(0);
	await place.getByRole("button", { name: launched?.slice(-5) }).click();
	await expect(place.locator(".chip")).toHaveText(launched ?? "");
	await place.locator('button[value="0"]').click();
	await expect(place.locator(".chip")).toHaveCount(0);

	// Somebody else has launched the glider, which the page reads while a finger is down: the tap arrives, and takes nothing back.
	const pilot = await place.locator("input[name=pilot]").first().inputValue();
	const day = await place.locator("input[name=day]").first().inputValue();
	const multipart = { pilot, day, launches: "1", seen: "0" };
	const headers = { Origin: new URL(page.url()).origin };
	// However slow the machine, the finger is no longer down than a tap. Timers that are due read once more.
	const timeRuns = await stopTime(page);
	// Neither that nor what the last tap reads must show it already.
	await expect.poll(readingsUnderWay).toBe(0);
	const readings = await holdAnswers(page, isReading);
	await page.request.post(page.url(), { multipart, headers, ...sentAgain });
	await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
	await readings.answered;
	await launch.hover();
	await page.mouse.down();
	const read = page.waitForResponse((response) => isReading(response.request()));
	readings.release();
	await read;
	const sent = page.waitForRequest((request) => request.method() === "POST");
	await page.mouse.up();
	const tap = await sent;
	await timeRuns();
	// A page that is left before its tap is answered keeps the tap.
	await tap.response();
	await expect(place.locator('button[value="2"]')).toBeVisible();
	await expect(place.locator(".chip")).toHaveCount(1);

	// A launch that waits for the server is that of its day alone.
	await page.route("**/grid?**", (route) =>
		route.request().method() === "POST" ? route.abort() : route.fallback(),
	);
	await place.locator('button[value="2"]').click();
	await expect(place.locator("[data-waits]")).toBeVisible();
	await page.goto(`/grid?day=${deskDays.conflicts}`);
	await expect(page.locator("[data-waiting]")).toHaveAttribute("data-waiting", "1");
	const samePilot = page.locator('li[id^="grid-"]', { has: page.locator(`input[value="${pilot}"]`) });
	await expect(samePilot.locator('button[value="1"]')).toBeVisible();
	await expect(samePilot.locator("[data-waits]")).toHaveCount(0);
});
