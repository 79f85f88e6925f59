const hydratedEvent = "app:hydrated";

/** Whether React hydrates this page. */
export function hydrates(): boolean {
	return "hydrates" in document.documentElement.dataset;
}

/** Runs at once on a page without React, else after hydration: React fails on a page that was changed before. */
export function whenHydrated(run: () => void): void {
	if (!hydrates() || "hydrated" in document.documentElement.dataset) run();
	else document.addEventListener(hydratedEvent, run, { once: true });
}

export function notifyHydrated(): void {
	document.documentElement.dataset.hydrated = "";
	document.dispatchEvent(new Event(hydratedEvent));
}

/** React cannot run: the page stays as the server has sent it and works as one without React. */
export function notifyUnhydrated(): void {
	delete document.documentElement.dataset.hydrates;
	document.dispatchEvent(new Event(hydratedEvent));
}
