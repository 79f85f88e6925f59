const hydratedEvent = "app:hydrated";

/** Whether React takes over this page, now or when it is used. */
export function hydrates(): boolean {
	return "hydrates" in document.documentElement.dataset;
}

/** Whether React has taken this page over. */
export function isHydrated(): boolean {
	return "hydrated" in document.documentElement.dataset;
}

/**
 * Runs at once on a page without React, else as soon as React has taken it over: until then it must not be changed.
 * React does not wait any longer to be needed.
 */
export function whenHydrated(run: () => void): void {
	if (!hydrates() || isHydrated()) {
		run();
	} else {
		document.addEventListener(hydratedEvent, run, { once: true });
		startReact();
	}
}

/** Says that React has taken the page over. */
export function tellHydrated(): void {
	document.documentElement.dataset.hydrated = "";
	document.dispatchEvent(new Event(hydratedEvent));
}

/** Lets React's scripts run, if they are still waiting. */
function startReact(): void {
	const waiting = document.querySelector<HTMLScriptElement>("script[data-waits]");
	if (!waiting) return;
	// All at once: a module names its imports only when it has arrived.
	for (const href of waiting.dataset.waits?.split(" ") ?? []) {
		// At the end of the head React leaves alone what it does not know.
		document.head.appendChild(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
	}
	const script = waiting.cloneNode(true) as HTMLScriptElement;
	script.removeAttribute("data-waits");
	script.type = "module";
	// In the place of the other: React counts the nodes of the page it takes over.
	waiting.replaceWith(script);
}

/** A form works as the HTML it is; where React's scripts wait, they are loaded when the reader begins to use the page. */
export function hydrateWhenUsed(): void {
	for (const sign of ["pointermove", "pointerdown", "keydown", "focusin"]) {
		addEventListener(sign, startReact, { once: true, passive: true });
	}
}
