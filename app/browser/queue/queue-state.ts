import { whenReleased } from "../press";
import { hasQueued, rememberQueued } from "./queue-memory";

/** A form that is sent as soon as the server can be reached. */
export interface QueuedRequest {
	/** Taps follow each other. A form takes the place of the same form that still waits. A log is a file with a target of its own. */
	readonly kind: "tap" | "form" | "log";
	/** Random. A tap's `formKey` is the same: the server takes it once. */
	readonly key: string;
	/** Id of the account that may send it, or `onDutyAccount`; empty for a visitor. */
	readonly account: string;
	/** Year of the edition it belongs to. */
	readonly edition: string;
	readonly url: string;
	/** Path of the page it was sent from. */
	readonly page: string;
	/** `seen` among its fields is what its sender saw in `field`, fixed at the tap: the server refuses it when that has changed. */
	readonly body: readonly (readonly [name: string, value: FormDataEntryValue])[];
	/** What the request changes. Requests with the same target keep their order, even past a conflict. */
	readonly target: string;
	/** The field of the target that a tap changes. */
	readonly field?: string | undefined;
	/** Set for a tap made before the page knew what waits. Its sender has seen what the last request to its target sets. */
	readonly unaware?: boolean;
	/** When a tap was made, by the browser's clock: the server hears how long it has waited. */
	readonly tappedAt?: number;
	/** Competition number of the pilot whom a tap is about. */
	readonly about?: string | undefined;
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
	/** `failures` are the answers 500 in a row; `why` is said of a server that takes nothing for now. */
	| { readonly kind: "offline"; readonly failures?: number; readonly why?: string }
	/** `failed`: the server could not do it, several times. `ask` names the fields that its sender must fill in for it. */
	| { readonly kind: "refused" | "failed"; readonly text: string; readonly ask?: readonly string[] }
	/** `seen` is what the server has now, for a request that may overwrite it. */
	| { readonly kind: "conflict"; readonly text: string; readonly seen: string | null };

/** Whether a request waits for its sender to decide. */
export function isStuck({ problem }: QueuedItem): boolean {
	return problem !== null && "text" in problem;
}

/** Whether a log says by itself whose it is, so that it needs nobody to be signed in. */
export function hasTicket({ kind, body }: Pick<QueuedRequest, "kind" | "body">): boolean {
	return kind === "log" && body.some(([name]) => name === "ticket");
}

/** What the server has answered to a request. */
interface Answer {
	readonly item: QueuedRequest;
	/** False for a conflict. */
	readonly accepted: boolean;
	/** Fields of the target as the server has them. */
	readonly fields: QueuedRequest["body"];
	/** Version of the edition's data on the server. Data of this version or a later one include the answer. */
	readonly version: number;
	/** Whether this request has changed something; false also when its first answer was lost. */
	readonly changed: boolean;
	/** JSON of the server. */
	readonly value: unknown;
}

interface QueueState {
	/** Requests of this account and edition that wait. */
	readonly waiting: readonly QueuedItem[];
	/** Taps that the browser is storing: they show at once. */
	readonly adding: readonly QueuedItem[];
	/** Answers of the server that the page's data do not include yet. */
	readonly answers: readonly Answer[];
	/** Number of changes that may be missing in the page's data. */
	readonly changes: number;
	/** Whether the page knows what waits. */
	readonly known: boolean;
	/** Whether the page loads the queue: it has forms that wait, or something waits. */
	readonly needed: boolean;
	/** Whether all of the queue is loaded, with its texts. */
	readonly loaded: boolean;
}

export const emptyQueue: QueueState = {
	waiting: [],
	adding: [],
	answers: [],
	changes: 0,
	known: false,
	needed: false,
	loaded: false,
};

let state = emptyQueue;
/** What the page shows of it: while a finger is down, what was there before. */
let shown = state;
const listeners = new Set<() => void>();

export function queueState(): QueueState {
	return state;
}

export function shownQueue(): QueueState {
	return shown;
}

export function changeQueueState(change: Partial<QueueState>): void {
	state = { ...state, ...change };
	whenReleased(() => {
		shown = state;
		for (const listener of [...listeners]) listener();
	});
}

export function needQueue(): void {
	if (!state.needed) changeQueueState({ needed: true });
}

/** Makes the page read its data again. */
export function countChange(): void {
	changeQueueState({ changes: state.changes + 1 });
}

/** Forgets the answers that data of this version hold. */
export function forgetAnswers(version: number): void {
	const answers = state.answers.filter((answer) => answer.version > version);
	if (answers.length < state.answers.length) changeQueueState({ answers });
}

/** @returns ends it */
export function subscribeQueue(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** The text that a request sets in a field; undefined when it sets none. */
export function textOf({ body }: Pick<QueuedRequest, "body">, field: string): string | undefined {
	const value = body.find(([name]) => name === field)?.[1];
	return typeof value === "string" ? value : undefined;
}

/** Requests that wait to be sent to a target, in order. */
function pendingTo(target: string, { waiting, adding }: QueueState): QueuedItem[] {
	return [...waiting, ...adding].filter((item) => item.target === target);
}

/** Account and edition of this page. */
export function owner(): Pick<QueuedRequest, "account" | "edition"> {
	const { account = "", edition = "" } = document.documentElement.dataset;
	return { account, edition };
}

export function ownPage(): string {
	return location.pathname + location.search;
}

/** Shows a tap before the browser has stored it, so that the next tap has seen it. @param refused see `enqueueItem` */
export function addTap(
	tap: Pick<QueuedRequest, "url" | "body" | "target" | "field" | "about" | "label" | "errorText">,
	refused: readonly string[],
): QueuedRequest {
	const key = crypto.randomUUID();
	const request: QueuedRequest = {
		...tap,
		kind: "tap",
		key,
		body: [...tap.body, ["formKey", key]],
		unaware: !state.known,
		tappedAt: Date.now(),
		...owner(),
		page: ownPage(),
	};
	const adding = { ...request, order: Number.MAX_VALUE, problem: null };
	changeQueueState({ adding: [...state.adding, adding] });
	keepTap({ request, refused });
	return request;
}

/** A tap that the browser has not stored yet, with what `enqueueItem` needs. */
interface KeptTap {
	readonly request: QueuedRequest;
	readonly refused: readonly string[];
}

/** Begins its key in local storage, which writes at once: a page that is left before the tap is stored does not lose it. */
const kept = "tap ";

function keepTap(tap: KeptTap): void {
	try {
		localStorage.setItem(kept + tap.request.key, JSON.stringify(tap));
		rememberQueued();
	} catch {
		// Storage can be forbidden or full.
	}
}

export function dropTap(key: string): void {
	localStorage.removeItem(kept + key);
}

/** Shows a tap no longer by itself: it is stored, or the same as one that waits. */
export function endTap(key: string): void {
	changeQueueState({ adding: state.adding.filter((tap) => tap.key !== key) });
}

/** Forgets a tap that was not sent and will not be. */
export function withdrawTap(key: string): void {
	dropTap(key);
	endTap(key);
}

/** The taps of pages that were left meanwhile, in order, and those that another page is storing. */
export function keptTaps(): KeptTap[] {
	if (!hasQueued()) return [];
	return Object.keys(localStorage)
		.filter((key) => key.startsWith(kept))
		.map((key): KeptTap => JSON.parse(localStorage.getItem(key) ?? ""))
		.filter(({ request }) => !state.adding.some(({ key }) => key === request.key))
		.toSorted((one, other) => (one.request.tappedAt ?? 0) - (other.request.tappedAt ?? 0));
}

/** What is known about a field of a target beside the page's data. */
interface QueuedField {
	/** Value on the server, by an answer newer than the data; undefined when there is none. */
	readonly answered: string | undefined;
	/** Value that waits or is being sent; undefined when there is none, or when the sender must decide first. */
	readonly wanted: string | undefined;
	/** Keys of the requests that the page shows as not accepted, and of those behind them: the next tap takes their place. */
	readonly refused: readonly string[];
}

export function queuedField(target: string, field: string, from: QueueState): QueuedField {
	const answers = from.answers
		.filter((answer) => answer.item.target === target && textOf({ body: answer.fields }, field) !== undefined)
		.toSorted((one, other) => one.version - other.version);
	const newest = answers.at(-1);
	const pending = pendingTo(target, from);
	const last = pending.at(-1);
	const isRefused = pending.some(isStuck);
	return {
		answered: newest && textOf({ body: newest.fields }, field),
		wanted: last && !isRefused ? textOf(last, field) : undefined,
		refused: isRefused ? pending.map(({ key }) => key) : [],
	};
}

/** What became of a request that was queued. */
type Outcome =
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
	const sent = state.answers.find(({ item, accepted }) => accepted && item.key === key);
	if (sent) return { kind: "sent", value: sent.value };
	const item = state.waiting.find((one) => one.key === key);
	return item ? item.problem : { kind: "discarded" };
}
