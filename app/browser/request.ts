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

export type RequestResult<T = unknown> =
	| { readonly ok: true; readonly value: T }
	| { readonly ok: false; readonly failure: RequestFailure };

interface RequestOptions<T> {
	readonly method?: "GET" | "POST" | "PUT" | "DELETE";
	readonly body?: FormData;
	readonly headers?: Readonly<Record<string, string>>;
	/** Milliseconds; without it, the browser's own timeout applies. */
	readonly timeout?: number;
	/** Reads the body of a good response; JSON without it. What it throws is a PARSING_ERROR. */
	readonly read?: (body: Blob, response: Response) => T | Promise<T>;
}

/** Asks for what the server knows now. Failures are values, never thrown. */
export async function request<T = unknown>(
	address: string,
	options: RequestOptions<T> = {},
): Promise<RequestResult<T>> {
	const { timeout, read, headers, ...sent } = options;
	let response: Response;
	let received: Blob;
	try {
		response = await fetch(address, {
			...sent,
			cache: "no-store",
			headers: { Accept: read ? "*/*" : "application/json", ...headers },
			signal: timeout ? AbortSignal.timeout(timeout) : null,
		});
		received = await response.blob();
	} catch (error) {
		const timedOut = error instanceof Error && error.name === "TimeoutError";
		return failed({ status: timedOut ? "TIMEOUT_ERROR" : "FETCH_ERROR", error: String(error) });
	}
	if (!read || !response.ok) return resultOf(response.status, await received.text());
	try {
		return { ok: true, value: await read(received, response) };
	} catch (error) {
		return unreadable(response.status, await received.text(), error);
	}
}

/** What a response with JSON says. */
export function resultOf<T>(status: number, text: string): RequestResult<T> {
	try {
		const data = text === "" ? null : JSON.parse(text);
		return status >= 200 && status < 300 ? { ok: true, value: data } : failed({ status, data });
	} catch (error) {
		return unreadable(status, text, error);
	}
}

function unreadable(originalStatus: number, data: string, error: unknown) {
	return failed({ status: "PARSING_ERROR", originalStatus, data, error: String(error) });
}

export function failed(failure: RequestFailure): { readonly ok: false; readonly failure: RequestFailure } {
	return { ok: false, failure };
}

/** HTTP status of a failure; 500 where there was no response. */
export function failureStatus(failure: RequestFailure): number {
	if (typeof failure.status === "number") return failure.status;
	return failure.status === "PARSING_ERROR" ? failure.originalStatus : 500;
}

/** The text that the server gives with JSON: its `msg`, else its `message`. */
export function messageIn(data: unknown): string | null {
	if (typeof data !== "object" || data === null) return null;
	const { msg, message } = data as Record<string, unknown>;
	return [msg, message].find((text) => typeof text === "string" && text !== "")?.toString() ?? null;
}

/**
 * The text to show: the server's, else the general one. The browser's own words about a lost connection ("TypeError: Failed to
 * fetch") are for developers.
 * @param general text of the action's error, or of `error.generic`
 */
export function failureText(failure: RequestFailure, general: string): string {
	return (typeof failure.status === "number" && messageIn(failure.data)) || general;
}
