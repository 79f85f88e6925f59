import { rememberedLanguage } from "./language-memory";
import { applyTheme } from "./theme";

/*
 * Runs before anything is painted: the theme, the splash of a visit that has seen it, and the language that local
 * storage remembers when the cookie is gone.
 */
const page = document.documentElement;
page.dataset.scripts = "";
try {
	applyTheme();
	if (sessionStorage.getItem("splash")) page.dataset.splash = "seen";
	sessionStorage.setItem("splash", "seen");
	if (rememberedLanguage(page.lang)) location.reload();
} catch {
	// A browser that keeps nothing shows the page as it came.
}
