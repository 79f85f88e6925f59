import type { CachedResponse } from "./cached-response.server";

/** Bytes; a larger response is not worth an isolate's memory. */
const largestEntry = 1024 * 1024;

/** Responses in the memory of an isolate, the least recently used leaving first. */
interface LruCache {
	get(key: string): CachedResponse | undefined;
	set(key: string, response: CachedResponse): void;
}

/** @param capacity bytes of bodies and keys */
function createLruCache(capacity: number): LruCache {
	// A Map keeps the order of insertion: the first key is the one unused for longest.
	const entries = new Map<string, CachedResponse>();
	let size = 0;
	const sizeOf = (key: string, response: CachedResponse) => response.body.byteLength + 2 * key.length + 500;

	function remove(key: string) {
		const response = entries.get(key);
		if (!response) return;
		entries.delete(key);
		size -= sizeOf(key, response);
	}

	return {
		get(key) {
			const response = entries.get(key);
			if (!response) return undefined;
			entries.delete(key);
			entries.set(key, response);
			return response;
		},
		set(key, response) {
			remove(key);
			if (sizeOf(key, response) > largestEntry) return;
			entries.set(key, response);
			size += sizeOf(key, response);
			for (const oldest of entries.keys()) {
				if (size <= capacity) break;
				remove(oldest);
			}
		},
	};
}

/**
 * A cache in two parts: for addresses with a query and for those without one. No list limits the values of a query, so somebody who
 * makes up values must not push out the pages that everybody reads.
 */
export function createDividedLruCache(capacity: {
	readonly paths: number;
	readonly queries: number;
}): LruCache {
	const paths = createLruCache(capacity.paths);
	const queries = createLruCache(capacity.queries);
	const partOf = (key: string) => (key.includes("?") ? queries : paths);
	return {
		get: (key) => partOf(key).get(key),
		set: (key, response) => partOf(key).set(key, response),
	};
}
