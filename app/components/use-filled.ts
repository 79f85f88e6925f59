import { type RefObject, useEffect, useState } from "react";
import { areFilled, lookEvery } from "~/browser/filled";

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
		const look = () => setFilled(areFilled(form, list.split(" ")));
		// The page's script may have disabled it, of which React does not know.
		if (button.current?.dataset.needs) button.current.disabled = false;
		look();
		const timer = setInterval(look, lookEvery);
		form.addEventListener("input", look);
		return () => {
			clearInterval(timer);
			form.removeEventListener("input", look);
		};
	}, [button, list]);
	return filled;
}
