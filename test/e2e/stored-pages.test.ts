import { expect, type Page, test } from "@playwright/test";
import { pragueDate } from "~/lib/editions/prague-time";
import { adminEmail, logIn, signIn } from "./accounts";
import { deskDays } from "./desk-days";
import { untilHydrated, untilQueueLoaded } from "./hydration";
import { stopTime } from "./page-time";
import { textIn } from "./texts";

/* Pages that the service worker keeps, and shows without a connection. */

test.use({ serviceWorkers: "allow" });

/** Waits until the service worker has stored a page of which it keeps the last copy. */
async function keepStored(page: Page, path: string): Promise<void> {
	await page.goto(path);
	await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
	// The worker stores what passes through it: the first page came before it was there.
	await expect
		.poll(async () => {
			await page.goto(path);
			return page.evaluate(`caches.match("${path}", { ignoreVary: true }).then(Boolean)`);
		})
		.toBe(true);
}

test("without a connection the list seen last is shown, and the offline page for what was not seen @scripts", async ({
	page,
	context,
}) => {
	await keepStored(page, "/starting-list");
	await context.setOffline(true);
	await page.goto("/starting-list");
	await expect(page).toHaveTitle(/^Startovní listina/);
	await expect(page.locator(".offline-banner")).toBeVisible();
	await page.goto("/contacts");
	await expect(page).toHaveTitle(/^Jste offline/);
});

test("a stored page says so where the browser believes to be online @scripts", async ({ page, context }) => {
	await page.addInitScript(`Object.defineProperty(navigator, "onLine", { get: () => true })`);
	await keepStored(page, "/starting-list");
	await expect(page.locator(".offline-banner")).toBeHidden();
	await context.setOffline(true);
	await page.goto("/starting-list");
	await expect(page.locator(".offline-banner")).toBeVisible();
});

test("a browser without room for copies shows what the server sends @scripts", async ({ page, context }) => {
	await keepStored(page, "/starting-list");
	const [worker] = context.serviceWorkers();
	await worker?.evaluate(`Cache.prototype.put = () => Promise.reject(new Error("no room"))`);
	await page.goto("/starting-list?lng=en");
	await expect(page).toHaveTitle(/^Starting list/);
	await expect(page.locator(".offline-banner")).toBeHidden();
});

test("the refreshing of the statuses is never answered by a stored copy @scripts", async ({
	page,
	context,
}) => {
	await keepStored(page, "/statuses");
	const lost = page.locator("[data-refresh-lost]");
	await context.setOffline(true);
	// While a finger is on the page nothing moves, and a second one that taps changes nothing about that.
	const timeRuns = await stopTime(page);
	await page.mouse.down();
	await page.evaluate(() => {
		const send = (type: string) =>
			document.body.dispatchEvent(new PointerEvent(type, { pointerId: 7, bubbles: true }));
		for (const type of ["pointerdown", "pointerup", "click"]) send(type);
	});
	const failed = page.waitForEvent("requestfailed");
	await page.evaluate(`document.dispatchEvent(new Event("visibilitychange"))`);
	await failed;
	// What fails later is heard later.
	await page.evaluate(`fetch("/statuses", { cache: "no-store" }).catch(() => undefined)`);
	await expect(lost).toBeEmpty();
	await page.mouse.up();
	await timeRuns();
	await expect(lost).toHaveText(/^Bez spojení od \d\d:\d\d/);
});

/** Waits until the service worker has stored the visitors' copy of a page. */
async function untilStored(page: Page, path: string): Promise<void> {
	await expect
		.poll(() => page.evaluate(`caches.match("${path}", { ignoreVary: true }).then(Boolean)`))
		.toBe(true);
}

/** The lines of a connection that is lost: the browser knows it, or only notices that nothing comes. */
const lines = ["known", "unnoticed"] as const;

for (const line of lines) {
	test(`a signed-in user whose lost connection is ${line} reads what is stored, and keeps what was typed @scripts`, async ({
		page,
		context,
	}) => {
		if (line === "unnoticed") {
			await page.addInitScript(`Object.defineProperty(navigator, "onLine", { get: () => true })`);
		}
		await signIn(context, "pilot@example.com");
		await page.goto("/starting-list");
		await untilStored(page, "/starting-list");
		await page.goto("/user-profile");
		await untilHydrated(page);
		await page.locator("main [name=surname]").fill("Nová");

		await context.setOffline(true);
		// Chromium's own events come as late at times: while the page is being left.
		await page.addInitScript(`
			const flicker = () => ["offline", "online"].forEach((name) => dispatchEvent(new Event(name)));
			const isOffline = () => "offline" in document.documentElement.dataset;
			addEventListener("beforeunload", () => isOffline() && setTimeout(flicker));
		`);
		await page.locator('.site-nav a[href="/starting-list"]').click();
		await expect(page).toHaveTitle(/^Startovní listina/);
		await expect(page.locator(".offline-banner")).toBeVisible();
		// The copy is the visitors': nothing of an account is stored.
		await expect(page.locator('a[href="/user-profile"]')).toHaveCount(0);
		await page.goto("/registration");
		await expect(page).toHaveTitle(/^Jste offline/);
		await expect(page.locator(".stored-pages a")).toHaveText(["Startovní listina"]);
		expect(await page.locator("body").innerText()).not.toContain(textIn("cs", "error.failed.text"));

		await context.setOffline(false);
		// The service worker may be offline a moment longer than the page, which then asks again until the server answers.
		await expect(page).toHaveTitle(/^Přihláška/);
		await page.goto("/user-profile");
		await untilHydrated(page);
		await expect(page.locator("main [name=surname]")).toHaveValue("Nová");
	});
}

