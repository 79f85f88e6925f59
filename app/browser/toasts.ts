import { hydrates, whenHydrated } from "./hydration";
import { toastLimit, toastRemoval, toastTimes } from "./toast-times";

export type ToastKind = "success" | "error" | "loading";

/** Sent to React on the pages that it hydrates. */
export interface ToastMessage {
	readonly kind: ToastKind;
	readonly text: string;
	/** A later toast with the same id takes its place. */
	readonly id: string | undefined;
}

export const toastEvent = "app:toast";

export function showToast(kind: ToastKind, text: string, id?: string): void {
	whenHydrated(() => {
		if (hydrates()) {
			document.dispatchEvent(new CustomEvent<ToastMessage>(toastEvent, { detail: { kind, text, id } }));
		} else {
			renderToast(kind, text);
		}
	});
}

/** The server renders the template with the component of React's toasts. */
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

/** Turns the banner of a flash message into a toast; on hydrated pages React does. */
export function showFlash(): void {
	const banner = document.querySelector<HTMLElement>("[data-flash]");
	if (hydrates() || !banner) return;
	showToast(banner.dataset.flash === "success" ? "success" : "error", banner.textContent ?? "");
	banner.remove();
}
