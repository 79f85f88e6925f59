/** Milliseconds: 10 MB take this long over one bar of signal. */
const uploadTimeout = 600_000;

/** JSON of the server for one file, with texts in the reader's language. */
export type UploadReply =
	| {
			readonly ok: true;
			/** Path. */
			readonly receipt: string;
			/** Nothing looks wrong. */
			readonly fine: boolean;
			readonly text: string;
	  }
	| { readonly ok: false; readonly text: string };

/** A log on its way. The server knows the same bytes again, so to send it twice is harmless. */
export interface SentLog {
	/** Made by the browser. */
	readonly key: string;
	readonly pilot: string;
	readonly day: string;
	readonly file: File;
}

/** No answer of ours came. */
export interface LostLog {
	readonly ok: false;
	readonly lost: "failed" | "offline" | "timeout";
}

function isReply(value: unknown): value is UploadReply {
	return typeof value === "object" && value !== null && "ok" in value;
}

/**
 * Sends one file. `fetch` would report no progress.
 * @param onProgress called with the part sent, 0 to 1
 */
export function sendLog(
	{ pilot, day, file }: SentLog,
	onProgress: (part: number) => void,
): Promise<UploadReply | LostLog> {
	const body = new FormData();
	body.set("pilot", pilot);
	body.set("day", day);
	body.set("igc", file);
	return new Promise((resolve) => {
		const lost = (reason: LostLog["lost"]) => () => resolve({ ok: false, lost: reason });
		const request = new XMLHttpRequest();
		request.open("POST", `/igc/upload?lng=${document.documentElement.lang}`);
		request.responseType = "json";
		request.timeout = uploadTimeout;
		request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
		request.onload = () => (isReply(request.response) ? resolve(request.response) : lost("failed")());
		request.onerror = lost("offline");
		request.ontimeout = lost("timeout");
		request.send(body);
	});
}
