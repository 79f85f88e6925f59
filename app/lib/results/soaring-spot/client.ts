import { SoaringSpotError } from "./error";
import { allowedAddress, embeddedList, isJsonObject, type JsonObject, linkTo } from "./hal";
import {
	readClass,
	readContest,
	readTask,
	type SoaringSpotClass,
	type SoaringSpotContest,
	type SoaringSpotTask,
} from "./resources";
import { randomNonce, soaringSpotAuthorization } from "./signature";

export interface SoaringSpotOptions {
	/** `https://api.soaringspot.com/v1/`; plain http only for a loopback fake. */
	baseUrl: string;
	clientId: string;
	secret: string;
	fetch?: typeof fetch;
	now?: () => Date;
	nonce?: () => string;
	/** Time for one attempt, body included. */
	timeoutMs?: number;
	/** Waits before a retry; tests pass one that does not. */
	wait?: (milliseconds: number) => Promise<void>;
}

/** Reads one contest's results. Every call rejects with a `SoaringSpotError`. */
export interface SoaringSpotClient {
	contests(): Promise<SoaringSpotContest[]>;
	classes(contestId: number): Promise<SoaringSpotClass[]>;
	/** All tasks of a class with their results, practice and cancelled ones included. */
	results(classId: number): Promise<SoaringSpotTask[]>;
}

const RETRIES = 2;
const RETRY_DELAY_MS = 400;
const MAX_PAGES = 50;
const MAX_BODY_BYTES = 8_000_000;

/** The client of the SoaringSpot API v1 (formats.md section 3). */
export function createSoaringSpotClient(options: SoaringSpotOptions): SoaringSpotClient {
	const { fetch: send = fetch, now = () => new Date(), nonce = randomNonce, timeoutMs = 10_000 } = options;
	const { wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)) } = options;
	const base = new URL(options.baseUrl.endsWith("/") ? options.baseUrl : `${options.baseUrl}/`);

	/** One signed attempt. Resolves to null for an empty list, which the API answers with 404 and JSON. */
	async function attempt(address: URL): Promise<JsonObject | null> {
		const signal = AbortSignal.timeout(timeoutMs);
		let response: Response;
		let body: string;
		try {
			response = await send(address, {
				// A redirect would carry the signature to wherever it points.
				redirect: "manual",
				signal,
				headers: {
					Accept: "application/hal+json",
					Authorization: await soaringSpotAuthorization(options, nonce(), now()),
				},
			});
			body = await readBody(response);
		} catch (error) {
			if (error instanceof SoaringSpotError) throw error;
			if (signal.aborted) throw new SoaringSpotError("timeout", `no answer within ${timeoutMs} ms`);
			throw new SoaringSpotError(
				"network",
				`request failed: ${error instanceof Error ? error.message : "unknown"}`,
			);
		}
		const { status } = response;
		const json = parseJson(body);
		if (status === 404 && isJsonObject(json)) return null;
		if (status === 404) throw new SoaringSpotError("notFound", `${address.pathname} does not exist`, status);
		if (status === 401 || status === 403)
			throw new SoaringSpotError("unauthorized", "key or clock refused", status);
		if (!response.ok) throw new SoaringSpotError("http", `answered ${status}`, status);
		if (json === undefined) throw new SoaringSpotError("notJson", "the answer is not JSON", status);
		if (!isJsonObject(json)) throw new SoaringSpotError("shape", "the answer is not an object", status);
		return json;
	}

	async function get(address: URL): Promise<JsonObject | null> {
		for (let retry = 0; ; retry++) {
			try {
				return await attempt(address);
			} catch (error) {
				if (retry === RETRIES || !isWorthRetrying(error)) throw error;
				await wait(RETRY_DELAY_MS * 2 ** retry);
			}
		}
	}

	/** A list with all its pages. */
	async function list(path: string, name: string): Promise<JsonObject[]> {
		const items: JsonObject[] = [];
		const seen = new Set<string>();
		let address: URL | null = new URL(path, base);
		while (address && !seen.has(address.href)) {
			if (seen.size === MAX_PAGES)
				throw new SoaringSpotError("tooLarge", `${path} has over ${MAX_PAGES} pages`);
			seen.add(address.href);
			const page: JsonObject | null = await get(address);
			if (page === null) break;
			items.push(...embeddedList(page, name));
			const next = linkTo(page, "next");
			address = next === null ? null : allowedAddress(next, base);
		}
		return items;
	}

	return {
		contests: async () => (await list("contests", "contests")).map(readContest),
		classes: async (contestId) => (await list(`contests/${contestId}/classes`, "classes")).map(readClass),
		results: async (classId) => (await list(`classes/${classId}/results`, "class_results")).map(readTask),
	};
}

function isWorthRetrying(error: unknown): boolean {
	if (!(error instanceof SoaringSpotError)) return false;
	if (error.kind === "timeout" || error.kind === "network") return true;
	return error.status !== null && (error.status >= 500 || error.status === 429);
}

async function readBody(response: Response): Promise<string> {
	const reader = response.body?.getReader();
	if (!reader) return "";
	const decoder = new TextDecoder();
	let text = "";
	let size = 0;
	for (;;) {
		const { done, value } = await reader.read();
		if (done) return text + decoder.decode();
		size += value.byteLength;
		if (size > MAX_BODY_BYTES) {
			await reader.cancel();
			throw new SoaringSpotError("tooLarge", `the answer is larger than ${MAX_BODY_BYTES} bytes`);
		}
		text += decoder.decode(value, { stream: true });
	}
}

function parseJson(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}
