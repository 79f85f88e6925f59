import { useEffect } from "react";
import { hasQueued } from "~/browser/queue/queue-memory";
import { changeQueueState, needQueue } from "~/browser/queue/queue-state";
import { loadedTools, loadTools, useQueue } from "./use-queue";

/** Loads the queue on the pages that need it and, when something waits, on every page, which then says so. */
export function QueueKeeper() {
	const { needed, loaded, waiting } = useQueue();
	useEffect(() => {
		if (hasQueued()) needQueue();
	}, []);
	useEffect(() => {
		if (!needed) return;
		loadTools()
			.then(() => changeQueueState({ loaded: true }))
			.catch(() => undefined);
	}, [needed]);
	const Notice = loaded && loadedTools()?.QueueNotice;
	return Notice ? <Notice waiting={waiting} /> : null;
}
