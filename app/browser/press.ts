/** Milliseconds after a finger has left within which its click comes, and of the longest press that holds the page. */
const clickDelay = 100;
const longestPress = 5_000;

let isPressed = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const held: (() => void)[] = [];

function releaseIn(delay: number): void {
	clearTimeout(timer);
	timer = setTimeout(() => {
		isPressed = false;
		for (const run of held.splice(0)) run();
	}, delay);
}

/** Runs at once, or when the finger that is on the page has made its click: what moves meanwhile would lose its tap or get another's. */
export function whenReleased(run: () => void): void {
	if (isPressed) held.push(run);
	else run();
}

/** Each script that calls `whenReleased` listens by itself. */
export function listenToPresses(): void {
	const press = () => {
		isPressed = true;
		releaseIn(longestPress);
	};
	const release = () => releaseIn(clickDelay);
	const click = () => {
		// What the click itself shows does not wait.
		isPressed = false;
		releaseIn(0);
	};
	const listeners = { pointerdown: press, pointerup: release, pointercancel: release, click };
	for (const [type, listener] of Object.entries(listeners))
		addEventListener(type, listener, { capture: true });
}
