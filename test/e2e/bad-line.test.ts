import { expect, type Page, test } from "@playwright/test";
import { signIn } from "./accounts";
import { untilHydrated } from "./hydration";
import { keysShown, textFile } from "./texts";

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
