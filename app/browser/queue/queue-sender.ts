import { failureText, messageIn, type RequestFailure } from "../request";
import { showToast } from "../toasts";
import { postItem } from "./post-item";
import { forgetQueued, hasQueued, rememberQueued } from "./queue-memory";
import { problemOf } from "./queue-problem";
import {
	changeQueueState,
	countChange,
	dropTap,
	hasTicket,
	isStuck,
	keptTaps,
	owner,
	ownPage,
	type QueuedItem,
	type QueuedRequest,
	type QueueProblem,
	queueState,
	textOf,
} from "./queue-state";
import { addItem, deleteItem, deleteItems, listenToStore, storedItems, updateItem } from "./queue-store";

/** The part of a queued request that a page gives. The queue adds its account, edition and page to what has none. */
type NewRequest = Omit<QueuedRequest, "account" | "edition" | "page"> & Partial<QueuedRequest>;

/** Milliseconds between two attempts, doubled after each. */
const firstDelay = 3_000;
const longestDelay = 60_000;
/** Milliseconds. A page that is loaded while the previous one sends the last request still learns of it, and reads its data again. */
const memoryTime = 5_000;

/** Requests that are sent one after the other, beside those of other lanes. */
interface Lane {
	/** Name of the lock: only one page of the browser sends at a time. */
	readonly lock: string;
	readonly holds: (item: QueuedItem) => boolean;
	/** Milliseconds until it tries again. */
	delay: number;
	timer: ReturnType<typeof setTimeout> | undefined;
	/** The sending that waits until another one has ended. It will send all that waits then. */
	next: Promise<void> | null;
}

const isLog = ({ kind }: QueuedItem) => kind === "log";

function newLane(lock: string, holds: Lane["holds"]): Lane {
	return { lock, holds, delay: firstDelay, timer: undefined, next: null };
}

/** Logs take long. */
const lanes = [newLane("queue", (item) => !isLog(item)), newLane("queue-logs", isLog)];

listenToStore((sent) => {
	const item = queueState().waiting.find(({ key, page }) => key === sent?.key && page === ownPage());
	if (item) showAccepted(item, sent?.value);
	void showQueue();
});

function showAccepted(item: QueuedItem, value: unknown): void {
	const text = messageIn(value);
	if (text) showToast("success", text);
	addAnswer({ item, accepted: true, fields: item.body, ...metaOf(value), value });
}

function addAnswer(answer: ReturnType<typeof queueState>["answers"][number]): void {
	changeQueueState({ answers: [...queueState().answers, answer] });
}

/** The values that the Worker adds to every answer to a script. */
function metaOf(value: unknown) {
	const { version, changed } = (value ?? {}) as { readonly version?: unknown; readonly changed?: unknown };
	return { version: typeof version === "number" ? version : 0, changed: changed === true };
}

/**
 * The requests that this page may send: those of its account, and those of visitors, which are sent without an account. A log with
 * a ticket is sent with every account, and without one.
 */
async function ownItems(): Promise<QueuedItem[]> {
	const { account, edition } = owner();
	return (await storedItems()).filter(
		(item) =>
			// The main domain may have another year since a log was chosen: its answer says where the log belongs.
			(item.edition === edition || isLog(item)) &&
			(item.account === account || item.account === "" || hasTicket(item)),
	);
}

/** Reads what waits and shows it. What is gone was sent or discarded, perhaps by another page. */
async function showQueue(): Promise<readonly QueuedItem[]> {
	const waiting = await ownItems();
	const { waiting: before, adding, changes } = queueState();
	const isGone = before.some(({ order }) => !waiting.some((item) => item.order === order));
	changeQueueState({
		known: true,
		waiting,
		adding: adding.filter(({ key }) => !waiting.some((item) => item.key === key)),
		changes: isGone ? changes + 1 : changes,
	});
	return waiting;
}

/** Taps that are made while the browser stores one. Each is stored after the one before it. */
let storing: Promise<unknown> = Promise.resolve();

/**
 * Stores a request before it is sent.
 * @param refused keys of the requests that its sender saw as not accepted: it takes their place. Behind others that were not accepted
 * it waits, as it was made without knowing them
 * @returns key of the request that will be sent. It is that of an earlier request that waits with the same values, if there is one
 * @throws what the browser throws when it cannot store it
 */
export function enqueueItem(queued: NewRequest, refused: readonly string[] = []): Promise<string> {
	const stored = storing.then(() => storeItem(queued, refused)).finally(() => dropTap(queued.key));
	storing = stored.catch(() => undefined);
	return stored;
}

async function storeItem(queued: NewRequest, refused: readonly string[]): Promise<string> {
	const mine = (await ownItems()).filter(({ target }) => target === queued.target);
	const replaced = mine.filter(({ key, kind }) => kind === "form" || refused.includes(key));
	const last = mine.filter((item) => !replaced.includes(item)).at(-1);
	if (last && !isStuck(last) && valuesOf(last) === valuesOf(queued)) return last.key;
	const { unaware, ...request } = queued;
	const expected =
		unaware && last && !isStuck(last) && textOf(queued, "seen") !== undefined
			? textOf(last, queued.field ?? "")
			: undefined;
	const body = expected === undefined ? request.body : withSeen(request.body, expected);
	rememberQueued();
	await addItem({ ...owner(), page: ownPage(), ...request, body }, replaced);
	await showQueue();
	return queued.key;
}

