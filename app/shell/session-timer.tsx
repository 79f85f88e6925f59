import { useEffect } from "react";
import { endOfPageEvent } from "~/browser/typed-text";

/** Where the page goes by itself when the session is over. */
const forcedLogout = "/logout?forced";

/**
 * Logs out when the session ends; what was typed until then comes back after the next login. The time left is counted from when
 * the page arrived: the clocks of the server and of the browser need not agree. A device that slept through the end is logged out
 * when it wakes.
 * @param secondsLeft of the session when the server answered; null for visitors
 */
export function SessionTimer({ secondsLeft }: { readonly secondsLeft: number | null }) {
	useEffect(() => {
		if (secondsLeft === null) return;
		const endsAt = Date.now() + secondsLeft * 1000;
		const logOutWhenOver = () => {
			if (Date.now() < endsAt) return;
			document.dispatchEvent(new Event(endOfPageEvent));
			window.location.assign(forcedLogout);
		};
		const timer = setTimeout(logOutWhenOver, secondsLeft * 1000);
		document.addEventListener("visibilitychange", logOutWhenOver);
		return () => {
			clearTimeout(timer);
			document.removeEventListener("visibilitychange", logOutWhenOver);
		};
	}, [secondsLeft]);
	return null;
}
