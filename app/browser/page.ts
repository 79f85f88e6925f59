import { watchButtons } from "./buttons";
import { runClocks } from "./clock";
import { withdrawComplaints } from "./complaints";
import { checkHealth, listenToConnection } from "./connectivity";
import { element } from "./element";
import { filterRows } from "./filter";
import { rememberLanguage } from "./language-memory";
import { listenToMenus } from "./menus";
import { prefetchLinks } from "./prefetch";
import { hasQueued } from "./queue/queue-memory";
import { keepFresh, turnPages } from "./refresh";
import { watchSession } from "./session-end";
import { share } from "./share";
import { keepStars } from "./stars";
import { listenToThemeSwitches } from "./theme";
import { showFlash } from "./toasts";
import { restoreTypedText } from "./typed-text";

/*
 * The script of every page, with React or without it. It listens on the document and does not change what React renders.
 */
listenToMenus();
listenToConnection();
watchSession();
showFlash();
for (const part of document.querySelectorAll<HTMLElement>("[data-refresh]")) keepFresh(part);
try {
	listenToThemeSwitches();
	rememberLanguage(document.documentElement.lang);
	restoreTypedText();
	keepStars();
} catch {
	// Storage can be forbidden.
}
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
document.addEventListener("click", ({ target }) => {
	if (!(target instanceof Element)) return;
	if (target.closest("[data-print]")) print();
	const shareButton = target.closest<HTMLElement>("[data-share]");
	if (shareButton) void share(shareButton);
});
addEventListener("beforeprint", showPrintTime);
matchMedia("print").addEventListener("change", showPrintTime);
// Code that is needed only later must not delay what is shown now.
addEventListener("load", () => {
	void checkHealth().catch(() => undefined);
	void navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
});

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
