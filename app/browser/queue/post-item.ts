import { type RequestResult, request } from "../request";
import { hasTicket, owner, type QueuedItem } from "./queue-state";
import { sendWithProgress } from "./send-with-progress";

/** Milliseconds. */
const sendTimeout = 20_000;
/** Milliseconds: 10 MB take this long over one bar of signal. */
const uploadTimeout = 600_000;

/** Called with the key of a log and the part of it that was sent, 0 to 1. */
let onProgress: (key: string, part: number) => void = () => {};

export function listenToProgress(listener: typeof onProgress): void {
	onProgress = listener;
}

/** Sends a request of the queue once. A log goes without an account when another one is signed in. */
export function postItem(item: QueuedItem): Promise<RequestResult> {
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
