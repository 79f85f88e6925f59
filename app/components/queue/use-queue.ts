import { useEffect, useRef, useSyncExternalStore } from "react";
import { loadChunk } from "~/browser/load-chunk";
import {
	emptyQueue,
	needQueue,
	type QueuedItem,
	type QueuedRequest,
	queuedField,
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

/** Whether a request changes a target, or a part of it: its path behind a "#". */
const isOf = (target: string | undefined) => (item: Pick<QueuedRequest, "target">) =>
	item.target === target || item.target.startsWith(`${target}#`);

/** What waits to be sent to one target; the page loads the queue before the line may be lost. */
export function useWaiting(target: string | undefined): readonly QueuedItem[] {
	const { waiting } = useQueue();
	useEffect(needQueue, []);
	return waiting.filter(isOf(target));
}

/** A field as its buttons show it. */
interface ShownField {
	/** What the server has. */
	readonly value: string;
	/** What waits or is being sent; null for nothing. */
	readonly wanted: string | null;
	/** For the next tap, fixed by what is shown: what its sender sees, and which requests it takes the place of. */
	readonly tap: { readonly field: string; readonly seen: string; readonly refused: readonly string[] };
}

/** @param read the value in the page's data */
export function useQueuedField(target: string, field: string, read: string): ShownField {
	const { answered = read, wanted = null, refused } = queuedField(target, field, useQueue());
	return { value: answered, wanted, tap: { field, seen: wanted ?? answered, refused } };
}

/** Calls `then` when what waited for a target was sent while the page is open. */
export function useSent(target: string, then: () => void): void {
	const sent = useQueue().answers.filter(({ accepted, item }) => accepted && isOf(target)(item)).length;
	const latest = useRef(then);
	latest.current = then;
	useEffect(() => {
		if (sent > 0) latest.current();
	}, [sent]);
}
