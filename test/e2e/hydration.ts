import type { Page } from "@playwright/test";

/**
 * Waits until React has taken the page over, if it does. It may wait for a sign that somebody uses the page. The key comes while React
 * begins on other pages, too, where it once kept React away: of the forty pages that axe looks at, one or two did not hydrate.
 */
export async function untilHydrated(page: Page): Promise<void> {
	await page.keyboard.press("Shift");
	await page.waitForSelector("html:not([data-hydrates]), html[data-hydrated]", { state: "attached" });
}
