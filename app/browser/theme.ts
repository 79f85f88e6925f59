import { onClick } from "./element";

const memory = "theme";

type Theme = "light" | "dark";

/** The reader's choice, else the system's. */
function currentTheme(): Theme {
	const chosen = document.documentElement.dataset.theme;
	if (chosen === "light" || chosen === "dark") return chosen;
	return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export function applyTheme(): void {
	const chosen = localStorage.getItem(memory);
	if (chosen) document.documentElement.dataset.theme = chosen;
}

/** Lets the buttons marked `data-theme-switch` change the theme and show which one is on. */
export function listenToThemeSwitches(): void {
	const showTheme = () => {
		for (const button of document.querySelectorAll("[data-theme-switch]")) {
			button.setAttribute("aria-pressed", String(currentTheme() === "dark"));
		}
	};
	showTheme();
	onClick("[data-theme-switch]", () => {
		const theme = currentTheme() === "dark" ? "light" : "dark";
		document.documentElement.dataset.theme = theme;
		localStorage.setItem(memory, theme);
		showTheme();
	});
}
