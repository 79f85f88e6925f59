import { whenHydrated } from "./hydration";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type TypedText = Readonly<Record<string, string | boolean>>;

/** The key holds the account: the next user of the browser must not get what another one typed. */
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

/** The controls of all forms, by a name that stays the same after a reload. */
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

/** Stores what was typed, except passwords and files, until the tab is closed. @param path of the page */
export function storeTypedText(path = location.pathname): void {
	const typed: Record<string, string | boolean> = {};
	for (const [name, control] of controls()) {
		if (isChanged(control)) typed[name] = isTicked(control) ? control.checked : control.value;
	}
	if (Object.keys(typed).length > 0) sessionStorage.setItem(memoryOf(path), JSON.stringify(typed));
}

/** @param path of the page that was left */
export function forgetTypedText(path: string): void {
	sessionStorage.removeItem(memoryOf(path));
}

/** Fills the stored text into the forms again, once. */
export function restoreTypedText(): void {
	const memory = memoryOf(location.pathname);
	const text = sessionStorage.getItem(memory);
	if (!text) return;
	whenHydrated(() => {
		const typed = JSON.parse(text) as TypedText;
		// The offline page stands in place of the page with the form.
		if (![...controls()].some(([name]) => name in typed)) return;
		sessionStorage.removeItem(memory);
		// Twice, because the options of one field may depend on the choice in another.
		fill(typed);
		fill(typed);
	});
}

function fill(typed: TypedText): void {
	for (const [name, control] of controls()) {
		const value = typed[name];
		if (value === undefined) continue;
		if (isTicked(control)) {
			if (control.checked !== value) control.click();
		} else if (control.value !== value) {
			control.value = String(value);
			control.dispatchEvent(new Event("input", { bubbles: true }));
			control.dispatchEvent(new Event("change", { bubbles: true }));
		}
	}
}
