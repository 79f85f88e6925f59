import { failureText, messageIn, type RequestResult, request } from "../request";
import { showToast } from "../toasts";
import { forgetQueued, rememberQueued } from "./queue-memory";
import { problemOf } from "./queue-problem";
import {
	changeQueueState,
	hasTicket,
	isStuck,
	lastValue,
	type QueuedItem,
	type QueuedRequest,
	queuedItems,
	queueState,
	type SeenField,
} from "./queue-state";
import { addItem, deleteItem, listenToStore, storedItems, updateItem } from "./queue-store";
import { sendWithProgress } from "./send-with-progress";

/** What a page gives; the queue adds whose it is and where it was made. */
export type NewRequest = Omit<QueuedRequest, "account" | "edition" | "page">;

/** Milliseconds. */
const sendTimeout = 20_000;
/** Milliseconds: 10 MB take this long over one bar of signal. */
const uploadTimeout = 600_000;
/** Milliseconds between two attempts, doubled after each. */
const firstDelay = 3_000;
const longestDelay = 60_000;

let delay = firstDelay;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Called with the key of a log and the part of it that was sent, 0 to 1. */
let onProgress: (key: string, part: number) => void = () => {};

export function listenToProgress(listener: typeof onProgress): void {
	onProgress = listener;
}

listenToStore((sent) => {
	const item = queueState().waiting.find(({ key, page }) => key === sent?.key && page === ownPage());
	if (item) showSent(item, sent?.value);
	void showQueue();
});

function ownPage(): string {
	return location.pathname + location.search;
}

function showSent(item: QueuedItem, value: unknown): void {
	const text = messageIn(value);
	if (text) showToast("success", text);
	changeQueueState({ sent: [...queueState().sent, { item, value }] });
}

/** Account and edition of this page. */
function owner(): Pick<QueuedRequest, "account" | "edition"> {
	const { account = "", edition = "" } = document.documentElement.dataset;
	return { account, edition };
}

/**
 * What this page may send: what its account has left, and what visitors have, which goes without an account. A log with a ticket goes
 * whoever is signed in.
 */
async function ownItems(): Promise<QueuedItem[]> {
	const { account, edition } = owner();
	return (await storedItems()).filter(
		(item) =>
			item.edition === edition && (item.account === account || item.account === "" || hasTicket(item)),
	);
}

/** Reads what waits and shows it. What is gone was sent or discarded, perhaps by another page. */
export async function showQueue(): Promise<readonly QueuedItem[]> {
	const waiting = await ownItems();
	const { waiting: before, changes } = queueState();
	const isGone = before.some(({ order }) => !waiting.some((item) => item.order === order));
	changeQueueState({ waiting, changes: isGone ? changes + 1 : changes });
	return waiting;
}

/** What the server has when everything that waits was sent; the page need not show it yet. */
function expectedValue(seen: SeenField, target: string, waiting: readonly QueuedItem[]): string {
	return lastValue(queuedItems({ ...queueState(), waiting }), target, seen.name) ?? seen.value;
}

/**
 * Stores a request before it is sent.
 * @param seen what its sender saw, for a request that must not overwrite what others have set meanwhile
 * @returns key of the request that will be sent; another one's if that waits with the same values
 * @throws what the browser throws when it cannot store it
 */
export async function enqueueItem(queued: NewRequest, seen?: SeenField): Promise<string> {
	const mine = (await ownItems()).filter(({ target }) => target === queued.target);
	const stuck = mine.find(isStuck);
	const made = { ...queued, ...owner(), page: ownPage() };
	const item = seen ? withSeen(made, expectedValue(seen, queued.target, stuck ? [] : mine)) : made;
	const last = mine.at(-1);
	if (stuck) {
		// A second tap comes after reading why the first was not accepted.
		const there = stuck.problem?.kind === "conflict" ? stuck.problem.seen : null;
		await addItem(there === null ? item : withSeen(item, there), mine);
	} else if (last && valuesOf(last) === valuesOf(item)) {
		return last.key;
	} else {
		await addItem(item, item.kind === "form" ? mine : []);
	}
	rememberQueued();
	await showQueue();
	return item.key;
}

