import { type HTMLElement, parse } from "node-html-parser";

/* Pages as tests read them: by selectors, with entities and comments read as a browser reads them. */

/** A page's source, or an element of one. */
type Html = string | HTMLElement;

/** What stands in `noscript` is read as a browser without scripts does. */
const options = { blockTextElements: { script: true, style: true } };

const elementOf = (html: Html): HTMLElement => (typeof html === "string" ? parse(html, options) : html);

/** The source of a page without the comments that React puts between words. */
export const sourceOf = async (response: Response): Promise<string> =>
	(await response.text()).replaceAll("<!-- -->", "");

/** A text with ordinary spaces for those at which no line breaks. */
export const plain = (text: string): string => text.replaceAll("\u00a0", " ");

export const plainSourceOf = async (response: Response): Promise<string> => plain(await sourceOf(response));

/** All elements that a selector finds. */
export const elementsIn = (html: Html, selector: string): HTMLElement[] =>
	elementOf(html).querySelectorAll(selector);

/** The words of each element that a selector finds, without markup around them. */
export const textsIn = (html: Html, selector: string): string[] =>
	elementsIn(html, selector).map(({ textContent }) => textContent.trim());

/** The links of a page with their words, without drawings, and without what screen readers say of a new tab. */
export const linksIn = (html: Html): (readonly [words: string, address: string])[] =>
	elementsIn(html, "a").map((link) => {
		const note = link.getAttribute("target") === "_blank" ? link.querySelector(".sr-only") : null;
		return [link.textContent.replace(note?.textContent ?? "", "").trim(), link.getAttribute("href") ?? ""];
	});

/** An attribute of the first element that a selector finds. */
export const attributeIn = (html: Html, selector: string, attribute: string): string | undefined =>
	elementOf(html).querySelector(selector)?.getAttribute(attribute);

/** The cells of each row of the tables, heads left out. */
export const rowsIn = (html: Html): string[][] =>
	elementsIn(html, "tbody tr").map((row) => textsIn(row, "th, td"));

/** What a field holds; undefined when there is no such field or nothing is chosen in it. */
export function valueIn(html: Html, name: string): string | undefined {
	const field = elementOf(html).querySelector(`[name="${name}"]`);
	if (field?.tagName === "SELECT") return attributeIn(field, "option[selected]", "value");
	// A line break that follows the tag is no part of the text.
	if (field?.tagName === "TEXTAREA") return field.textContent.replace(/^\r?\n/, "");
	return field?.getAttribute("value");
}

/** The values of a form's hidden fields by their names. */
export const hiddenIn = (form: Html): Record<string, string> =>
	Object.fromEntries(
		elementsIn(form, 'input[type="hidden"]').map((field) => [
			field.getAttribute("name") ?? "",
			field.getAttribute("value") ?? "",
		]),
	);

/** The words that name a field. */
export function labelIn(html: Html, name: string): string | undefined {
	const id = attributeIn(html, `[name="${name}"]`, "id");
	return id === undefined ? undefined : textsIn(html, `label[for="${id}"]`)[0];
}
