import type { UploadReply } from "~/lib/igc/upload-reply";

/** Milliseconds: 10 MB take this long over one bar of signal. */
const uploadTimeout = 600_000;

function isReply(value: unknown): value is UploadReply {
	return typeof value === "object" && value !== null && "ok" in value;
}

/**
 * Sends one file with its pilot and day. `fetch` would report no progress.
 * @param onProgress called with the part sent, 0 to 1
 */
export function sendLog(form: FormData, onProgress: (part: number) => void): Promise<UploadReply> {
	const failed = (complaint: string): UploadReply => ({ ok: false, complaint });
	return new Promise((resolve) => {
		const request = new XMLHttpRequest();
		request.open("POST", "/igc/upload");
		request.responseType = "json";
		request.timeout = uploadTimeout;
		request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
		request.onload = () =>
			resolve(isReply(request.response) ? request.response : failed("igc.submit.failed"));
		request.onerror = () => resolve(failed("igc.submit.offline"));
		request.ontimeout = () => resolve(failed("igc.submit.timeout"));
		request.send(form);
	});
}
