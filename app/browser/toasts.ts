import { hydrates, whenHydrated } from "./hydration";

/** Milliseconds for which a toast is shown. A loading toast stays until another one replaces it. */
const times = { success: 3_000, error: 4_000, loading: null } as const;
/** Milliseconds of fading out. */
const removal = 1_000;
/** Most toasts on the screen. */
const limit = 20;

export type ToastKind = keyof typeof times;

/** @param id a toast takes the place of the one with the same id */
export function showToast(kind: ToastKind, text: string, id?: string): void {
	whenHydrated(() => renderToast(kind, text, id));
}

/** Copies the box that the server has rendered. The list belongs to this module: React renders it empty, and leaves it alone then. */
function renderToast(kind: ToastKind, text: string, id: string | undefined): void {
	const list = document.getElementById("toasts");
	const toast = document.querySelector(`#toast-boxes > .toast-${kind}`)?.cloneNode(true);
	if (!list || !(toast instanceof HTMLElement)) return;
	const words = toast.querySelector("p");
	if (words) words.textContent = text;
	let timer: ReturnType<typeof setTimeout>;
	const leave = () => {
		toast.dataset.leaving = "";
		setTimeout(() => toast.remove(), removal);
	};
	const stay = () => clearTimeout(timer);
	const wait = () => {
		const time = times[kind];
		if (time !== null) timer = setTimeout(leave, time);
	};
	toast.querySelector("button")?.addEventListener("click", leave);
	toast.addEventListener("mouseenter", stay);
	toast.addEventListener("mouseleave", wait);
	if (id !== undefined) {
		toast.dataset.toast = id;
		list.querySelector(`[data-toast="${id}"]`)?.remove();
	}
	list.insertBefore(toast, list.firstChild);
	while (list.children.length > limit) list.lastElementChild?.remove();
	wait();
}

/** Turns the banner of a flash message into a toast; on hydrated pages React does. */
export function showFlash(): void {
	const banner = document.querySelector<HTMLElement>("[data-flash]");
	if (hydrates() || !banner) return;
	showToast(banner.dataset.flash as ToastKind, banner.textContent ?? "");
	banner.remove();
}
