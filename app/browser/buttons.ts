import { areFilled, lookEvery } from "./filled";
import { isHydrated } from "./hydration";

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
