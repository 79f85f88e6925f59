import type { Page } from "@playwright/test";

/** Milliseconds: later than the page's clock, however slow the machine. */
const ahead = 60_000;

/** Stops the page's clock, so that what waits is sent at a tap alone. @returns lets it run again */
export async function stopTime(page: Page): Promise<() => Promise<void>> {
	await page.clock.pauseAt(Date.now() + ahead);
	return () => page.clock.resume();
}
