import { useEffect, useSyncExternalStore } from "react";
import { prepareQueue } from "~/browser/queue";
import { emptyQueue, type QueuedItem, queueState, subscribeQueue } from "~/browser/queue-state";

/** What waits to be sent. */
export function useQueue() {
	return useSyncExternalStore(subscribeQueue, queueState, () => emptyQueue);
}

function fieldOf(item: QueuedItem | undefined, field: string): string | undefined {
	const value = item?.body.find(([name]) => name === field)?.[1];
	return typeof value === "string" ? value : undefined;
}

/** What was sent or waits to be sent to one target. */
export function useQueued(target: string) {
	const { waiting, sent } = useQueue();
	useEffect(prepareQueue, []);
	const isMine = (item: QueuedItem) => item.target === target;
	const mine = [...sent, ...waiting].filter(isMine);
	const confirmed = [...sent, ...waiting.filter(({ problem }) => !problem)].filter(isMine);
	return {
		/** Value to show: the last one that was sent or is being sent, as long as nothing has failed. */
		shown: (field: string) => fieldOf(confirmed.at(-1), field),
		/** Value that will be there when everything is sent. */
		last: (field: string) => fieldOf(mine.at(-1), field),
	};
}
