const hydratedEvent = "app:hydrated";

/** Whether React takes over this page. */
export function hydrates(): boolean {
	return "hydrates" in document.documentElement.dataset;
}

/** Runs at once on a page without React, else as soon as React has taken it over: until then it must not be changed. */
export function whenHydrated(run: () => void): void {
	if (!hydrates() || "hydrated" in document.documentElement.dataset) run();
	else document.addEventListener(hydratedEvent, run, { once: true });
}

/** Says that React has taken the page over. */
export function tellHydrated(): void {
	document.documentElement.dataset.hydrated = "";
	document.dispatchEvent(new Event(hydratedEvent));
}
