import { createHash } from "node:crypto";

/**
 * Pseudorandom numbers: the same seed gives the same numbers, so the demo is the same on every machine.
 */
export interface Random {
	/** From 0 (included) to 1 (excluded). */
	next(): number;
	/** Whole number, both bounds included. */
	integer(least: number, most: number): number;
	/** True with the given probability (0 to 1). */
	chance(probability: number): boolean;
	/** @throws {RangeError} when the list is empty */
	pick<T>(list: readonly T[]): T;
	/** Leaves the list as it is. */
	shuffle<T>(list: readonly T[]): T[];
}

/** Mulberry32, started with the SHA-256 of the seed. */
export function randomOf(seed: string): Random {
	let state = createHash("sha256").update(seed).digest().readUInt32LE(0);
	const next = () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const integer = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
	return {
		next,
		integer,
		chance: (probability) => next() < probability,
		pick: (list) => {
			if (list.length === 0) throw new RangeError("nothing to pick from");
			return list[integer(0, list.length - 1)] as (typeof list)[number];
		},
		shuffle: (list) => {
			const keyed = list.map((value) => ({ value, key: next() }));
			return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value);
		},
	};
}
