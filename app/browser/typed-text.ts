import { whenHydrated } from "./hydration";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Kept = Readonly<Record<string, string | boolean>>;

/** What somebody logged in has typed comes back to the same account alone, whoever uses the browser next. */
const memoryOf = (path: string) => `typed:${document.documentElement.dataset.account ?? ""}:${path}`;
const leftOut = new Set(["password", "file", "hidden", "submit", "button", "image", "reset"]);

function isControl(element: Node): element is Control {
	return (
		element instanceof HTMLInputElement ||
		element instanceof HTMLTextAreaElement ||
		element instanceof HTMLSelectElement
	);
}

const isTicked = (control: Control): control is HTMLInputElement =>
	control.type === "checkbox" || control.type === "radio";

/** What can be typed into, by a name that is the same after a reload. */
function* controls(): Generator<[name: string, control: Control]> {
	for (const [formIndex, form] of [...document.forms].entries()) {
		for (const [index, element] of [...form.elements].entries()) {
			if (!isControl(element) || !element.name || leftOut.has(element.type)) continue;
			yield [`${formIndex}/${index}/${element.name}`, element];
		}
	}
}

function isChanged(control: Control): boolean {
	if (control instanceof HTMLSelectElement) {
		return [...control.options].some((option) => option.selected !== option.defaultSelected);
	}
	if (isTicked(control)) return control.checked !== control.defaultChecked;
	return control.value !== control.defaultValue;
}

/** Says that the page is about to be left by itself; React, which has no room for what is done then, leaves it to the page's script. */
export const endOfPageEvent = "app:end";

/** Keeps what was typed into this page's forms for as long as the tab lives; neither passwords nor files. */
export function putTypedTextAside(): void {
	const kept: Record<string, string | boolean> = {};
	for (const [name, control] of controls()) {
		if (isChanged(control)) kept[name] = isTicked(control) ? control.checked : control.value;
	}
	if (Object.keys(kept).length > 0) sessionStorage.setItem(memoryOf(location.pathname), JSON.stringify(kept));
}

/** Puts what was kept back into the forms, once. */
export function bringTypedTextBack(): void {
	const memory = memoryOf(location.pathname);
	const text = sessionStorage.getItem(memory);
	if (!text) return;
	whenHydrated(() => {
		sessionStorage.removeItem(memory);
		const kept = JSON.parse(text) as Kept;
		// Twice, because the options of one field may depend on the choice in another.
		fill(kept);
		fill(kept);
	});
}

function fill(kept: Kept): void {
	for (const [name, control] of controls()) {
		const value = kept[name];
		if (value === undefined) continue;
		if (isTicked(control)) {
			if (control.checked !== value) control.click();
		} else if (control.value !== value) {
			// The setter of the element's kind: React, where it runs, has put its own over the element's.
			const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value") ?? {};
			set?.call(control, value);
			control.dispatchEvent(new Event("input", { bubbles: true }));
			control.dispatchEvent(new Event("change", { bubbles: true }));
		}
	}
}
