import { createSharedWork } from "./shared-work";

/** Milliseconds for which a value counts as known. */
const knownFor = 2_000;
/** Milliseconds for which readers go on with the old value while one of them asks for the new one. */
const graceWhileAsking = 1_500;
/** Milliseconds after which a source that has not answered is taken for failed. */
const patience = 3_000;

interface Known<T> {
	readonly value: T;
	/** Milliseconds since 1970. */
	readonly since: number;
	askingSince: number;
}

/**
 * Remembers the answer to a question for at most 2 seconds, by key: together with one slow read an organiser's
 * change is seen by everybody within 5. One request at a time asks; the others go on with what is known.
 * How old a memory is has nothing to do with CLOCK, so it is told by the platform's own time.
 */
export function createShortMemory<T>() {
	const known = new Map<string, Known<T>>();
	const asking = createSharedWork<T>();

	return {
		/** Milliseconds since 1970 until when the value of a key is given without asking; 0 when there is none. */
		knownUntil(key: string): number {
			const memory = known.get(key);
			return memory ? memory.since + knownFor : 0;
		},

		/** @throws what `ask` throws, or an error when it gives no answer in 3 seconds */
		async recall(key: string, ask: () => Promise<T>): Promise<T> {
			const now = Date.now();
			const memory = known.get(key);
			if (memory) {
				const age = now - memory.since;
				if (age < knownFor) return memory.value;
				const isAsked = now - memory.askingSince < graceWhileAsking;
				if (isAsked && age < knownFor + graceWhileAsking) return memory.value;
				memory.askingSince = now;
			}
			return asking.share(key, async () => {
				const value = await withPatience(ask());
				// As old as the moment of asking: a change during the read may not be in the answer.
				known.set(key, { value, since: now, askingSince: 0 });
				return value;
			});
		},
	};
}

function withPatience<T>(work: Promise<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => reject(new Error("D1_ERROR: no answer in time")), patience);
		work.then(resolve, reject).finally(() => clearTimeout(timer));
	});
}
