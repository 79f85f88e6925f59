import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { formatTime } from "~/lib/i18n/format-dates";

/** Added to the address of what a page asks for again by itself. */
const mark = "fresh";

/** Whether a page asks for itself again, as opposed to a reader who goes there. */
export function isRefresh(request: Request): boolean {
	return new URL(request.url).searchParams.has(mark);
}

/**
 * Keeps the data of a hydrated page up to date while somebody looks at it. The page's `clientLoader` answers null to
 * a request that `isRefresh` and failed: a lost connection is told in the page and does not take it away.
 * @param url of the page; a component must have it as its key
 * @param seconds between two requests; null asks for nothing
 */
export function useRefresh<D>(url: string, seconds: number | null) {
	const { data, load, state } = useFetcher<D | null>();
	const [paused, setPaused] = useState(false);
	const [lostSince, setLostSince] = useState<string | null>(null);
	const inTouch = useRef(new Date());
	const last = useRef<D | null>(null);
	if (data) last.current = data as D;

	useEffect(() => {
		if (paused || seconds === null) return;
		const ask = () => {
			if (!document.hidden) load(`${url}${url.includes("?") ? "&" : "?"}${mark}`);
		};
		const timer = setInterval(ask, seconds * 1000);
		document.addEventListener("visibilitychange", ask);
		return () => {
			clearInterval(timer);
			document.removeEventListener("visibilitychange", ask);
		};
	}, [load, paused, seconds, url]);

	useEffect(() => {
		if (state !== "idle" || data === undefined) return;
		if (data) inTouch.current = new Date();
		setLostSince(data ? null : formatTime(inTouch.current, "cs"));
	}, [data, state]);

	return {
		/** What came last; null until the page has asked again. */
		fresh: last.current,
		bar: { paused, lostSince, onPause: () => setPaused(!paused) },
	};
}
