const openMenus = () => document.querySelectorAll<HTMLDetailsElement>("details:is(.bar-menu, .menu)[open]");

function closeMenus(): void {
	for (const menu of openMenus()) menu.open = false;
}

/** Closes the bar and its menus when the reader goes to another page, clicks elsewhere or presses Escape. */
export function listenToMenus(): void {
	const bar = document.querySelector<HTMLElement>("#site-menu");

	document.addEventListener("click", ({ target }) => {
		if (!(target instanceof Element)) return;
		for (const menu of openMenus()) {
			if (!menu.contains(target)) menu.open = false;
		}
		if (target.closest("#site-menu a")) {
			closeMenus();
			if (bar?.matches(":popover-open")) bar.hidePopover();
		}
	});

	document.addEventListener("keydown", ({ key }) => {
		if (key !== "Escape") return;
		for (const menu of openMenus()) {
			if (menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
			menu.open = false;
		}
	});

	// A tablet that was turned may show the bar without its menu.
	matchMedia("(min-width: 64rem)").addEventListener("change", () => {
		if (bar?.matches(":popover-open")) bar.hidePopover();
	});

	// The browser may show this page again from its history.
	addEventListener("pagehide", closeMenus);
}
