import { expect } from "vitest";

/** Milliseconds until the answer. */
export const longest = 500;
/** Milliseconds; below it the clock says more about the machine than about the reader. */
const tooShortToCompare = 20;

/** Milliseconds of repeated runs: short ones are made until the compiler is done with them. */
const longEnough = 1_000;

/** Milliseconds for which a machine that does much else may need to run both undisturbed once. */
const atMost = 10_000;

/**
 * Compares the fastest of five runs or more of an input and of one twice as long, in turn: what else the machine does only ever adds time,
 * and both get the same of it. A reader that grows too fast stays so, however often it is run.
 */
export async function expectLinear(
	once: () => unknown,
	twice: () => unknown,
	measure: (run: () => unknown) => number | Promise<number> = timeOf,
): Promise<void> {
	let [ofOnce, ofTwice] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
	const growsTooFast = () => ofTwice > tooShortToCompare && ofTwice / ofOnce >= 2.5;
	const isGood = () => ofTwice < longest && !growsTooFast();
	const begun = performance.now();
	const spent = () => performance.now() - begun;
	for (let run = 0; run < 5 || spent() < longEnough || (!isGood() && spent() < atMost); run += 1) {
		ofOnce = Math.min(ofOnce, await measure(once));
		ofTwice = Math.min(ofTwice, await measure(twice));
	}
	expect(ofTwice).toBeLessThan(longest);
	expect(growsTooFast(), `${ofOnce} ms, ${ofTwice} ms for twice as much`).toBe(false);
}

/** Milliseconds of the processor that this process takes for a run. What else the machine does takes none of them. */
export function processorTimeOf(run: () => unknown): number {
	const before = process.cpuUsage();
	run();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000;
}

export async function timeOf(run: () => unknown): Promise<number> {
	const start = performance.now();
	await run();
	return performance.now() - start;
}
