import type { Language } from "~/lib/i18n/language";
import { withoutPassing } from "~/lib/live/passing-words";
import { type CachedResponse, cacheResponse } from "./cached-response.server";
import { createDividedLruCache } from "./lru-cache";
import { briefFor, freshFor, lastGoodFor } from "./response-lifetimes";

/** What a visitor asks for. */
export interface ReaderKey {
	readonly year: number;
	readonly language: Language;
	/** Path with the query parameters that count. */
	readonly address: string;
}

/** All that decides what a visitor sees at an address, the content version apart. */
export interface ResponseKey extends ReaderKey {
	/** Local date in Prague. */
	readonly date: string;
	readonly phase: string;
	/** The year of the main domain: the one before it closes when another has it. */
	readonly newestYear: number;
}

interface VersionedKey {
	readonly key: ResponseKey;
	/** Of the edition's content. */
	readonly version: number;
}

/** Bytes of responses in one isolate. */
const memoryCapacity = { paths: 12 * 1024 * 1024, queries: 4 * 1024 * 1024 };

/**
 * Cached responses on two levels: the memory of the isolate, then the Cache API of the data centre. A key carries the content version,
 * so nothing is ever purged: a change makes new keys. Each response is also stored without the version, as the last good one for the
 * time when the database does not answer; what it says of positions is not in that one.
 * @param deploy identifies the build
 */
export function createResponseStore(deploy: string) {
	const memory = createDividedLruCache(memoryCapacity);

	const suffixOf = ({ year, language, address }: ReaderKey) => `${deploy}/${year}/${language}${address}`;
	const freshKey = (key: ResponseKey, version: number) =>
		`${version}/${key.date}/${key.phase}/${key.newestYear}/${suffixOf(key)}`;
	const lastGoodKey = (key: ReaderKey) => `last-good/${suffixOf(key)}`;

	async function find(key: string, now: number, maxAge: number): Promise<CachedResponse | null> {
		const recent = memory.get(key);
		if (recent && now - recent.storedAt < maxAge) return recent;
		// A failing data centre must never be worse than making the page.
		const found = await dataCentre()
			.match(cacheRequest(key))
			.catch(() => undefined);
		if (!found) return null;
		const cached = await fromCache(found);
		if (now - cached.storedAt >= maxAge) return null;
		memory.set(key, cached);
		return cached;
	}

	return {
		/** The response for this very version, at most a minute old. @param now milliseconds since 1970 */
		findFresh: (key: ResponseKey, version: number, now: number) =>
			find(freshKey(key, version), now, freshFor),

		/** The last good response, whatever has changed since, at most a day old. @param now milliseconds since 1970 */
		findLastGood: (key: ReaderKey, now: number) => find(lastGoodKey(key), now, lastGoodFor),

		/** Stores a response in the isolate alone and as one that is nearly stale; the last good one remains. */
		async keepBriefly({ key, version }: VersionedKey, response: Response, now: number) {
			const cached = await cacheResponse(response, now - freshFor + briefFor);
			memory.set(freshKey(key, version), cached);
			return cached;
		},

		/** Stores a good response with its headers; the data centre's copy is written after the answer. */
		async keep(
			{ key, version }: VersionedKey,
			response: Response,
			now: number,
			execution: ExecutionContext,
		): Promise<CachedResponse> {
			const lasting = await lastingOf(response.clone());
			const cached = await cacheResponse(response, now);
			const lastGood = lasting ? await cacheResponse(lasting, now) : cached;
			memory.set(freshKey(key, version), cached);
			memory.set(lastGoodKey(key), lastGood);
			execution.waitUntil(
				Promise.all([
					dataCentre().put(cacheRequest(freshKey(key, version)), toCache(cached, freshFor)),
					dataCentre().put(cacheRequest(lastGoodKey(key)), toCache(lastGood, lastGoodFor)),
				]).catch(() => undefined),
			);
			return cached;
		},
	};
}

/** What may last of a page that says something of positions; null for every other response, all of which may. */
async function lastingOf(response: Response): Promise<Response | null> {
	if (!response.headers.get("Content-Type")?.startsWith("text/html")) return null;
	const html = await response.text();
	const lasting = withoutPassing(html);
	return lasting === html ? null : new Response(lasting, response);
}

/** The browser's type of `caches` hides that of the platform, which has a default cache. */
function dataCentre(): Cache {
	return (caches as unknown as { readonly default: Cache }).default;
}

/** The Cache API wants addresses; this host is nobody's. */
function cacheRequest(key: string): Request {
	return new Request(`https://edge-cache.invalid/gzip/${key}`);
}

const storedAtHeader = "X-Stored-At";
const lengthHeader = "X-Length";
/** The response's own, as the stored copy has one for the cache. */
const cacheControlHeader = "X-Cache-Control";
const headersOfCache = [
	...[storedAtHeader, lengthHeader, cacheControlHeader],
	...["CF-Cache-Status", "Age", "Date", "Content-Length"],
];

/** Hides the compression: the cache would undo it, as it does for its own. @param lifetime milliseconds */
function toCache(cached: CachedResponse, lifetime: number): Response {
	const headers = new Headers(cached.headers);
	headers.delete("Content-Encoding");
	headers.set(cacheControlHeader, headers.get("Cache-Control") ?? "");
	headers.set("Cache-Control", `public, max-age=${lifetime / 1000}`);
	headers.set(storedAtHeader, String(cached.storedAt));
	headers.set(lengthHeader, String(cached.length));
	return new Response(cached.body, { headers });
}

async function fromCache(response: Response): Promise<CachedResponse> {
	const body = new Uint8Array(await response.arrayBuffer());
	const headers = new Headers(response.headers);
	const storedAt = Number(headers.get(storedAtHeader) ?? 0);
	const length = Number(headers.get(lengthHeader) ?? 0);
	headers.set("Cache-Control", headers.get(cacheControlHeader) ?? "");
	headers.set("Content-Encoding", "gzip");
	for (const name of headersOfCache) headers.delete(name);
	return { body, length, headers, etag: headers.get("ETag") ?? "", storedAt };
}
