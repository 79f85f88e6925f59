/**
 * Does a step of the preparation, and prints how long it took.
 * @template T
 * @param {string} step for example "databases"
 * @param {() => Promise<T>} work
 * @param {(line: string) => void} [print]
 * @returns {Promise<T>}
 */
export async function timed(step, work, print = console.log) {
	const startedAt = performance.now();
	const result = await work();
	print(`  ${step}: ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
	return result;
}
