import { isStuck } from "~/browser/queue/queue-state";
import { loadedTools, useQueue, useWaiting } from "./use-queue";

/**
 * Says which requests with this target were not accepted, and which forms wait. A tap that waits shows it in its button; what is being
 * sent shows nothing.
 */
export function Waiting({ target }: { readonly target: string }) {
	const { loaded } = useQueue();
	const items = useWaiting(target);
	const isShown = items.some((item) => isStuck(item) || (item.problem !== null && item.kind !== "tap"));
	const Note = loaded && isShown && loadedTools()?.WaitingNote;
	return Note ? <Note items={items} /> : null;
}
