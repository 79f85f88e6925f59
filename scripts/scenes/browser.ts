import { readFileSync } from "node:fs";
import {
	type Browser,
	type BrowserContext,
	type BrowserContextOptions,
	chromium,
	type Page,
} from "@playwright/test";
import { demoPassword } from "../demo/demo-account";
import { localBuild } from "../lib/build";
import { findChromium } from "../lib/chromium";
import { inProject } from "../lib/paths.mjs";
import type { Who } from "./scenes";

/* The browser of the screenshots. */

/** Milliseconds for a step on a busy machine. */
const stepTimeout = 120_000;

export function launchBrowser(): Promise<Browser> {
	return chromium.launch({
		executablePath: findChromium() ?? undefined,
		args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
	});
}

/** A browser context of one account in one edition. Other sites are not loaded; pages wait for the font. */
export async function enter(
	browser: Browser,
	{ origin, who, language }: { readonly origin: string; readonly who: Who; readonly language: string },
	options: BrowserContextOptions = {},
): Promise<BrowserContext> {
	const context = await browser.newContext({
		...options,
		timezoneId: "Europe/Prague",
		reducedMotion: "reduce",
		serviceWorkers: "block",
	});
	await context.route(
		(url) => !url.hostname.endsWith("localhost"),
		(route) => route.fulfill({ contentType: "text/html", body: "" }),
	);
	await context.route("**/*.css", (route) => {
		const { pathname } = new URL(route.request().url());
		const styles = readFileSync(inProject(`${localBuild}/client${pathname}`), "utf8");
		const body = styles.replaceAll("font-display:optional", "font-display:block");
		return route.fulfill({ contentType: "text/css", body });
	});
	context.setDefaultTimeout(stepTimeout);
	const page = await context.newPage();
	await page.goto(`${origin}/login?lng=${language}`);
	if (who === "visitor") return context;
	await page.locator("[name=email]").fill(`${who}@example.com`);
	await page.locator("[name=password]").fill(demoPassword);
	await page.locator("main form").evaluate((form: HTMLFormElement) => form.submit());
	await page.waitForURL((url) => url.pathname !== "/login");
	return context;
}

/** Waits for lazy images and for hydration, unless the page delays it. */
export async function settle(page: Page): Promise<void> {
	await page.evaluate(async () => {
		for (const image of document.images) image.loading = "eager";
		await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
	});
	const taken = "html:not([data-hydrates]), html[data-hydrated], html:has(script[data-waits])";
	await page.waitForSelector(taken, { state: "attached" });
}
