import { isHydrated } from "./hydration";

/** Whether none of the named fields of a form is empty. */
export function areFilled(form: HTMLFormElement, names: readonly string[]): boolean {
	return names.every((name) => hasValue(form, name));
}

function hasValue(form: HTMLFormElement, name: string): boolean {
	const field = form.elements.namedItem(name);
	return field instanceof HTMLInputElement && (field.value.trim() !== "" || isAutofilled(field));
}

/** Browsers that fill in a saved password show it long before they tell scripts about it, and without an event. */
function isAutofilled(field: HTMLInputElement): boolean {
	try {
		return field.matches(":autofill");
	} catch {
		return false;
	}
}

/** How often a form is looked at for what the browser filled in by itself, in milliseconds. */
export const lookEvery = 500;

/** Disables the buttons that wait for fields until React, which does the same, is there. */
export function watchButtons(): void {
	const look = () => {
		if (isHydrated()) return clearInterval(timer);
		for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-needs]")) {
			const { form, dataset } = button;
			button.disabled = !form || !areFilled(form, dataset.needs?.split(" ") ?? []);
		}
	};
	const timer = setInterval(look, lookEvery);
	addEventListener("input", look);
	look();
}
