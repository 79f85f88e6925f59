import { createNonce } from "~/lib/http/security-headers.server";
import { allowedAddress, embeddedList, isJsonObject, type JsonObject, linkTo, SoaringSpotError } from "./hal";
import {
	readClass,
	readContest,
	readSetPoint,
	readSetTask,
	readTask,
	type SetPoint,
	type SetTask,
	type SoaringSpotClass,
	type SoaringSpotContest,
	type SoaringSpotTask,
} from "./resources";

export interface SoaringSpotOptions {
	/** `https://api.soaringspot.com/v1/`; plain http only for a fake server on the local machine. */
	readonly baseUrl: string;
	readonly clientId: string;
	readonly secret: string;
	readonly fetch?: typeof fetch;
	readonly now?: () => Date;
	readonly nonce?: () => string;
	/** Timeout of one attempt, including the body. */
	readonly timeoutMs?: number;
	/** Waits before a retry. Tests do not wait. */
	readonly wait?: (milliseconds: number) => Promise<void>;
}

/** Every call rejects with a `SoaringSpotError`. */
export interface SoaringSpotClient {
	contests(): Promise<readonly SoaringSpotContest[]>;
	classes(contestId: number): Promise<readonly SoaringSpotClass[]>;
	/** The results of a class, including practice and cancelled tasks. */
	results(classId: number): Promise<readonly SoaringSpotTask[]>;
	tasks(classId: number): Promise<readonly SetTask[]>;
	points(taskId: number): Promise<readonly SetPoint[]>;
}

const mostRetries = 2;
/** Milliseconds before the first retry. Each further retry waits twice as long. */
const retryDelay = 400;
const mostPages = 50;
/** Most bytes of all pages together: what was read of them stays in memory until the last one. */
const largestList = 8_000_000;

/** Number of bytes that may still be read. */
interface Budget {
	left: number;
}

const randomNonce = () => createNonce(30);

/** Makes a client of SoaringSpot's API v1: `docs/formats.md` section 3. */
export function createSoaringSpotClient(options: SoaringSpotOptions): SoaringSpotClient {
	const { fetch: send = fetch, now = () => new Date(), nonce = randomNonce, timeoutMs = 10_000 } = options;
	const { wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)) } = options;
	const base = new URL(options.baseUrl.endsWith("/") ? options.baseUrl : `${options.baseUrl}/`);

	/** Makes one signed attempt. Returns null for an empty list: the API answers it with 404 and JSON. */
	async function attempt(address: URL, budget: Budget): Promise<JsonObject | null> {
		const signal = AbortSignal.timeout(timeoutMs);
		try {
			const response = await send(address, {
				// A redirect would carry the signature to another host.
				redirect: "manual",
				signal,
				headers: {
					Accept: "application/hal+json",
					Authorization: await soaringSpotAuthorization(options, nonce(), now()),
				},
			});
			return readObject(response, await readBody(response, budget), address);
		} catch (error) {
			if (error instanceof SoaringSpotError) throw error;
			if (signal.aborted) throw new SoaringSpotError("timeout", `no answer within ${timeoutMs} ms`);
			throw new SoaringSpotError(
				"network",
				`request failed: ${error instanceof Error ? error.message : "unknown"}`,
			);
		}
	}

	/** Reads all pages of a list. */
	async function list(path: string, name: string): Promise<JsonObject[]> {
		const items: JsonObject[] = [];
		const seen = new Set<string>();
		const budget = { left: largestList };
		let address: URL | null = new URL(path, base);
		while (address && !seen.has(address.href)) {
			const current: URL = address;
			if (seen.size === mostPages)
				throw new SoaringSpotError("tooLarge", `${path} has over ${mostPages} pages`);
			seen.add(address.href);
			const page: JsonObject | null = await retrying(() => attempt(current, budget), wait);
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
		tasks: async (classId) => (await list(`classes/${classId}/tasks`, "tasks")).map(readSetTask),
		points: async (taskId) => (await list(`tasks/${taskId}/points`, "points")).map(readSetPoint),
		results: async (classId) => (await list(`classes/${classId}/results`, "class_results")).map(readTask),
	};
}

function readObject(response: Response, body: string, { pathname }: URL): JsonObject | null {
	const { ok, status } = response;
	const json = parseJson(body);
	if (status === 404 && isJsonObject(json)) return null;
	if (status === 404) throw new SoaringSpotError("notFound", `${pathname} does not exist`, status);
	if (status === 401 || status === 403)
		throw new SoaringSpotError("unauthorized", "key or clock refused", status);
	if (!ok) throw new SoaringSpotError("http", `answered ${status}`, status);
	if (json === undefined) throw new SoaringSpotError("notJson", "the answer is not JSON", status);
	if (!isJsonObject(json)) throw new SoaringSpotError("shape", "the answer is not an object", status);
	return json;
}

async function retrying<Value>(
	attempt: () => Promise<Value>,
	wait: (milliseconds: number) => Promise<void>,
): Promise<Value> {
	for (let retry = 0; ; retry++) {
		try {
			return await attempt();
		} catch (error) {
			if (retry === mostRetries || !isWorthRetrying(error)) throw error;
			await wait(retryDelay * 2 ** retry);
		}
	}
}

function isWorthRetrying(error: unknown): boolean {
	if (!(error instanceof SoaringSpotError)) return false;
	if (error.kind === "timeout" || error.kind === "network") return true;
	return error.status !== null && (error.status >= 500 || error.status === 429);
}

async function readBody(response: Response, budget: Budget): Promise<string> {
	const reader = response.body?.getReader();
	if (!reader) return "";
	const decoder = new TextDecoder();
	let text = "";
	for (;;) {
		const { done, value } = await reader.read();
		if (done) return text + decoder.decode();
		budget.left -= value.byteLength;
		if (budget.left < 0) {
			await reader.cancel();
			throw new SoaringSpotError("tooLarge", `a list is larger than ${largestList} bytes`);
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

const realm = "http://api.soaringspot.com/v1/hmac/v1";

interface SoaringSpotKeys {
	readonly clientId: string;
	readonly secret: string;
}

/** base64(HMAC-SHA256(secret, nonce + created + client id)); `docs/formats.md` section 3. */
export async function soaringSpotSignature(
	keys: SoaringSpotKeys,
	nonce: string,
	created: string,
): Promise<string> {
	const encoder = new TextEncoder();
	const algorithm = { name: "HMAC", hash: "SHA-256" };
	const key = await crypto.subtle.importKey("raw", encoder.encode(keys.secret), algorithm, false, ["sign"]);
	const signature = await crypto.subtle.sign("HMAC", key, encoder.encode(nonce + created + keys.clientId));
	return btoa(String.fromCharCode(...new Uint8Array(signature)));
}

/** The `Authorization` header. Every request needs a new nonce and the current time. */
export async function soaringSpotAuthorization(
	keys: SoaringSpotKeys,
	nonce: string,
	now: Date,
): Promise<string> {
	const created = `${now.toISOString().slice(0, 19)}Z`;
	const signature = await soaringSpotSignature(keys, nonce, created);
	return `${realm} ClientID="${keys.clientId}", Signature="${signature}", Nonce="${nonce}", Created="${created}"`;
}
