import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { formatTime } from "~/lib/i18n/format-dates";

/** Search parameter of a refresh. */
const mark = "fresh";

/** Whether a page refreshes itself, as opposed to a reader who opens it. */
export function isRefresh(request: Request): boolean {
	return new URL(request.url).searchParams.has(mark);
}

/**
 * Refreshes the data of a hydrated page while it is visible. For a failed refresh the page's `clientLoader` must return
 * null, so that the page says so instead of becoming an error page.
 * @param url of the page; the component must have it as its key
 * @param seconds between two requests; null for none
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
		/** Null until the first refresh. */
		fresh: last.current,
		bar: { paused, lostSince, onPause: () => setPaused(!paused) },
	};
}
