import { type ClientLoaderFunctionArgs, useLoaderData, useLocation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { released } from "~/browser/press";
import { countChange, forgetAnswers } from "~/browser/queue/queue-state";
import { formatTime } from "~/lib/i18n/format-dates";
import { keepEqual } from "~/lib/keep-equal";
import { withTimeout } from "~/lib/timeout";
import type { LiveRefresh } from "../refresh/refresh-bar";
import { useQueue } from "./use-queue";

/** Milliseconds until reading the data fails. */
const readTimeout = 20_000;
const retryDelay = 5_000;

/** Data of a page that reads them again while somebody works in it. */
interface Versioned {
	/** Version of the edition's data when these were read: `context.version`. */
	readonly version: number;
}

/** The `clientLoader` of a page that uses `useFreshData`. A reload that fails leaves the page as it is and is tried again. */
export async function loadFresh({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> {
	const isReload = request.url === location.href.split("#", 1)[0];
	try {
		return await withTimeout(serverLoader(), readTimeout, "The page could not be read anew");
	} catch (error) {
		if (!isReload) throw error;
		if (!request.signal.aborted) setTimeout(countChange, retryDelay);
		return null;
	} finally {
		if (isReload) await released();
	}
}

/**
 * The newer one of what a page shows and what it has read, with the parts of the older one that are the same; a page of another address has
 * only what it has read.
 */
function newerOf<D extends Versioned>(shown: D, read: D, isSamePage: boolean): D {
	if (!isSamePage) return read;
	return read.version < shown.version ? shown : keepEqual(shown, read);
}

/**
 * The data of a page, read again after each change that was sent. Nothing else updates such a page. It reads once at a time, so
 * that the next reading begins after the changes that asked for it, and no reading is given up for the next tap.
 * @returns the data, and the local time since which the server has not answered; null while it answers
 */
export function useFreshData<Loader extends (...parameters: never[]) => Promise<Versioned>>() {
	const read = useLoaderData<Loader>() as (Awaited<ReturnType<Loader>> & Versioned) | null;
	const { pathname, search } = useLocation();
	const address = pathname + search;
	const { answers, changes } = useQueue();
	const { revalidate, state } = useRevalidator();
	const asked = useRef(changes);
	const shown = useRef({ address, read, data: read });
	if (read !== null && read !== shown.current.read) {
		const before = shown.current;
		const data = before.data === null ? read : newerOf(before.data, read, before.address === address);
		shown.current = { address, read, data };
	}
	const { data } = shown.current;
	// A page begins with data: only a reload of it gives null.
	if (data === null) throw new Error("The page has no data");

	useEffect(() => {
		if (state !== "idle" || changes === asked.current) return;
		asked.current = changes;
		revalidate();
	}, [changes, revalidate, state]);
	useEffect(() => {
		// An answer, too, may come later than data that include it.
		if (answers.length > 0) forgetAnswers(data.version);
	}, [answers, data.version]);
	return { data, lostSince: useLostSince(read) };
}

function useLostSince(read: unknown): string | null {
	const [lostSince, setLostSince] = useState<string | null>(null);
	const inTouch = useRef(new Date());
	useEffect(() => {
		if (read !== null) inTouch.current = new Date();
		setLostSince(read === null ? formatTime(inTouch.current, "cs") : null);
	}, [read]);
	return lostSince;
}

/** Makes a page read its data again every few seconds while it is visible. @param seconds null for a page that does not */
export function useRefresh(seconds: number | null, lostSince: string | null): LiveRefresh | undefined {
	const [paused, setPaused] = useState(false);
	useEffect(() => {
		if (paused || seconds === null) return;
		const ask = () => {
			if (!document.hidden) countChange();
		};
		const timer = setInterval(ask, seconds * 1000);
		document.addEventListener("visibilitychange", ask);
		return () => {
			clearInterval(timer);
			document.removeEventListener("visibilitychange", ask);
		};
	}, [paused, seconds]);
	return seconds === null ? undefined : { paused, lostSince, onPause: () => setPaused(!paused) };
}
