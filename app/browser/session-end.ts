import { storeTypedText } from "./typed-text";

const forcedLogout = "/logout?forced";

/**
 * Logs out when the session ends; the typed text comes back after the next login. The time is counted from the response, as the clocks of
 * server and browser may differ. A device that slept through the end is logged out when it wakes, one without a line when it has one.
 */
export function watchSession(): void {
	const { sessionSeconds } = document.documentElement.dataset;
	if (sessionSeconds === undefined) return;
	const endsAt = Date.now() + Number(sessionSeconds) * 1000;
	let timer: ReturnType<typeof setTimeout>;
	const logOutWhenOver = () => {
		clearTimeout(timer);
		const left = endsAt - Date.now();
		// Again for the rest: a timer may fire early, or the clock be set back.
		if (left > 0) timer = setTimeout(logOutWhenOver, left);
		// Without a connection the next page would not load, and the content of this one would be lost. It is loaded again when the
		// connection is back.
		else if (!("offline" in document.documentElement.dataset)) {
			storeTypedText();
			location.assign(forcedLogout);
		}
	};
	logOutWhenOver();
	document.addEventListener("visibilitychange", logOutWhenOver);
}
