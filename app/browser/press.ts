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
	const releaseIn = (delay: number) => {
		clearTimeout(timer);
		timer = setTimeout(() => {
			delete page().pressed;
			dispatchEvent(new Event(releasedEvent));
		}, delay);
	};
	const listen = (type: string, listener: () => void) => addEventListener(type, listener, { capture: true });
	listen("pointerdown", () => {
		page().pressed = "";
		releaseIn(longestPress);
	});
	listen("pointerup", () => releaseIn(clickDelay));
	listen("pointercancel", () => releaseIn(clickDelay));
	listen("click", () => {
		// What the click itself shows does not wait.
		delete page().pressed;
		releaseIn(0);
	});
}
