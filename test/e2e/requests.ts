import type { Page, Request } from "@playwright/test";

/** Of every request of a journey: workerd closes a connection after some idle seconds, perhaps while a request is sent on it. */
export const sentAgain = { maxRetries: 2 };

/** @returns how many of the page's counted requests have no answer yet */
export function countUnderWay(page: Page, isCounted: (request: Request) => boolean): () => number {
	const underWay = new Set<Request>();
	page.on("request", (request) => {
		if (isCounted(request)) underWay.add(request);
	});
	const end = (request: Request) => underWay.delete(request);
	page.on("requestfinished", end);
	page.on("requestfailed", end);
	return () => underWay.size;
}
