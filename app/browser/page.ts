import { matcherOf } from "~/lib/i18n/word-search";
import { watchButtons } from "./buttons";
import { runClocks } from "./clock";
import { withdrawComplaints } from "./complaints";
import { checkHealth, listenToConnection } from "./connectivity";
import { element, onClick } from "./element";
import { keepLanguage } from "./language-memory";
import { hasQueued } from "./queue/queue-memory";
import { keepFresh, turnPages } from "./refresh";
import { watchSession } from "./session-end";
import { keepStars } from "./stars";
import { listenToThemeSwitches } from "./theme";
import { showFlash, showToast } from "./toasts";
import { restoreTypedText, storeTypedText } from "./typed-text";

/*
 * The script of every page, with React or without it. It listens on the document and does not change what React renders.
 */
listenToMenus();
listenToConnection();
watchSession();
showFlash();
try {
	listenToThemeSwitches();
	keepLanguage(document.documentElement.lang);
	restoreTypedText();
	keepStars();
} catch {
	// Storage can be forbidden.
}
// After the language, in which it asks.
for (const part of document.querySelectorAll<HTMLElement>("[data-refresh]")) keepFresh(part);
const { prefetch, queue } = document.currentScript?.dataset ?? {};
prefetchLinks(prefetch?.split(" ") ?? []);
if (queue && hasQueued() && !document.querySelector(`script[src="${queue}"]`)) {
	document.head.appendChild(element("script", { src: queue }));
}
runClocks();
turnPages();
watchButtons();
withdrawComplaints();
filterRows();
onClick("[data-print]", () => print());
onClick("[data-share]", share);
onClick("a[hreflang]", keepInLanguage);
addEventListener("beforeprint", showPrintTime);
matchMedia("print").addEventListener("change", showPrintTime);
// Code that is needed only later must not delay what is shown now.
addEventListener("load", () => {
	void checkHealth().catch(() => undefined);
	void navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
});

/** The other language of the page as it is now: scripts may have changed its address, and somebody may have typed. */
function keepInLanguage(link: HTMLElement): void {
	const address = new URL(location.href);
	address.searchParams.set("lng", link.lang);
	link.setAttribute("href", address.href);
	storeTypedText();
}

/** The head of a printed page has the date alone from the server. */
function showPrintTime(): void {
	const printed = document.querySelector("[data-printed]");
	if (!printed) return;
	printed.textContent = new Date().toLocaleString(document.documentElement.lang === "cs" ? "cs" : "en-GB", {
		dateStyle: "medium",
		timeStyle: "short",
		timeZone: "Europe/Prague",
	});
}

/** Shares an address, by default that of the page, as the device does, else copies it and says so. Who closes the device's list wanted neither. */
async function share(button: HTMLElement): Promise<void> {
	const { title } = document;
	const url = button.dataset.address ?? location.href;
	if (navigator.share) {
		await navigator.share({ title, url }).catch(() => undefined);
		return;
	}
	await navigator.clipboard.writeText(url).catch(() => undefined);
	showToast("success", button.dataset.share ?? "", "share");
}

/**
 * Hides the rows that do not hold what is typed into the search of a list. The form asks the server, which knows all of them, and works
 * without this. Where none is left, the field says so.
 */
function filterRows(): void {
	document.addEventListener("input", ({ target }) => {
		if (!(target instanceof HTMLInputElement && "filter" in target.dataset)) return;
		const matches = matcherOf(target.value);
		const rows = document.querySelectorAll<HTMLElement>(
			"main :is(.data-table tbody tr, li:has([data-pilot]))",
		);
		for (const row of rows) row.hidden = !matches([row.textContent]);
		const nothing = target.parentElement?.querySelector("output");
		if (nothing) nothing.hidden = !rows.length || [...rows].some(({ hidden }) => !hidden);
	});
}

function openMenus() {
	return document.querySelectorAll<HTMLDetailsElement>("details:is(.bar-menu, .menu)[open]");
}

function closeMenus(): void {
	for (const menu of openMenus()) menu.open = false;
}

/** Closes the bar and its menus when the reader goes to another page, clicks elsewhere or presses Escape. */
function listenToMenus(): void {
	document.addEventListener("click", ({ target }) => {
		if (!(target instanceof Element)) return;
		for (const menu of openMenus()) {
			if (!menu.contains(target) || target.closest("a")) menu.open = false;
		}
	});

	document.addEventListener("keydown", ({ key }) => {
		if (key !== "Escape") return;
		for (const menu of openMenus()) {
			if (menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
			menu.open = false;
		}
	});

	const hideBar = () => document.querySelector<HTMLElement>("#site-menu:popover-open")?.hidePopover();
	onClick("#site-menu a", hideBar);
	// A tablet that was turned may show the bar without its menu.
	matchMedia("(min-width: 64rem)").addEventListener("change", hideBar);

	// The browser may show this page again from its history.
	addEventListener("pagehide", closeMenus);
}

/** The Network Information API, which not all browsers have. */
interface Connection {
	readonly saveData?: boolean;
	readonly effectiveType?: string;
}

/** Whether the reader wants to save data or has a slow connection. */
function savesData(): boolean | undefined {
	const { saveData, effectiveType } = (navigator as { readonly connection?: Connection }).connection ?? {};
	return saveData || effectiveType?.endsWith("2g") || matchMedia("(prefers-reduced-data: reduce)").matches;
}

/**
 * Fetches a page when a visitor points at a link to it, once each.
 * @param paths of the pages that may be fetched ahead
 */
function prefetchLinks(paths: readonly string[]): void {
	if (paths.length === 0 || savesData()) return;
	const unfetched = new Set(paths);
	unfetched.delete(location.pathname);
	const prefetch = ({ target }: Event) => {
		const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]");
		if (!link || link.origin !== location.origin || link.search || link.hash) return;
		if (!unfetched.delete(link.pathname)) return;
		document.head.appendChild(element("link", { rel: "prefetch", href: link.pathname }));
	};
	document.addEventListener("pointerover", prefetch);
	document.addEventListener("focusin", prefetch);
}
