import { type RefObject, useEffect, useState } from "react";
import { areFilled, lookEvery } from "~/browser/filled";

/**
 * Whether all named fields of a button's form are filled in. True on the server and until hydration, because the button
 * must work without scripts. Called in the button, so that a change does not render the whole form.
 */
export function useFilled(button: RefObject<HTMLButtonElement>, names: readonly string[]): boolean {
	const [filled, setFilled] = useState(true);
	const list = names.join(" ");
	useEffect(() => {
		const form = button.current?.form;
		if (!form || list === "") return;
		const look = () => setFilled(areFilled(form, list.split(" ")));
		// The page's script may have disabled the button, which React does not know.
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
