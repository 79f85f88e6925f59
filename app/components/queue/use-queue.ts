import { useNavigate } from "@remix-run/react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { loadChunk } from "~/browser/load-chunk";
import {
	emptyQueue,
	needQueue,
	type QueuedItem,
	type QueuedRequest,
	queuedField,
	shownQueue,
	subscribeQueue,
} from "~/browser/queue/queue-state";

type Tools = Awaited<typeof import("./tools")>;

let tools: Tools | null = null;

/** The loaded tools; null until `loadTools` has ended. `queueState` tells when. */
export const loadedTools = () => tools;

/** All of the queue, in one part of the scripts. @throws what the import throws, or TimedOut */
export async function loadTools(): Promise<Tools> {
	tools ??= await loadChunk(import("./tools"));
	return tools;
}

/** What waits to be sent. */
export function useQueue() {
	return useSyncExternalStore(subscribeQueue, shownQueue, () => emptyQueue);
}

/** A part of the queue, for what is on a page many times: another part that changes does not draw it anew. */
export function useQueuePart<T>(partOf: (queue: typeof emptyQueue) => T): T {
	const last = useRef<{ readonly part: T; readonly text: string }>();
	const read = (queue: typeof emptyQueue): T => {
		const part = partOf(queue);
		const text = JSON.stringify(part);
		if (last.current?.text !== text) last.current = { part, text };
		return last.current.part;
	};
	return useSyncExternalStore(
		subscribeQueue,
		() => read(shownQueue()),
		() => read(emptyQueue),
	);
}

/** Whether a request changes a target, or a part of it: its path behind a "#". */
const isOf = (target: string | undefined) => (item: Pick<QueuedRequest, "target">) =>
	item.target === target || item.target.startsWith(`${target}#`);

/** What waits to be sent to one target; the page loads the queue before the line may be lost. */
export function useWaiting(target: string | undefined): readonly QueuedItem[] {
	useEffect(needQueue, []);
	return useQueuePart(({ waiting }) => waiting.filter(isOf(target)));
}

/** A field as its buttons show it. */
interface ShownField {
	/** Value on the server. */
	readonly value: string;
	/** Value that waits or is being sent; null for none. */
	readonly wanted: string | null;
	/** Values for the next tap, fixed by what is shown: what its sender sees, and which requests it replaces. */
	readonly tap: { readonly field: string; readonly seen: string; readonly refused: readonly string[] };
}

/** @param read the value in the page's data */
export function useQueuedField(target: string, field: string, read: string): ShownField {
	const {
		answered = read,
		wanted = null,
		refused,
	} = useQueuePart((queue) => queuedField(target, field, queue));
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

/** What a form needs to wait in the browser when the connection is lost. */
export interface WaitingForm {
	/** Text of its button. */
	readonly label: string;
	/** Shown when it fails and the server says nothing. */
	readonly errorText: string;
	/** What the form changes, if that is not the address to which it is sent. */
	readonly target?: string;
	/** Called when the server has taken the form, or the browser keeps it. */
	readonly onTaken?: () => void;
}

/**
 * Sends a form by a script, which leaves the page as it is when the line is lost; as a document where that is not possible.
 * @param end called in any case, unless the document loads
 */
export function useSending(waits: WaitingForm | undefined, end: () => void) {
	const navigate = useNavigate();
	return async (form: HTMLFormElement) => {
		if (!waits) return;
		try {
			const { sendTyped } = await loadTools();
			const sending = await sendTyped(form, waits);
			if (sending.kind === "refused") return;
			end();
			waits.onTaken?.();
			if (sending.kind === "waits" || !sending.to) return;
			navigate(sending.to, { replace: sending.to === location.pathname + location.search });
		} catch {
			HTMLFormElement.prototype.submit.call(form);
		}
	};
}
