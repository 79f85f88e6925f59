import { hydrates, whenHydrated } from "./hydration";
import { toastLimit, toastRemoval, toastTimes } from "./toast-times";

export type ToastKind = "success" | "error";

/** The message that this script leaves to React on the pages that have it. */
export interface ToastMessage {
	readonly kind: ToastKind;
	readonly text: string;
}

export const toastEvent = "app:toast";

/** Shows a message at the top of the page for a while. */
export function showToast(kind: ToastKind, text: string): void {
	whenHydrated(() => {
		if (hydrates()) {
			document.dispatchEvent(new CustomEvent<ToastMessage>(toastEvent, { detail: { kind, text } }));
		} else {
			renderToast(kind, text);
		}
	});
}

/** From the template that the server renders by the same component as the toasts of React. */
function renderToast(kind: ToastKind, text: string): void {
	const list = document.getElementById("toasts");
	const template = document.querySelector<HTMLTemplateElement>(`#toast-${kind}`);
	const toast = template?.content.firstElementChild?.cloneNode(true);
	if (!list || !(toast instanceof HTMLElement)) return;
	const words = toast.querySelector("p");
	if (words) words.textContent = text;
	let timer: ReturnType<typeof setTimeout>;
	const leave = () => {
		toast.dataset.leaving = "";
		setTimeout(() => toast.remove(), toastRemoval);
	};
	const stay = () => clearTimeout(timer);
	const wait = () => {
		timer = setTimeout(leave, toastTimes[kind]);
	};
	toast.querySelector("button")?.addEventListener("click", leave);
	toast.addEventListener("mouseenter", stay);
	toast.addEventListener("mouseleave", wait);
	list.insertBefore(toast, list.firstChild);
	while (list.children.length > toastLimit) list.lastElementChild?.remove();
	wait();
}

/** Turns the message of the page before from a banner into a toast; React does so itself. */
export function showFlash(): void {
	const banner = document.querySelector<HTMLElement>("[data-flash]");
	if (hydrates() || !banner) return;
	showToast(banner.dataset.flash === "success" ? "success" : "error", banner.textContent ?? "");
	banner.remove();
}
