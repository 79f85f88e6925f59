import { expect, type Page } from "@playwright/test";

/** Waits until React has taken the page over, if it does. */
export async function untilHydrated(page: Page): Promise<void> {
	await page.waitForSelector("html:not([data-hydrates]), html[data-hydrated]", { state: "attached" });
}

/** Waits until the page can store taps, forms or logs when the line is lost: it has run the scripts of the queue. */
export async function untilQueueLoaded(page: Page): Promise<void> {
	await untilHydrated(page);
	// Not `waitForFunction`: it takes the promise of an asynchronous function for the answer.
	await expect.poll(() => page.evaluate(isQueueLoaded)).toBe(true);
}

/** Runs in the page. */
async function isQueueLoaded(): Promise<boolean> {
	const uploads = document.getElementById("igc-form");
	if (uploads) return "improved" in uploads.dataset;
	const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
	const tools = loaded.find((url) => url.includes("/assets/tools-"));
	if (!tools) return false;
	await import(tools);
	return true;
}
