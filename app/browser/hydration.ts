const hydratedEvent = "app:hydrated";

/** Whether React hydrates this page, now or when it is used. */
export function hydrates(): boolean {
	return "hydrates" in document.documentElement.dataset;
}

export function isHydrated(): boolean {
	return "hydrated" in document.documentElement.dataset;
}

/** Runs at once on a page without React, else after hydration, which it starts: React fails on a page that was changed before. */
export function whenHydrated(run: () => void): void {
	if (!hydrates() || isHydrated()) {
		run();
	} else {
		document.addEventListener(hydratedEvent, run, { once: true });
		startReact();
	}
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

/** Starts React's scripts if they still wait. */
function startReact(): void {
	const waiting = document.querySelector<HTMLScriptElement>("script[data-waits]");
	if (!waiting) return;
	// All at once: the browser knows a module's imports only after loading it.
	for (const href of waiting.dataset.waits?.split(" ") ?? []) {
		// React ignores unknown elements at the end of the head.
		document.head.appendChild(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
	}
	const script = waiting.cloneNode(true) as HTMLScriptElement;
	script.removeAttribute("data-waits");
	script.type = "module";
	// React compares the number of nodes, so it takes the place of the other.
	waiting.replaceWith(script);
}

/** Loads waiting scripts of React at the first sign that somebody uses the page. */
export function hydrateWhenUsed(): void {
	for (const sign of ["pointermove", "pointerdown", "keydown", "focusin"]) {
		addEventListener(sign, startReact, { once: true, passive: true });
	}
}
