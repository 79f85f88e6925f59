import { failed, type RequestResult, request, resultOf } from "../request";
import { hasTicket, owner, type QueuedItem } from "./queue-state";

/** Milliseconds until a request fails. */
const sendTimeout = 20_000;
/** Milliseconds. An upload of 10 MB takes this long over one bar of signal. */
const uploadTimeout = 600_000;

/** Called with the key of a log and the part of it that was sent, 0 to 1. */
let onProgress: (key: string, part: number) => void = () => {};

export function listenToProgress(listener: typeof onProgress): void {
	onProgress = listener;
}

/** Sends a request of the queue once. */
export function postItem(item: QueuedItem): Promise<RequestResult> {
	const body = new FormData();
	for (const [name, value] of item.body) body.append(name, value);
	if (item.tappedAt) body.append("waited", String(Math.max(0, Date.now() - item.tappedAt)));
	const timeout = item.kind === "log" ? uploadTimeout : sendTimeout;
	const headers = sender(item);
	if (item.kind !== "log") return request(item.url, { method: "POST", body, headers, timeout });
	const report = (part: number) => onProgress(item.key, part);
	// In whose page the log was chosen.
	const ofEdition = { ...headers, "X-Edition": item.edition };
	return sendWithProgress(item.url, { body, headers: ofEdition, timeout, onProgress: report });
}

/**
 * The server answers 401 when another account is signed in. What a visitor or another account has left, it takes as a visitor's. It
 * still learns which browser sends it.
 */
function sender(item: QueuedItem): Readonly<Record<string, string>> {
	if (item.account === "" || item.account !== owner().account) return { "X-Account": "visitor" };
	return hasTicket(item) ? {} : { "X-Account": item.account };
}

interface UploadOptions {
	readonly body: FormData;
	readonly headers: Readonly<Record<string, string>>;
	/** Milliseconds until the request fails. */
	readonly timeout: number;
	/** Called with the part sent, 0 to 1. */
	readonly onProgress: (part: number) => void;
}

/** Sends files like `request`, but with progress, which `fetch` does not report. */
function sendWithProgress(address: string, options: UploadOptions): Promise<RequestResult> {
	const sending = new XMLHttpRequest();
	sending.open("POST", address);
	sending.timeout = options.timeout;
	const headers = { Accept: "application/json", ...options.headers };
	for (const [name, value] of Object.entries(headers)) sending.setRequestHeader(name, value);
	sending.upload.onprogress = ({ loaded, total }) => options.onProgress(total > 0 ? loaded / total : 0);
	return new Promise((resolve) => {
		const lose = (status: "FETCH_ERROR" | "TIMEOUT_ERROR", error: string) => () =>
			resolve(failed({ status, error }));
		sending.onload = () => resolve(resultOf(sending.status, sending.responseText));
		sending.onerror = lose("FETCH_ERROR", "the connection was lost");
		sending.ontimeout = lose("TIMEOUT_ERROR", "the upload took too long");
		sending.send(options.body);
	});
}
