/** Milliseconds after a finger has left within which its click comes, and of the longest press that holds the page. */
const clickDelay = 100;
const longestPress = 5_000;

const releasedEvent = "app:released";
const page = () => document.documentElement.dataset;

/** Runs at once, or when the finger that is on the page has made its click: what moves meanwhile would lose its tap or get another's. */
export function whenReleased(run: () => void): void {
	if ("pressed" in page()) addEventListener(releasedEvent, run, { once: true });
	else run();
}

/** Resolves at once, or when the finger has made its click. */
export const released = () => new Promise<void>(whenReleased);

/** Called by the script of every page. */
export function listenToPresses(): void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	/** Ids of the fingers that are on the page. */
	const fingers = new Set<number>();
	const releaseIn = (delay: number) => {
		clearTimeout(timer);
		timer = setTimeout(() => {
			fingers.clear();
			delete page().pressed;
			dispatchEvent(new Event(releasedEvent));
		}, delay);
	};
	const listen = <T extends "pointerdown" | "pointerup" | "pointercancel" | "click">(
		type: T,
		listener: (event: WindowEventMap[T]) => void,
	) => addEventListener(type, listener, { capture: true });
	const lift = ({ pointerId }: PointerEvent) => {
		fingers.delete(pointerId);
		if (fingers.size === 0) releaseIn(clickDelay);
	};
	listen("pointerdown", ({ pointerId }) => {
		fingers.add(pointerId);
		page().pressed = "";
		releaseIn(longestPress);
	});
	listen("pointerup", lift);
	listen("pointercancel", lift);
	listen("click", () => {
		if (fingers.size > 0) return;
		// What the click itself shows does not wait.
		delete page().pressed;
		releaseIn(0);
	});
}
