import type { Page } from "@playwright/test";

/** Waits until React has taken the page over, if it does. It may wait for a sign that somebody uses the page. */
export async function untilHydrated(page: Page): Promise<void> {
	await page.keyboard.press("Shift");
	await page.waitForSelector("html:not([data-hydrates]), html[data-hydrated]", { state: "attached" });
}
