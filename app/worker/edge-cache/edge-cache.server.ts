import type { Language } from "~/lib/i18n/language";
import { type KeptAnswer, keepAnswer } from "./cached-response.server";
import { createPageMemory } from "./response-memory";

/** All that decides what an anonymous reader sees at an address, the content version apart. */
export interface PageKey {
	readonly year: number;
	readonly language: Language;
	/** Local date in Prague. */
	readonly date: string;
	readonly phase: string;
	/** From `createCachedAddresses`. */
	readonly address: string;
}

/** Milliseconds an answer may be given again. */
export const freshFor = 60_000;
/** Milliseconds a last good copy may stand in when the database fails. */
const standInFor = 24 * 3_600_000;
/** Bytes of answers in one isolate. */
const memoryCapacity = 16 * 1024 * 1024;

/**
 * The answers of anonymous GETs, in two levels: the memory of the isolate, then the Cache API of the data centre.
 * A key carries the content version, so nothing is ever purged: a change makes new keys. Each answer is also kept
 * without the version, as the last good copy for the time when the database does not answer.
 * @param deploy identifies the build, whose pages name its own scripts and styles
 */
export function createEdgeCache(deploy: string) {
	const memory = createPageMemory(memoryCapacity);

	const placeOf = ({ year, language, address }: PageKey) => `${deploy}/${year}/${language}${address}`;
	const freshKey = (key: PageKey, version: number) => `${version}/${key.date}/${key.phase}/${placeOf(key)}`;
	const lastGoodKey = (key: PageKey) => `last-good/${placeOf(key)}`;

	async function find(key: string, now: number, maxAge: number): Promise<KeptAnswer | null> {
		const remembered = memory.get(key);
		if (remembered && now - remembered.storedAt < maxAge) return remembered;
		// Reading a copy from the data centre must never be worse than making the page.
		const found = await dataCentre()
			.match(cacheRequest(key))
			.catch(() => undefined);
		if (!found) return null;
		const answer = await fromCache(found);
		if (now - answer.storedAt >= maxAge) return null;
		memory.set(key, answer);
		return answer;
	}

	return {
		/** The answer for this very version, not older than a minute. */
		findFresh: (key: PageKey, version: number, now: number) => find(freshKey(key, version), now, freshFor),

		/** The last answer that was good, whatever has changed since; for a day. */
		findLastGood: (key: PageKey, now: number) => find(lastGoodKey(key), now, standInFor),

		/** Keeps a good answer with its headers; what goes to the data centre is written after the response. */
		async keep(
			key: PageKey,
			version: number,
			response: Response,
			now: number,
			defer: (work: Promise<unknown>) => void,
		) {
			const answer = await keepAnswer(response, now);
			memory.set(freshKey(key, version), answer);
			memory.set(lastGoodKey(key), answer);
			defer(
				Promise.all([
					dataCentre().put(cacheRequest(freshKey(key, version)), toCache(answer, freshFor)),
					dataCentre().put(cacheRequest(lastGoodKey(key)), toCache(answer, standInFor)),
				]).catch(() => undefined),
			);
			return answer;
		},
	};
}

/** The types of the browser's `caches` hide that of the platform, which has a default cache. */
function dataCentre(): Cache {
	return (caches as unknown as { readonly default: Cache }).default;
}

/** The Cache API wants addresses; this host is nobody's. */
function cacheRequest(key: string): Request {
	return new Request(`https://edge-cache.invalid/gzip/${key}`);
}

const storedAtHeader = "X-Stored-At";
const lengthHeader = "X-Length";
/** The cache has its own; the answer's stands in here. */
const cacheControlHeader = "X-Cache-Control";
const ofTheCache = [storedAtHeader, lengthHeader, cacheControlHeader];

/** The cache is not told of the compression: it would undo it, as it does for its own. */
function toCache(answer: KeptAnswer, lifetime: number): Response {
	const headers = new Headers(answer.headers);
	headers.delete("Content-Encoding");
	headers.set(cacheControlHeader, headers.get("Cache-Control") ?? "");
	headers.set("Cache-Control", `public, max-age=${lifetime / 1000}`);
	headers.set(storedAtHeader, String(answer.storedAt));
	headers.set(lengthHeader, String(answer.length));
	return new Response(answer.body, { headers });
}

async function fromCache(response: Response): Promise<KeptAnswer> {
	const body = new Uint8Array(await response.arrayBuffer());
	const headers = new Headers(response.headers);
	const storedAt = Number(headers.get(storedAtHeader) ?? 0);
	const length = Number(headers.get(lengthHeader) ?? 0);
	headers.set("Cache-Control", headers.get(cacheControlHeader) ?? "");
	headers.set("Content-Encoding", "gzip");
	// What the cache has added says something of its own copy.
	for (const name of [...ofTheCache, "CF-Cache-Status", "Age", "Date", "Content-Length"])
		headers.delete(name);
	return { body, length, headers, etag: headers.get("ETag") ?? "", storedAt };
}
