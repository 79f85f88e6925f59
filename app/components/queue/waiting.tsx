import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { hasQueued } from "~/browser/queue/queue-memory";
import { changeQueueState, isStuck, needQueue } from "~/browser/queue/queue-state";
import { Icon } from "../icon";
import { loadedTools, loadTools, useQueue, useWaiting } from "./use-queue";

/**
 * Says which requests with this target were not accepted, and which forms wait. A tap that waits is shown in its button. A request
 * that is being sent shows nothing.
 */
export function Waiting({ target }: { readonly target: string }) {
	const { loaded } = useQueue();
	const items = useWaiting(target);
	const isShown = items.some((item) => isStuck(item) || (item.problem !== null && item.kind !== "tap"));
	const Note = loaded && isShown && loadedTools()?.WaitingNote;
	return Note ? <Note items={items} /> : null;
}

/** A mark in a button whose tap the server does not have yet. It takes no room, so that nothing moves. */
export function WaitingMark() {
	const { t } = useTranslation();
	return (
		<span className="waiting-mark">
			<Icon name="clock" />
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
