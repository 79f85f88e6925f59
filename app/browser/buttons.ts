import { element } from "./element";

/** Milliseconds between two checks for what the browser has filled in. */
const checkInterval = 500;

/** Disables the buttons whose required fields are empty, and shows which form is being sent. */
export function watchButtons(): void {
	setInterval(checkButtons, checkInterval);
	addEventListener("input", checkButtons);
	checkButtons();
	document.addEventListener("submit", (event) => {
		const { submitter } = event;
		// It waits: another listener may stop the form, and a disabled button would not be sent with it.
		setTimeout(() => {
			if (event.defaultPrevented || !(submitter instanceof HTMLButtonElement) || !submitter.dataset.busy)
				return;
			// A page that comes back from the browser's memory is not busy.
			addEventListener("pagehide", showBusy(submitter), { once: true });
		});
	});
}

function checkButtons(): void {
	for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-needs]:not([aria-busy])")) {
		const { form, dataset } = button;
		const names = dataset.needs?.split(" ") ?? [];
		button.disabled = !form || !names.every((name) => hasValue(form, name));
	}
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

/** Shows that the form of a button is being sent. @returns ends it */
export function showBusy(button: HTMLButtonElement): () => void {
	const words = [...button.childNodes];
	const spinner = element("span", { className: "spinner", ariaHidden: "true" });
	button.replaceChildren(spinner, button.dataset.busy ?? "");
	button.ariaBusy = "true";
	button.disabled = true;
	return () => {
		button.replaceChildren(...words);
		button.ariaBusy = null;
		button.disabled = false;
	};
}
