import { checkHealth, listenToConnection } from "./connectivity";
import { watchButtons } from "./filled";
import { hydrateWhenUsed } from "./hydration";
import { rememberLanguage } from "./language-memory";
import { listenToMenus } from "./menus";
import { prefetchLinks } from "./prefetch";
import { keepFresh } from "./refresh";
import { listenToThemeSwitches } from "./theme";
import { showFlash } from "./toasts";
import { bringTypedTextBack, endOfPageEvent, putTypedTextAside } from "./typed-text";

/*
 * What every page does beyond HTML, with React or without it. It listens on the document and leaves alone what React
 * renders.
 */
listenToMenus();
listenToConnection();
document.addEventListener(endOfPageEvent, putTypedTextAside);
showFlash();
for (const part of document.querySelectorAll<HTMLElement>("[data-refresh]")) keepFresh(part);
try {
	listenToThemeSwitches();
	rememberLanguage(document.documentElement.lang);
	bringTypedTextBack();
} catch {
	// Without storage nothing is remembered.
}
prefetchLinks(document.currentScript?.dataset.prefetch?.split(" ") ?? []);
hydrateWhenUsed();
watchButtons();
// What is fetched for later does not stand in the way of what is to be seen now.
addEventListener("load", () => {
	void checkHealth().catch(() => undefined);
	void navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
});
