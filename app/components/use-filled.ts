import { type RefObject, useEffect, useState } from "react";

/** How often a form is looked at for what the browser filled in by itself, in milliseconds. */
const lookEvery = 500;

/**
 * Whether none of the named fields of a button's form is empty. True on the server and until the page is awake: without scripts
 * the button must work. Belongs into the button, so that the form is not rendered anew with each look.
 */
export function useFilled(button: RefObject<HTMLButtonElement>, names: readonly string[]): boolean {
	const [filled, setFilled] = useState(true);
	const list = names.join(" ");
	useEffect(() => {
		const form = button.current?.form;
		if (!form || list === "") return;
		const look = () => setFilled(list.split(" ").every((name) => hasValue(form, name)));
		look();
		// Browsers that fill in a saved password show it long before they tell scripts about it, and without an event.
		const timer = setInterval(look, lookEvery);
		form.addEventListener("input", look);
		return () => {
			clearInterval(timer);
			form.removeEventListener("input", look);
		};
	}, [button, list]);
	return filled;
}

function hasValue(form: HTMLFormElement, name: string): boolean {
	const field = form.elements.namedItem(name);
	return field instanceof HTMLInputElement && (field.value.trim() !== "" || isAutofilled(field));
}

function isAutofilled(field: HTMLInputElement): boolean {
	try {
		return field.matches(":autofill");
	} catch {
		return false;
	}
}
