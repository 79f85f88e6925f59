import {
	changeQueueState,
	type QueuedItem,
	type QueuedRequest,
	type QueueProblem,
	queueState,
} from "./queue-state";
import { addItem, deleteItem, replaceItem, storedItems } from "./queue-store";
import { failureStatus, failureText, type RequestFailure, request } from "./request";
import { showToast } from "./toasts";

/** Milliseconds. */
const sendTimeout = 20_000;
/** Milliseconds between two attempts, doubled after each. */
const firstDelay = 3_000;
const longestDelay = 60_000;

let delay = firstDelay;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The account and edition of this page. */
function owner(): Pick<QueuedRequest, "account" | "edition"> {
	const { account = "", edition = "" } = document.documentElement.dataset;
	return { account, edition };
}

async function ownItems(): Promise<QueuedItem[]> {
	const { account, edition } = owner();
	return (await storedItems()).filter((item) => item.account === account && item.edition === edition);
}

/** Reads what waits and shows it. */
export async function showQueue(): Promise<readonly QueuedItem[]> {
	const waiting = await ownItems();
	changeQueueState({ waiting });
	return waiting;
}

/** Stores a request before it is sent. The request that waits last with the same target and values is sent instead of a second one. */
export async function enqueueItem(queued: QueuedRequest): Promise<void> {
	const last = (await ownItems()).filter(({ target }) => target === queued.target).at(-1);
	if (last && valuesOf(last) === valuesOf(queued)) return;
	await addItem(queued);
}

/** What a request wants; neither its key nor what its sender saw. */
function valuesOf({ body }: QueuedRequest): string {
	return JSON.stringify(body.filter(([name]) => name !== "formKey" && name !== "seen"));
}

/** Sends what waits, in order. Only one page of the browser sends at a time. */
export async function sendAll(): Promise<void> {
	clearTimeout(timer);
	await navigator.locks.request("queue", async () => {
		const stuck = new Set<string>();
		for (;;) {
			const item = (await showQueue()).find(({ target, problem }) => {
				if (problem?.kind === "conflict" || problem?.kind === "refused") stuck.add(target);
				return !stuck.has(target);
			});
			if (!item) break;
			if (!(await sendItem(item))) return;
		}
		delay = firstDelay;
	});
}

/** @returns false when the others must wait, too */
async function sendItem(item: QueuedItem): Promise<boolean> {
	const body = new FormData();
	for (const [name, value] of item.body) body.append(name, value);
	const headers = { "X-Account": item.account };
	const reply = await request(item.url, { method: "POST", body, headers, timeout: sendTimeout });
	if (reply.ok) {
		await deleteItem(item);
		const text = failureText({ status: 200, data: reply.value }, "");
		if (text) showToast("success", text);
		const { sent, changes } = queueState();
		changeQueueState({ sent: [...sent, item], changes: changes + 1 });
		return true;
	}
	const { failure } = reply;
	const problem = problemOf(failure, item);
	if (!item.problem) showToast("error", failureText(failure, item.errorText));
	await replaceItem({ ...item, problem });
	if (problem.kind !== "offline" && problem.kind !== "login") return true;
	for (const other of await ownItems()) {
		if (!other.problem) await replaceItem({ ...other, problem });
	}
	await showQueue();
	if (problem.kind === "offline") {
		timer = setTimeout(() => void sendAll(), delay);
		delay = Math.min(2 * delay, longestDelay);
	}
	return false;
}

function problemOf(failure: RequestFailure, { errorText }: QueuedItem): QueueProblem {
	const status = failureStatus(failure);
	if (status === 401) return { kind: "login" };
	if (status >= 500 || status === 429 || typeof failure.status !== "number") return { kind: "offline" };
	const text = failureText(failure, errorText);
	return status === 409 ? { kind: "conflict", text, seen: seenIn(failure) } : { kind: "refused", text };
}

function seenIn(failure: RequestFailure): string | null {
	const { values } = ("data" in failure ? failure.data : null) as { values?: { seen?: unknown } };
	return typeof values?.seen === "string" ? values.seen : null;
}

/** Takes back what was not sent. */
export async function discardItem(item: QueuedItem): Promise<void> {
	await deleteItem(item);
	await sendAll();
}

/** Sends a request after a conflict again, in its place, from somebody who has seen what is there now. */
export async function overwriteWith(item: QueuedItem, seen: string): Promise<void> {
	const body = item.body.filter(([name]) => name !== "seen");
	await replaceItem({ ...item, body: [...body, ["seen", seen]], problem: null });
	await sendAll();
}