/** What a request wants; neither its key nor what its sender saw. */
function valuesOf({ body }: QueuedRequest): string {
	return JSON.stringify(body.filter(([name]) => name !== "formKey" && name !== "seen"));
}

function withSeen<R extends QueuedRequest>(item: R, seen: string): R {
	return { ...item, body: [...item.body.filter(([name]) => name !== "seen"), ["seen", seen]] };
}

/** Sends what waits, in order. Only one page of the browser sends at a time. */
export async function sendAll(): Promise<void> {
	clearTimeout(timer);
	await navigator.locks.request("queue", sendInOrder);
}

async function sendInOrder(): Promise<void> {
	for (;;) {
		const waiting = await showQueue();
		const stuck = new Set(waiting.filter(isStuck).map(({ target }) => target));
		const next = waiting.find(({ target }) => !stuck.has(target));
		if (!next) break;
		if (!(await sendItem(next))) return;
	}
	delay = firstDelay;
	if ((await storedItems()).length === 0) forgetQueued();
}

/** @returns false when the others must wait, too */
async function sendItem(item: QueuedItem): Promise<boolean> {
	const reply = await post(item);
	if (reply.ok) {
		await deleteItem(item, { key: item.key, value: reply.value });
		showSent(item, reply.value);
		return true;
	}
	const problem = problemOf(reply.failure, item);
	if (item.problem?.kind !== problem.kind) showToast("error", failureText(reply.failure, item.errorText));
	await updateItem({ ...item, problem });
	if (problem.kind !== "offline" && problem.kind !== "login") {
		// The page shows what the server has now.
		changeQueueState({ changes: queueState().changes + 1 });
		return true;
	}
	for (const other of await ownItems()) {
		if (!other.problem) await updateItem({ ...other, problem: { kind: problem.kind } });
	}
	await showQueue();
	if (problem.kind === "offline") tryLater();
	return false;
}

function post(item: QueuedItem): Promise<RequestResult> {
	const body = new FormData();
	for (const [name, value] of item.body) body.append(name, value);
	if (item.kind !== "log") {
		return request(item.url, { method: "POST", body, headers: sender(item), timeout: sendTimeout });
	}
	const timeout = uploadTimeout;
	if (item.account !== owner().account) {
		return request(item.url, { method: "POST", body, timeout, credentials: "omit" });
	}
	return sendWithProgress(item.url, {
		body,
		headers: hasTicket(item) ? {} : sender(item),
		timeout,
		onProgress: (part) => onProgress(item.key, part),
	});
}

/** The server answers 401 when another account is signed in. */
function sender({ account }: QueuedItem): Readonly<Record<string, string>> {
	return account === "" ? {} : { "X-Account": account };
}

/** Tries again by itself; in browsers with Background Sync also after the tab was closed. */
function tryLater(): void {
	timer = setTimeout(() => void sendAll(), delay);
	delay = Math.min(2 * delay, longestDelay);
	void navigator.serviceWorker?.ready.then((worker: ServiceWorkerRegistration & Partial<WithSync>) =>
		worker.sync?.register("queue").catch(() => undefined),
	);
}

/** Not in TypeScript's library: some browsers have no Background Sync. */
interface WithSync {
	readonly sync: { readonly register: (tag: string) => Promise<void> };
}

/** Takes back what was not sent, and sends what waits behind it. */
export async function discardItem(item: QueuedItem): Promise<void> {
	await deleteItem(item);
	await sendAll();
}

/** Sends a request after a conflict again, in its place: its sender has read what is there now. */
export async function overwriteWith(item: QueuedItem, seen: string): Promise<void> {
	await sendAgain(withSeen(item, seen));
}

/** Sends a request that the server has failed on again, in its place. */
export async function sendAgain(item: QueuedItem): Promise<void> {
	await updateItem({ ...item, problem: null });
	await sendAll();
}
