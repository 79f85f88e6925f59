/** A generator of numbers from 0 to 1 that gives the same ones each time. */
export function numbersFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
		return state / 2 ** 32;
	};
}
