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

/** Events at which React 18 hydrates at once. */
const hydratingEvents =
	`auxclick change click compositionend compositionstart contextmenu copy cut dblclick dragend dragstart drop
	input keydown keypress keyup mousedown mouseup paste pointercancel pointerdown pointerup reset submit textInput touchcancel touchend
	touchstart`.split(/\s+/);

/**
 * Leaves events to the browser until the page is hydrated: links, fields and forms work as without scripts. React gives a page up (its
 * error 345) that it has to hydrate while Remix still reads the loaders' data.
 */
export function holdEvents(): void {
	const hold = (event: Event) => event.stopImmediatePropagation();
	for (const type of hydratingEvents) addEventListener(type, hold, { capture: true });
	whenHydrated(() => {
		for (const type of hydratingEvents) removeEventListener(type, hold, { capture: true });
	});
}