function withSeen(body: QueuedRequest["body"], seen: string): QueuedRequest["body"] {
	return [...body.filter(([name]) => name !== "seen"), ["seen", seen]];
}

/** The values that a request sets, without its key and what its sender saw. */
function valuesOf({ body }: Pick<QueuedRequest, "body">): string {
	return JSON.stringify(body.filter(([name]) => name !== "formKey" && name !== "seen"));
}

/** Sends what waits, in the order of each lane. */
export async function sendAll(): Promise<void> {
	await Promise.all(lanes.map(sendLane));
}

function sendLane(lane: Lane): Promise<void> {
	clearTimeout(lane.timer);
	lane.next ??= navigator.locks.request(lane.lock, () => {
		lane.next = null;
		return sendInOrder(lane);
	});
	return lane.next;
}

async function sendInOrder(lane: Lane): Promise<void> {
	for (;;) {
		const waiting = (await showQueue()).filter(lane.holds);
		const stuck = new Set(waiting.filter(isStuck).map(({ target }) => target));
		const next = waiting.find(({ target }) => !stuck.has(target));
		if (!next) break;
		if (!(await sendItem(next, lane))) return;
	}
	forgetLater();
}

/**
 * Sends what earlier pages have left. What this page adds meanwhile is sent by the form that adds it; sent from here, too, it would
 * be tried a second time as soon as the first attempt has failed.
 */
export async function sendLeft(): Promise<void> {
	for (const { request, refused } of keptTaps()) await enqueueItem(request, refused);
	if ((await showQueue()).length > 0) await sendAll();
	else forgetLater();
}

function forgetLater(): void {
	if (hasQueued()) setTimeout(() => void forgetEmpty(), memoryTime);
}

async function forgetEmpty(): Promise<void> {
	// The store is read first: a tap may come meanwhile.
	if ((await storedItems()).length > 0 || queueState().adding.length > 0) return;
	forgetQueued();
	// Something may have been stored since.
	if ((await storedItems()).length > 0) rememberQueued();
}

/** @returns false when the others of its lane must wait, too */
async function sendItem(item: QueuedItem, lane: Lane): Promise<boolean> {
	const reply = await postItem(item);
	if (reply.ok) {
		lane.delay = firstDelay;
		try {
			// First: the page that shows the answer may lead to another one, which would send it again.
			await deleteItem(item, { key: item.key, value: reply.value });
		} finally {
			showAccepted(item, reply.value);
		}
		return true;
	}
	const problem = problemOf(reply.failure, item);
	await updateItem({ ...item, problem });
	if (problem.kind !== "offline" && problem.kind !== "login") {
		// The row that it changes says it, if the page shows that row.
		const isSaid = item.problem?.kind === problem.kind || document.getElementById(item.target) !== null;
		if (!isSaid) showToast("error", failureText(reply.failure, item.errorText));
		if (problem.kind === "conflict") showConflict(item, problem, reply.failure);
		countChange();
		return true;
	}
	for (const other of await ownItems()) {
		if (!other.problem && lane.holds(other)) await updateItem({ ...other, problem: { kind: problem.kind } });
	}
	await showQueue();
	if (problem.kind === "offline") tryLater(lane);
	return false;
}

/** The server has said what is there now, also to a page whose data are older. */
function showConflict(
	item: QueuedItem,
	{ seen }: Extract<QueueProblem, { readonly kind: "conflict" }>,
	failure: RequestFailure,
): void {
	if (seen === null || item.field === undefined || !("data" in failure)) return;
	const { version } = metaOf(failure.data);
	addAnswer({ item, accepted: false, fields: [[item.field, seen]], version, changed: false, value: null });
}

/** Tries again by itself; in browsers with Background Sync also after the tab was closed. */
function tryLater(lane: Lane): void {
	clearTimeout(lane.timer);
	lane.timer = setTimeout(() => {
		lane.delay = Math.min(2 * lane.delay, longestDelay);
		void sendLane(lane);
	}, lane.delay);
	void navigator.serviceWorker?.ready.then((worker: ServiceWorkerRegistration & Partial<WithSync>) =>
		worker.sync?.register("queue").catch(() => undefined),
	);
}

/** TypeScript's library lacks it, as some browsers have no Background Sync. */
interface WithSync {
	readonly sync: { readonly register: (tag: string) => Promise<void> };
}

/** Takes back what was not sent, and sends what waits behind it. */
export async function discardItems(items: readonly QueuedItem[]): Promise<void> {
	await deleteItems(items);
	await sendAll();
}

/** Sends the last of some requests that were not accepted in the place of all of them: its sender has read what is there now. */
export async function overwriteWith(items: readonly QueuedItem[], seen: string): Promise<void> {
	const last = items.at(-1);
	if (!last) return;
	const { order, problem, ...request } = last;
	await addItem({ ...request, body: withSeen(last.body, seen), tappedAt: Date.now() }, items);
	await sendAll();
}

/** Sends a request that the server has failed on again, in its place. */
export async function sendAgain(item: QueuedItem): Promise<void> {
	await updateItem({ ...item, problem: null });
	await sendAll();
}
