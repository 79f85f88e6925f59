/** A form that is sent as soon as the server can be reached. */
export interface QueuedRequest {
	/** Random; the server takes the same key once. */
	readonly key: string;
	/** Id of the account that may send it; empty for a visitor. */
	readonly account: string;
	/** Year of the edition it belongs to. */
	readonly edition: string;
	readonly url: string;
	readonly body: readonly (readonly [name: string, value: FormDataEntryValue])[];
	/** What it changes: requests with the same target keep their order, also past a conflict. */
	readonly target: string;
	/** Text of the button. */
	readonly label: string;
	/** Shown when it fails and the server says nothing. */
	readonly errorText: string;
}

export interface QueuedItem extends QueuedRequest {
	/** Ascending in the order of the taps. */
	readonly order: number;
	/** Null until the first attempt has ended. */
	readonly problem: QueueProblem | null;
}

/** `offline` is tried again by itself; the others ask the user. */
export type QueueProblem =
	| { readonly kind: "offline" | "login" }
	| { readonly kind: "refused"; readonly text: string }
	/** `seen` is what the server has now, for a request that shall overwrite it. */
	| { readonly kind: "conflict"; readonly text: string; readonly seen: string | null };

export interface QueueState {
	/** What waits, of this account and edition. */
	readonly waiting: readonly QueuedItem[];
	/** What was sent since the page has read its data. */
	readonly sent: readonly QueuedItem[];
	/** Number of changes that this page has made and may not show. */
	readonly changes: number;
}

export const emptyQueue: QueueState = { waiting: [], sent: [], changes: 0 };

let state = emptyQueue;
const listeners = new Set<() => void>();

export function queueState(): QueueState {
	return state;
}

export function changeQueueState(change: Partial<QueueState>): void {
	state = { ...state, ...change };
	for (const listener of listeners) listener();
}

export function subscribeQueue(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}
