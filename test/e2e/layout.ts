import { expect, type Locator, type Page } from "@playwright/test";

/*
 * The one way to measure what a page shows, which `test/unit/measures.test.ts` asks for: before styles and fonts have come, each box has
 * another size.
 */

export interface Box {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** Runs `measure` in the page, with an argument for it, as soon as nothing that moves a box is on its way. */
export async function measured<Measure, Argument = undefined>(
	page: Page,
	measure: (argument: Argument) => Measure,
	...[argument]: Argument extends undefined ? [] : [argument: Argument]
): Promise<Measure> {
	await untilLaidOut(page);
	// Playwright's own type for what can be sent to the page asks more of a generic function than its callers know.
	return page.evaluate(measure as (sent: unknown) => Measure, argument as unknown);
}

/** Runs `measure` in the page with all elements that match. */
export async function measuredAll<Measure>(
	elements: Locator,
	measure: (elements: Element[], argument: string) => Measure,
	argument = "",
): Promise<Measure> {
	await untilLaidOut(elements.page());
	return elements.evaluateAll(measure, argument);
}

/** Where an element stands in the window, as soon as it has a box. */
export async function boxOf(element: Locator): Promise<Box> {
	await untilLaidOut(element.page());
	await element.waitFor();
	// It may have gone again, as while the browser goes from paper back to the screen.
	return (await element.boundingBox()) ?? boxOf(element);
}

/** How wide the page is, with what only scrolling to the side would show. */
export function widthOf(page: Page): Promise<number> {
	return measured(page, () => document.documentElement.scrollWidth);
}

/** Asks again and again from outside, as no promise settles in a page whose scripts are off. */
async function untilLaidOut(page: Page): Promise<void> {
	await expect.poll(() => page.evaluate(whatIsOnItsWay, page.viewportSize()?.width)).toEqual([]);
}

/** Runs in the page. @param width that the window has been given */
function whatIsOnItsWay(width: number | undefined): string[] {
	// A font is asked for by the first layout that needs it.
	document.documentElement.getBoundingClientRect();
	const sheets = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
	return [
		...(document.readyState === "loading" ? ["markup"] : []),
		...sheets.filter(({ sheet }) => !sheet).map(({ href }) => href),
		...(document.fonts.status === "loading" ? ["fonts"] : []),
		...(width !== undefined && width !== innerWidth ? ["the window's width"] : []),
	];
}
