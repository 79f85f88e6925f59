import { createSingleFlight } from "./single-flight";

/** Milliseconds for which a value is fresh. */
const lifetime = 2_000;
/** Milliseconds for which readers still get the stale value while one of them asks for the new one. */
const graceWhileAsking = 1_500;

interface CachedValue<T> {
	readonly value: T;
	/** Milliseconds since 1970. */
	readonly since: number;
	askingSince: number;
}

/**
 * Caches a value for at most 2 seconds, by key: together with one slow read everybody sees an organiser's change within 5 seconds.
 * One request at a time asks; the others use the present value. The platform's own time tells the age of a value, which has nothing
 * to do with CLOCK.
 */
export function createTtlCache<T>() {
	const values = new Map<string, CachedValue<T>>();
	const asking = createSingleFlight<T>();
	let generation = 0;

	return {
		/** Forgets all values, those on their way included. */
		forget(): void {
			values.clear();
			generation += 1;
		},

		/** How often it has forgotten. */
		generation: (): number => generation,

		/** Milliseconds since 1970 until which a key's value is fresh; 0 when there is none. */
		freshUntil(key: string): number {
			const cached = values.get(key);
			return cached ? cached.since + lifetime : 0;
		},

		/** A key's value while it is fresh; null when it is not known or older. */
		fresh(key: string): T | null {
			const cached = values.get(key);
			return cached && Date.now() - cached.since < lifetime ? cached.value : null;
		},

		/** @throws what `ask` throws */
		async recall(key: string, ask: () => Promise<T>): Promise<T> {
			const now = Date.now();
			const cached = values.get(key);
			if (cached) {
				const age = now - cached.since;
				if (age < lifetime) return cached.value;
				const isAsked = now - cached.askingSince < graceWhileAsking;
				if (isAsked && age < lifetime + graceWhileAsking) return cached.value;
				cached.askingSince = now;
			}
			const asked = generation;
			return asking.share(`${asked} ${key}`, async () => {
				const value = await ask();
				// The value is as old as the question: a change during the read may not be in the answer.
				if (asked === generation) values.set(key, { value, since: now, askingSince: 0 });
				return value;
			});
		},
	};
}
