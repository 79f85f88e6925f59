import { useEffect } from "react";
import { hasQueued } from "~/browser/queue/queue-memory";
import { changeQueueState, isStuck, needQueue } from "~/browser/queue/queue-state";
import { useTexts } from "~/components/use-texts";
import { Icon } from "../icon";
import { loadedTools, loadTools, useQueue, useQueuePart, useWaiting } from "./use-queue";

/**
 * Says which requests with this target were not accepted, and which forms wait, for each part of it by itself. A tap that waits is
 * shown in its button. A request that is being sent shows nothing.
 */
export function Waiting({ target }: { readonly target: string }) {
	const loaded = useQueuePart((queue) => queue.loaded);
	const items = useWaiting(target);
	const Note = loaded && loadedTools()?.WaitingNote;
	if (!Note) return null;
	return [...new Set(items.map((item) => item.target))].map((part) => {
		const ofPart = items.filter((item) => item.target === part);
		const isShown = ofPart.some((item) => isStuck(item) || (item.problem !== null && item.kind !== "tap"));
		return isShown && <Note key={part} items={ofPart} />;
	});
}

/** A mark over the corner of a button whose tap the server does not have yet: the button keeps its size. */
export function WaitingMark() {
	const { t } = useTexts();
	return (
		<span className="absolute -top-1.5 -right-1 grid size-5 place-items-center rounded-full border-[1.5px] border-warning bg-warning-ground text-warning">
			<Icon name="clock" className="size-3.5" />
			<span className="sr-only">{t("waiting.mark")}</span>
		</span>
	);
}

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
