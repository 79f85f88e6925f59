import { useLoaderData, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { changeQueueState, queueState } from "~/browser/queue/queue-state";
import { useQueue } from "./use-queue";

/** Milliseconds. */
const retryDelay = 5_000;

/** What had been sent when the data were asked for: it is in them. */
let included = queueState().sent;

interface Loading<D> {
	readonly request: Request;
	readonly serverLoader: () => Promise<D>;
}

/**
 * For the `clientLoader` of a page whose forms wait in the browser; the page reads its data by `useFreshData`. A reload
 * that fails leaves the page as it is and is tried again.
 */
export async function loadFresh<D>({ request, serverLoader }: Loading<D>): Promise<D | null> {
	const isReload = request.url === location.href.split("#", 1)[0];
	included = queueState().sent;
	try {
		return await serverLoader();
	} catch (error) {
		if (!isReload) throw error;
		if (!request.signal.aborted) setTimeout(countChange, retryDelay);
		return null;
	}
}

/** Makes the page read its data again. */
function countChange(): void {
	changeQueueState({ changes: queueState().changes + 1 });
}

/** The data of the page, read again after each change that was sent; what it showed before when that fails. */
export function useFreshData<Loader>() {
	const data = useLoaderData<Loader>();
	const { changes } = useQueue();
	const { revalidate } = useRevalidator();
	const last = useRef({ data, changes });
	if (data !== null) last.current.data = data;
	useEffect(() => {
		if (changes === last.current.changes) return;
		last.current.changes = changes;
		revalidate();
	}, [changes, revalidate]);
	useEffect(() => {
		if (data === null) return;
		const { sent } = queueState();
		if (sent.length > 0) changeQueueState({ sent: sent.filter((item) => !included.includes(item)) });
	}, [data]);
	return last.current.data;
}
