import { expect, test } from "@playwright/test";
import { newestEdition } from "~editions/index";
import { adminEmail, signIn } from "./accounts";
import { untilHydrated } from "./hydration";
import { boxOf } from "./layout";
import { sentAgain } from "./requests";

/** The browser's own events: what changes is how the page takes them, not the connection. */
const goes = (state: "online" | "offline") => `dispatchEvent(new Event("${state}"))`;

test("the splash lets clicks through and a visit sees it once @scripts", async ({ page }) => {
	await page.emulateMedia({ reducedMotion: "no-preference" });
	await page.goto("/");
	const splash = page.locator(".splash");
	await expect(splash).toHaveCSS("pointer-events", "none");
	await expect(splash).toBeHidden();
	await page.goto("/contacts");
	await expect(splash).toHaveCSS("display", "none");
});

test("the chosen theme stays @scripts", async ({ page }) => {
	await page.goto("/contacts");
	const themeSwitch = page.getByRole("button", { name: "Tmavý vzhled" });
	await expect(themeSwitch).toHaveAttribute("aria-pressed", "false");
	await themeSwitch.click();
	await page.reload();
	await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
	await expect(themeSwitch).toHaveAttribute("aria-pressed", "true");
});

test("menus open one at a time and close on Escape and outside clicks @scripts", async ({ page }) => {
	await page.goto("/contacts");
	const open = page.locator("details.bar-menu[open]");
	await page.locator("summary", { hasText: "Další" }).click();
	await page.locator("summary", { hasText: "Sledování letů" }).click();
	await expect(open).toHaveCount(1);
	await page.keyboard.press("Escape");
	await expect(open).toHaveCount(0);
	await expect(page.locator("summary", { hasText: "Sledování letů" })).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(open).toHaveCount(1);
	await page.getByRole("heading", { level: 1 }).click();
	await expect(open).toHaveCount(0);
});

test("the menu of views closes after a choice on a page with React @scripts", async ({ page, context }) => {
	await signIn(context, adminEmail);
	await page.goto("/results?view=daily");
	await untilHydrated(page);
	await page.locator(".results-choices summary").first().click();
	await page.locator(".results-choices").getByRole("link", { name: "Celkové výsledky" }).click();
	await expect(page).toHaveURL(/view=total/);
	await expect(page.locator("details.menu[open]")).toHaveCount(0);
});

test("on a phone the pages are behind the menu button, the main action is not", async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 800 });
	await page.goto("/contacts");
	const archive = page.getByRole("link", { name: "Archiv" });
	await expect(page.locator(".main-action")).toBeVisible();
	await expect(archive).toBeHidden();
	await page.getByRole("button", { name: "Menu", exact: true }).click();
	await page.locator("summary", { hasText: "Další" }).click();
	await archive.click();
	await expect(page).toHaveURL(/\/archive$/);
	await expect(archive).toBeHidden();
});

test("with the root's text at twice its size, which media queries do not follow, the bar wraps and the menu stays on the screen", async ({
	page,
}) => {
	await page.setViewportSize({ width: 390, height: 800 });
	for (const path of ["/", "/contacts", "/archive", "/news", "/login", "/results"]) {
		await page.goto(path);
		await page.evaluate(() => {
			const larger = new CSSStyleSheet();
			larger.replaceSync("html { font-size: 200% }");
			document.adoptedStyleSheets = [larger];
		});
		const menu = await boxOf(page.getByRole("button", { name: "Menu", exact: true }));
		expect(menu.x + menu.width, path).toBeLessThanOrEqual(390);
	}
});

