import { failed, type RequestResult, resultOf } from "../request";

interface UploadOptions {
	readonly body: FormData;
	readonly headers: Readonly<Record<string, string>>;
	/** Milliseconds. */
	readonly timeout: number;
	/** Called with the part sent, 0 to 1. */
	readonly onProgress: (part: number) => void;
}

/** Like `request`, for files: `fetch` reports no progress. */
export function sendWithProgress(address: string, options: UploadOptions): Promise<RequestResult> {
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
