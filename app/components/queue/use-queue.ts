import { useEffect, useRef, useSyncExternalStore } from "react";
import { loadChunk } from "~/browser/load-chunk";
import {
	emptyQueue,
	needQueue,
	type QueuedItem,
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

/** Values of a field that were sent or wait to be sent to one target. */
export function useQueuedField(target: string, field: string) {
	const { waiting, sent } = useQueue();
	const done = sent.map(({ item }) => item);
	const lastIn = (items: readonly QueuedItem[]) => {
		const item = items.filter((one) => one.target === target).at(-1);
		const value = item?.body.find(([name]) => name === field)?.[1];
		return typeof value === "string" ? value : undefined;
	};
	return {
		/** To show: the last one that was sent or is being sent, as long as nothing has failed. */
		shown: lastIn([...done, ...waiting.filter(({ problem }) => !problem)]),
		/** What will be there when everything is sent. */
		last: lastIn([...done, ...waiting]),
	};
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
