import { type RefObject, useEffect, useState } from "react";

/** How often a form is looked at for what the browser filled in by itself, in milliseconds. */
const lookEvery = 500;

/**
 * Whether none of a form's named fields is empty, for a button that waits for them. True on the server and until the
 * page is awake: without scripts the button must work.
 */
export function useFilled(form: RefObject<HTMLFormElement>, names: readonly string[]): boolean {
	const [filled, setFilled] = useState(true);
	const list = names.join(" ");
	useEffect(() => {
		const look = () => setFilled(list.split(" ").every((name) => hasValue(form.current, name)));
		look();
		// Browsers that fill in a saved password show it long before they tell scripts about it, and without an event.
		const timer = setInterval(look, lookEvery);
		const element = form.current;
		element?.addEventListener("input", look);
		return () => {
			clearInterval(timer);
			element?.removeEventListener("input", look);
		};
	}, [form, list]);
	return filled;
}

function hasValue(form: HTMLFormElement | null, name: string): boolean {
	const field = form?.elements.namedItem(name);
	return field instanceof HTMLInputElement && (field.value.trim() !== "" || isAutofilled(field));
}

function isAutofilled(field: HTMLInputElement): boolean {
	try {
		return field.matches(":autofill");
	} catch {
		return false;
	}
}
