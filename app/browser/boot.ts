import { restoreLanguage } from "./language-memory";
import { applyTheme } from "./theme";

/*
 * Runs before anything is painted: sets the theme, hides the splash when this visit has seen it, and reloads the page in the language of
 * local storage when the cookie is gone.
 */
const page = document.documentElement;
page.dataset.scripts = "";
try {
	applyTheme();
	if (sessionStorage.getItem("splash")) page.dataset.splash = "seen";
	sessionStorage.setItem("splash", "seen");
	if (restoreLanguage(page.lang)) location.reload();
} catch {
	// Storage can be forbidden.
}