test("the language of local storage is brought back when the cookie is gone @scripts", async ({
	page,
	context,
}) => {
	await page.goto("/contacts?lng=en");
	await context.clearCookies();
	await page.goto("/contacts");
	await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("a lost connection is told, on pages with React and without @scripts", async ({ page }) => {
	for (const path of ["/contacts", "/login"]) {
		await page.goto(path);
		await untilHydrated(page);
		await page.evaluate(goes("offline"));
		await expect(page.locator("#toasts .toast", { hasText: "Aplikace je offline" })).toBeVisible();
		await expect(page.locator(".offline-banner")).toBeVisible();
		const banner = await boxOf(page.locator(".offline-banner"));
		const toast = await boxOf(page.locator("#toasts .toast", { hasText: "Aplikace je offline" }));
		expect(toast.y).toBeGreaterThanOrEqual(banner.y + banner.height);
	}
});

test("typed text outlives the reload that comes with the connection and another language, a password does not @scripts", async ({
	page,
}) => {
	await page.goto("/login");
	await untilHydrated(page);
	await page.locator("[name=email]").fill("jana@example.com");
	await page.locator("[name=password]").fill("secret of mine");
	await page.evaluate(`document.documentElement.dataset.before = ""; ${goes("online")}`);
	await expect(page.locator("html")).not.toHaveAttribute("data-before");
	await expect(page.locator("[name=email]")).toHaveValue("jana@example.com");
	await expect(page.locator("[name=password]")).toHaveValue("");
	await untilHydrated(page);
	await page.evaluate(`history.replaceState(history.state, "", "?redirectTo=%2Figc")`);
	await page.locator('a[hreflang="en"]').click();
	await expect(page).toHaveURL(/\/login\?redirectTo=%2Figc&lng=en$/);
	await expect(page.locator("[name=email]")).toHaveValue("jana@example.com");
});

test("a connection that comes back does not call off the page that was asked for meanwhile @scripts", async ({
	page,
}) => {
	await page.goto("/starting-list");
	await page.evaluate(`
		${goes("offline")};
		addEventListener("beforeunload", () => setTimeout(() => ${goes("online")}));
	`);
	await page.goto("/contacts");
	await expect(page).toHaveURL(/\/contacts$/);
	await expect(page).toHaveTitle(/^Kontakt/);
});

test("a refused form is told in the title, and React takes the page over as it is @scripts", async ({
	page,
}) => {
	const failures: Error[] = [];
	page.on("pageerror", (error) => failures.push(error));
	await page.goto("/login");
	await untilHydrated(page);
	await page.locator("[name=email]").fill("pilot@example.com");
	await page.locator("[name=password]").fill("not the password");
	await page.locator("main button[type=submit]").click();
	await expect(page.locator(".notice-danger")).toBeVisible();
	await untilHydrated(page);
	await expect(page).toHaveTitle(`Chyba: Přihlášení – ${newestEdition().title}`);
	expect(failures).toEqual([]);
});

test("a key in the moment in which React begins does not keep it away @scripts", async ({ page }) => {
	const failures: Error[] = [];
	page.on("pageerror", (error) => failures.push(error));
	// React listens to the document from the moment in which it begins.
	await page.addInitScript(`
		const listen = document.addEventListener;
		document.addEventListener = function (kind, ...rest) {
			listen.call(this, kind, ...rest);
			if (kind !== "keydown") return;
			queueMicrotask(() => document.body.dispatchEvent(new KeyboardEvent(kind, { key: "Shift", bubbles: true })));
		};
	`);
	for (const path of ["/signup", "/login"]) {
		await page.goto(path);
		await untilHydrated(page);
	}
	expect(failures).toEqual([]);
});

test("the board on the wall names the day whose statuses it shows, when another one has begun @scripts", async ({
	page,
}) => {
	const days: { name: string; date: string }[] = await (
		await page.request.get("/api/days", sentAgain)
	).json();
	const first = days.find(({ name }) => name === "Den 1");
	await page.goto("/statuses?view=board");
	await expect(page.locator("h1")).not.toHaveText(/Den\s1,/);
	const nextDay = await page.request.get(`/statuses?view=board&day=${first?.date}`, sentAgain);
	await page.route("**/statuses?view=board", (route) => route.fulfill({ response: nextDay }));
	await page.evaluate(`document.dispatchEvent(new Event("visibilitychange"))`);
	await expect(page.locator("h1")).toHaveText(/Den\s1,/);
});
