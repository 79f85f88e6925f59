import { useEffect, useRef, useSyncExternalStore } from "react";
import { loadChunk } from "~/browser/load-chunk";
import {
	emptyQueue,
	lastValue,
	needQueue,
	type QueuedItem,
	queuedItems,
	queueState,
	subscribeQueue,
} from "~/browser/queue/queue-state";

type Tools = Awaited<typeof import("./tools")>;

let tools: Tools | null = null;

/** Null until `loadTools` has ended; `queueState` tells when. */
export const loadedTools = () => tools;

/** All of the queue, in one part of the scripts. @throws what the import throws, or TimedOut */
export async function loadTools(): Promise<Tools> {
	tools ??= await loadChunk(import("./tools"));
	return tools;
}

/** What waits to be sent. */
export function useQueue() {
	return useSyncExternalStore(subscribeQueue, queueState, () => emptyQueue);
}

/** Whether an item changes a target, or a part of it: its path behind a "#". */
const isOf = (target: string | undefined) => (item: QueuedItem) =>
	item.target === target || item.target.startsWith(`${target}#`);

/** What waits to be sent to one target; the page loads the queue before the line may be lost. */
export function useWaiting(target: string | undefined): readonly QueuedItem[] {
	const { waiting } = useQueue();
	useEffect(needQueue, []);
	return waiting.filter(isOf(target));
}

/** The value to show in a field: the last one that was sent or is being sent to a target, as long as nothing has failed. */
export function useQueuedValue(target: string, field: string): string | undefined {
	const queued = queuedItems(useQueue());
	return lastValue(
		queued.filter(({ problem }) => !problem),
		target,
		field,
	);
}

/** Calls `then` when what waited for a target was sent while the page is open. */
export function useSent(target: string, then: () => void): void {
	const sent = useQueue()
		.sent.map(({ item }) => item)
		.filter(isOf(target)).length;
	const latest = useRef(then);
	latest.current = then;
	useEffect(() => {
		if (sent > 0) latest.current();
	}, [sent]);
}
