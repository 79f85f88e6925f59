/** A form that is sent as soon as the server can be reached. */
export interface QueuedRequest {
	/** Taps follow each other. A form takes the place of the same form that still waits. A log is a file with a target of its own. */
	readonly kind: "tap" | "form" | "log";
	/** Random. A tap's `formKey` is the same: the server takes it once. */
	readonly key: string;
	/** Id of the account that may send it; empty for a visitor. */
	readonly account: string;
	/** Year of the edition it belongs to. */
	readonly edition: string;
	readonly url: string;
	/** Path of the page it was sent from. */
	readonly page: string;
	readonly body: readonly (readonly [name: string, value: FormDataEntryValue])[];
	/** What it changes: requests with the same target keep their order, also past a conflict. */
	readonly target: string;
	/** Text of the button, or name of the file. */
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

/** `offline` is tried again by itself; the others ask the user. Those with a text hold up nothing but what has the same target. */
export type QueueProblem =
	| { readonly kind: "login" }
	/** `failures` are the answers 500 in a row. */
	| { readonly kind: "offline"; readonly failures?: number }
	/** `failed`: the server could not do it, several times. */
	| { readonly kind: "refused" | "failed"; readonly text: string }
	/** `seen` is what the server has now, for a request that may overwrite it. */
	| { readonly kind: "conflict"; readonly text: string; readonly seen: string | null };

/** Whether a request waits for its sender to decide. */
export function isStuck({ problem }: QueuedItem): boolean {
	return problem !== null && "text" in problem;
}

/** A field that a request changes, and the value that its sender saw there. */
export interface SeenField {
	readonly name: string;
	readonly value: string;
}

/** Whether a log says by itself whose it is, so that it needs nobody to be signed in. */
export function hasTicket({ kind, body }: Pick<QueuedRequest, "kind" | "body">): boolean {
	return kind === "log" && body.some(([name]) => name === "ticket");
}

interface SentItem {
	readonly item: QueuedItem;
	/** JSON of the server. */
	readonly value: unknown;
}

interface QueueState {
	/** What waits, of this account and edition. */
	readonly waiting: readonly QueuedItem[];
	/** What was sent since the page has read its data. */
	readonly sent: readonly SentItem[];
	/** Number of changes that may be missing in the page's data. */
	readonly changes: number;
	/** Whether the page loads the queue: it has forms that wait, or something waits. */
	readonly needed: boolean;
	/** Whether all of the queue is loaded, with its texts. */
	readonly loaded: boolean;
}

export const emptyQueue: QueueState = { waiting: [], sent: [], changes: 0, needed: false, loaded: false };

let state = emptyQueue;
const listeners = new Set<() => void>();

export function queueState(): QueueState {
	return state;
}

export function changeQueueState(change: Partial<QueueState>): void {
	state = { ...state, ...change };
	for (const listener of [...listeners]) listener();
}

export function needQueue(): void {
	if (!state.needed) changeQueueState({ needed: true });
}

/** @returns ends it */
export function subscribeQueue(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** The value that the last of some requests to one target sets in a field; undefined when none sets it. */
export function lastValue(items: readonly QueuedItem[], target: string, field: string): string | undefined {
	const item = items.filter((one) => one.target === target).at(-1);
	const value = item?.body.find(([name]) => name === field)?.[1];
	return typeof value === "string" ? value : undefined;
}

/** What was sent since the page has read its data, and what waits, in order. */
export function queuedItems({ sent, waiting }: QueueState = state): QueuedItem[] {
	return [...sent.map(({ item }) => item), ...waiting];
}

/** What became of a request that was queued. */
export type Outcome =
	| { readonly kind: "sent"; readonly value: unknown }
	| { readonly kind: "discarded" }
	| QueueProblem;

/** Waits until a queued request was sent, met a problem or was discarded. */
export function settled(key: string): Promise<Outcome> {
	return new Promise((resolve) => {
		const check = () => {
			const outcome = outcomeOf(key);
			if (!outcome) return;
			end();
			resolve(outcome);
		};
		const end = subscribeQueue(check);
		check();
	});
}

function outcomeOf(key: string): Outcome | null {
	const sent = state.sent.find(({ item }) => item.key === key);
	if (sent) return { kind: "sent", value: sent.value };
	const item = state.waiting.find((one) => one.key === key);
	return item ? item.problem : { kind: "discarded" };
}
