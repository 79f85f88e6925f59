import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { hasQueued } from "~/browser/queue/queue-memory";
import { changeQueueState, needQueue } from "~/browser/queue/queue-state";
import { loadedTools, loadTools, useQueue } from "./use-queue";

/** Loads the queue on the pages that need it and, when something waits, on every page, which then says so. */
export function QueueKeeper() {
	const { i18n } = useTranslation();
	const { needed, loaded, waiting } = useQueue();
	useEffect(() => {
		if (hasQueued()) needQueue();
	}, []);
	useEffect(() => {
		if (!needed) return;
		Promise.all([loadTools(), i18n.loadNamespaces("waiting")])
			.then(() => changeQueueState({ loaded: true }))
			.catch(() => undefined);
	}, [needed, i18n]);
	const Notice = loaded && loadedTools()?.QueueNotice;
	return Notice ? <Notice waiting={waiting} /> : null;
}
