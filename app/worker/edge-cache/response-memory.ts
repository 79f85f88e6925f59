import type { KeptAnswer } from "./cached-response.server";

/** Answers larger than this are not worth an isolate's memory. */
const largestEntry = 1024 * 1024;

/** The answers an isolate remembers, the least recently used leaving first. */
export interface PageMemory {
	get(key: string): KeptAnswer | undefined;
	set(key: string, answer: KeptAnswer): void;
}

/** @param capacity bytes of bodies and keys */
export function createPageMemory(capacity: number): PageMemory {
	// A Map keeps the order of insertion: the first key is the one unused for longest.
	const entries = new Map<string, KeptAnswer>();
	let size = 0;
	const sizeOf = (key: string, answer: KeptAnswer) => answer.body.byteLength + 2 * key.length + 500;

	function remove(key: string) {
		const answer = entries.get(key);
		if (!answer) return;
		entries.delete(key);
		size -= sizeOf(key, answer);
	}

	return {
		get(key) {
			const answer = entries.get(key);
			if (!answer) return undefined;
			entries.delete(key);
			entries.set(key, answer);
			return answer;
		},
		set(key, answer) {
			remove(key);
			if (sizeOf(key, answer) > largestEntry) return;
			entries.set(key, answer);
			size += sizeOf(key, answer);
			for (const oldest of entries.keys()) {
				if (size <= capacity) break;
				remove(oldest);
			}
		},
	};
}
