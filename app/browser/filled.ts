import { isHydrated } from "./hydration";

export function areFilled(form: HTMLFormElement, names: readonly string[]): boolean {
	return names.every((name) => hasValue(form, name));
}

function hasValue(form: HTMLFormElement, name: string): boolean {
	const field = form.elements.namedItem(name);
	return field instanceof HTMLInputElement && (field.value.trim() !== "" || isAutofilled(field));
}

/** A browser that fills in a saved password shows it long before scripts can read it, and sends no event. */
function isAutofilled(field: HTMLInputElement): boolean {
	try {
		return field.matches(":autofill");
	} catch {
		return false;
	}
}

/** Milliseconds between two checks for what the browser has filled in. */
export const checkInterval = 500;

/** Disables the buttons whose required fields are empty. React does the same after it has hydrated the page. */
export function watchButtons(): void {
	const check = () => {
		if (isHydrated()) return clearInterval(timer);
		for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-needs]")) {
			const { form, dataset } = button;
			button.disabled = !form || !areFilled(form, dataset.needs?.split(" ") ?? []);
		}
	};
	const timer = setInterval(check, checkInterval);
	addEventListener("input", check);
	check();
}
