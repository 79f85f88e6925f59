import { checkHealth, listenToConnection } from "./connectivity";
import { rememberLanguage } from "./language-memory";
import { listenToMenus } from "./menus";
import { prefetchLinks } from "./prefetch";
import { keepFresh } from "./refresh";
import { listenToThemeSwitches } from "./theme";
import { showFlash } from "./toasts";
import { bringTypedTextBack } from "./typed-text";
import { whenHydrated } from "./when-hydrated";

/*
 * What every page does beyond HTML, with React or without it. It listens on the document and leaves alone what React
 * renders.
 */
listenToMenus();
listenToConnection();
showFlash();
for (const part of document.querySelectorAll<HTMLElement>("[data-refresh]")) keepFresh(part);
try {
	listenToThemeSwitches();
	rememberLanguage(document.documentElement.lang);
	whenHydrated(bringTypedTextBack);
	void checkHealth();
} catch {
	// Without storage nothing is remembered.
}
prefetchLinks();
void navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