test("a page that is not stored is the offline page, with what is stored, in the language of the page before @scripts", async ({
	page,
	context,
}) => {
	await signIn(context, "pilot@example.com");
	await page.goto("/contacts?lng=en");
	await untilHydrated(page);
	await untilStored(page, "/contacts");
	await context.setOffline(true);
	await page.locator('.site-nav a[href="/igc"]').click();
	await expect(page).toHaveTitle(/^You are offline/);
	await expect(page).toHaveURL(/\/igc$/);
	const stored = page.locator(".stored-pages a");
	await expect(stored).toHaveText(["Contacts"]);
	await stored.click();
	await expect(page).toHaveTitle(/^Contacts/);
});

test("the first page of a first visit is stored, and unknown pages show the list of the stored ones @scripts", async ({
	page,
	context,
}) => {
	await page.goto("/contacts");
	await untilStored(page, "/contacts");
	await context.setOffline(true);
	await page.goto("/contacts");
	await expect(page).toHaveTitle(/^Kontakt/);
	// Nor is another view of a stored page shown for the one that was asked for.
	for (const path of ["/there-is-no-such-page", "/contacts?view=other"]) {
		await page.goto(path);
		await expect(page).toHaveTitle(/^Jste offline/);
		await expect(page.locator(".stored-pages a")).toHaveText(["Kontakty"]);
	}
});

test("the duty desk and its grid come back on a reload without a line, with what waits, until somebody logs out or in @scripts", async ({
	page,
	context,
}) => {
	await signIn(context, adminEmail);
	const desk = `/statuses?day=${deskDays.storedDesk}&duty=on`;
	const grid = `/grid?day=${deskDays.storedDesk}`;
	const isStored = (path: string) =>
		page.evaluate(`caches.match("${path}", { cacheName: "glidercup-desk" }).then(Boolean)`);
	for (const path of [grid, desk]) {
		await page.goto(path);
		await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
		await expect.poll(() => isStored(path)).toBe(true);
	}
	const title = await page.title();
	await context.setOffline(true);
	// The banner says it, and nothing lies on the end of the duty.
	await expect(page.locator(".offline-banner")).toBeVisible();
	await expect(page.locator('[data-toast="offline"]')).toBeHidden();
	const row = page.locator(".duty-row").nth(14);
	const status = (await row.locator('[value="HOME"][aria-pressed="true"]').count()) > 0 ? "FLYING" : "HOME";
	await row.locator(`button[value="${status}"]`).click();
	await expect(page.locator("[data-waiting]")).toHaveAttribute("data-waiting", "1");
	await page.reload();
	await expect(page.locator(".offline-banner")).toBeVisible();
	await expect(row.locator("[data-waits]")).toHaveAttribute("value", status);
	// The page reads itself anew when it is looked at again, and cannot.
	await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
	await expect(page.locator("[data-refresh-lost]").first()).not.toBeEmpty();
	await expect(page).toHaveTitle(title);
	await expect(page.locator(".undo-taps > form > button")).toBeVisible();
	expect(await page.content()).not.toMatch(/\+420/);

	await page.goto(grid);
	await untilQueueLoaded(page);
	const place = page.locator('li[id^="grid-"]').nth(20);
	await place.locator('button[name=launches][value="1"]').click();
	await expect(page.locator("[data-waiting]")).toHaveAttribute("data-waiting", "2");
	await page.reload();
	await expect(page.locator(".offline-banner")).toBeVisible();
	const relight = place.locator('button[name=launches][value="2"]');
	await expect(relight).toHaveAttribute("data-waits", "");
	await relight.click();
	await expect(page.locator("[data-waiting]")).toHaveAttribute("data-waiting", "3");
	await context.setOffline(false);
	await expect(place.locator(".chip")).toHaveCount(2);
	await page.goto(desk);
	await expect(row.locator(`button[value="${status}"]`)).toHaveAttribute("aria-pressed", "true");
	await context.clearCookies({ name: "token" });
	await logIn(page, "pilot@example.com");
	for (const path of [grid, desk]) await expect.poll(() => isStored(path)).toBe(false);
	// A copy of today: one of another day would go with any page.
	const headers = { "X-Stored-On": pragueDate(new Date()) };
	await page.evaluate(
		`caches.open("glidercup-desk").then((desk) => desk.put("${desk}", new Response("", ${JSON.stringify({ headers })})))`,
	);
	const left = page.waitForEvent("load");
	await page.locator('form[action="/logout"]').evaluate((form: HTMLFormElement) => form.submit());
	await left;
	await expect.poll(() => isStored(desk)).toBe(false);
});
