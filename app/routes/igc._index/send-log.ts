import type { UploadReply } from "~/lib/igc/upload-reply";

/** Longest time for one file in milliseconds: 10 MB over one bar of signal. */
const longestUpload = 600_000;

function isReply(value: unknown): value is UploadReply {
	return typeof value === "object" && value !== null && "ok" in value;
}

/**
 * Sends one file with its pilot and day.
 * @param onProgress called with the part that has gone out, 0 to 1 (`fetch` cannot tell)
 */
export function sendLog(form: FormData, onProgress: (part: number) => void): Promise<UploadReply> {
	const failed = (complaint: string): UploadReply => ({ ok: false, complaint });
	return new Promise((resolve) => {
		const request = new XMLHttpRequest();
		request.open("POST", "/igc/upload");
		request.responseType = "json";
		request.timeout = longestUpload;
		request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
		request.onload = () =>
			resolve(isReply(request.response) ? request.response : failed("igc.submit.failed"));
		request.onerror = () => resolve(failed("igc.submit.offline"));
		request.ontimeout = () => resolve(failed("igc.submit.timeout"));
		request.send(form);
	});
}
