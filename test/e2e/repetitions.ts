import type { Page } from "@playwright/test";

/** Attributes that name a thing: their values differ from row to row without another look. */
const naming = [
	...["id", "for", "name", "value", "href", "action", "formaction", "src", "alt", "title", "datetime"],
	...["popovertarget", "aria-label", "aria-labelledby", "aria-describedby", "aria-controls"],
];

/**
 * Takes away what only repeats its siblings: of rows, cards and cells that differ in nothing but their words two stay, so that the room
 * between such neighbours stays as well.
 */
export const removeRepetitions = (page: Page) => page.evaluate(remove, naming);

/** Runs in the page, and puts a copy in the place of what it shows: React would miss what is gone. */
function remove(names: readonly string[]): void {
	const kept = 2;
	const shapes = new Map<string, number>();
	const repeated: HTMLElement[] = [];

	/** The number of a shape: tags, classes and states of an element and of all in it, and where words stand. */
	function shapeOf(element: Element): number {
		const attributes = [...element.attributes].map(({ name, value }) =>
			names.includes(name) || name.startsWith("data-") ? `${name} ${value !== ""}` : `${name}=${value}`,
		);
		const counts = new Map<number, number>();
		const children = [...element.childNodes].map((child) => {
			if (!(child instanceof Element)) return child.textContent?.trim() !== "";
			const shape = shapeOf(child);
			const before = counts.get(shape) ?? 0;
			counts.set(shape, before + 1);
			if (before >= kept && child instanceof HTMLElement) repeated.push(child);
			return shape;
		});
		const text = JSON.stringify([element.tagName, attributes, children]);
		const shape = shapes.get(text) ?? shapes.size;
		shapes.set(text, shape);
		return shape;
	}

	for (const main of document.querySelectorAll("main")) {
		const copy = main.cloneNode(true) as HTMLElement;
		shapeOf(copy);
		main.replaceWith(copy);
	}
	for (const element of repeated) element.remove();
}
