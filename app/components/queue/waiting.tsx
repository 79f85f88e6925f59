import { loadedTools, useQueue, useWaiting } from "./use-queue";

/** Says which forms with this target wait, or were not accepted. Nothing while they are being sent. */
export function Waiting({ target }: { readonly target: string }) {
	const { loaded } = useQueue();
	const items = useWaiting(target);
	const Note = loaded && items.some(({ problem }) => problem) && loadedTools()?.WaitingNote;
	return Note ? <Note items={items} /> : null;
}
