import { whenHydrated } from "./hydration";

/** Events at which React 18 hydrates at once. */
const hydratingEvents = [
	..."auxclick change click compositionend compositionstart contextmenu copy cut dblclick dragend dragstart drop input".split(
		" ",
	),
	..."keydown keypress keyup mousedown mouseup paste pointercancel pointerdown pointerup reset submit textInput".split(
		" ",
	),
	..."touchcancel touchend touchstart".split(" "),
];

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
