/** Why a call from the browser failed. */
export type RequestFailure =
	| { readonly status: "FETCH_ERROR" | "TIMEOUT_ERROR"; readonly error: string }
	| {
			readonly status: "PARSING_ERROR";
			/** Status of the response whose body is no JSON. */
			readonly originalStatus: number;
			readonly data: string;
			readonly error: string;
	  }
	| { readonly status: number; readonly data: unknown };

export type RequestResult =
	| { readonly ok: true; readonly value: unknown }
	| { readonly ok: false; readonly failure: RequestFailure };

interface RequestOptions {
	readonly method?: "GET" | "POST" | "PUT" | "DELETE";
	/** FormData is sent unchanged, anything else as JSON. */
	readonly body?: unknown;
	readonly headers?: Readonly<Record<string, string>>;
	/** Milliseconds; without it the browser's own. */
	readonly timeout?: number;
}

/** Sends a request and reads the JSON of the response. Failures are values, never thrown. */
export async function request(address: string, options: RequestOptions = {}): Promise<RequestResult> {
	const { method = "GET", body, timeout } = options;
	const headers = new Headers({ Accept: "application/json", ...options.headers });
	const json = body !== undefined && !(body instanceof FormData);
	if (json) headers.set("Content-Type", "application/json");
	let status: number;
	let text: string;
	try {
		const response = await fetch(address, {
			method,
			headers,
			...(body === undefined ? {} : { body: json ? JSON.stringify(body) : (body as FormData) }),
			...(timeout ? { signal: AbortSignal.timeout(timeout) } : {}),
		});
		status = response.status;
		text = await response.text();
	} catch (error) {
		const timedOut = error instanceof Error && error.name === "TimeoutError";
		return failed({ status: timedOut ? "TIMEOUT_ERROR" : "FETCH_ERROR", error: String(error) });
	}
	let data: unknown;
	try {
		data = text === "" ? null : JSON.parse(text);
	} catch (error) {
		return failed({ status: "PARSING_ERROR", originalStatus: status, data: text, error: String(error) });
	}
	return status >= 200 && status < 300 ? { ok: true, value: data } : failed({ status, data });
}

function failed(failure: RequestFailure): RequestResult {
	return { ok: false, failure };
}

/** HTTP status of a failure; 500 where there was no response. */
export function failureStatus(failure: RequestFailure): number {
	if (typeof failure.status === "number") return failure.status;
	return failure.status === "PARSING_ERROR" ? failure.originalStatus : 500;
}

/**
 * The text to show: the server's `msg`, else the error's own message, else the general text.
 * @param general text of `error.generic`
 */
export function failureText(failure: RequestFailure, general: string): string {
	if ("error" in failure) return failure.error || general;
	const { data } = failure;
	const msg = typeof data === "object" && data !== null && "msg" in data ? data.msg : null;
	return typeof msg === "string" && msg !== "" ? msg : general;
}
