import { expect, type Page, test } from "@playwright/test";
import { signIn } from "./accounts";
import { untilHydrated } from "./hydration";
import { keysShown, textFile, textIn } from "./texts";

/* What people meet whose connection fails: texts that do not come, pages that cannot be reached. */

/** Loses the first requests for each file of texts. */
async function loseTexts(page: Page, attempts: number): Promise<void> {
	const lost = new Map<string, number>();
	await page.route(textFile, async (route) => {
		const url = route.request().url();
		const before = lost.get(url) ?? 0;
		lost.set(url, before + 1);
		await (before < attempts ? route.abort() : route.continue());
	});
}

test.describe("by the page itself", () => {
	// What a service worker fetches, Playwright cannot lose.
	test.use({ serviceWorkers: "block" });
	// The pauses between attempts add up to eleven seconds.
	test.beforeEach(({ page }) =>
		page.addInitScript(`
			const wait = setTimeout;
			window.setTimeout = (run, time = 0, ...rest) => wait(run, time / 20, ...rest);
		`),
	);

	for (const attempts of [1, 4]) {
		test(`texts lost ${attempts} times are fetched again, and the page takes React with its words @scripts`, async ({
			page,
			context,
		}) => {
			await signIn(context, "pilot@example.com");
			await loseTexts(page, attempts);
			await page.goto("/igc");
			expect(await keysShown(page)).toEqual([]);
			await untilHydrated(page);
			expect(await keysShown(page)).toEqual([]);
		});
	}

	test("a page whose texts never come stays as the server has sent it, and its form works @scripts", async ({
		page,
	}) => {
		await loseTexts(page, Number.POSITIVE_INFINITY);
		await page.goto("/login");
		await page.locator("[name=email]").fill("pilot@example.com");
		// React has given up.
		await expect(page.locator("html")).not.toHaveAttribute("data-hydrates", { timeout: 60_000 });
		expect(await keysShown(page)).toEqual([]);
		await page.locator("[name=password]").fill("not the password");
		await page.locator("main button[type=submit]").click();
		await expect(page).toHaveTitle(/^Chyba: /);
		await expect(page.locator(".notice-danger")).toBeVisible();
		expect(await keysShown(page)).toEqual([]);
	});

	test("a link to a page whose texts do not come loads its document @scripts", async ({ page, context }) => {
		await signIn(context, "pilot@example.com");
		await page.goto("/contacts");
		await untilHydrated(page);
		await page.route(/\/cs-statuses\.json$/, (route) => route.abort());
		await page.evaluate(`document.documentElement.dataset.before = ""`);
		await page.locator('.site-nav a[href="/statuses"]').click();
		await expect(page.locator("html")).not.toHaveAttribute("data-before", { timeout: 60_000 });
		await expect(page).toHaveTitle(/^Stav/);
		expect(await keysShown(page)).toEqual([]);
	});

	test("what the server refuses without a page of React is shown as the server says it @scripts", async ({
		page,
		context,
	}) => {
		await signIn(context, "pilot@example.com");
		await page.goto("/contacts");
		await untilHydrated(page);
		const body = "<!doctype html><title>Údržba</title><p>Server má přestávku.";
		await page.route(/\/archive(?:\.data)?(?:\?|$)/, (route) =>
			route.fulfill({ status: 503, contentType: "text/html; charset=utf-8", body }),
		);
		await page.locator("summary", { hasText: "Další" }).click();
		await page.locator('.site-nav a[href="/archive"]').click();
		await expect(page).toHaveTitle("Údržba");
	});
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
