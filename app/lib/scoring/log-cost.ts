/* Nanoseconds of the processor: more than the dearest byte and step that were measured, see docs/performance.md. */
const ofByte = 8;
const ofStep = 15;

/**
 * Milliseconds that any log counts. Few need as much, but its reads and writes wait about three times as long, and the platform ends what
 * goes on for 30 s after an answer: an invocation takes up 60 logs.
 */
const leastOfLog = 100;

export interface EvaluatedLog {
	/** Size of its file. */
	readonly bytes: number;
	/** Of `StepBudget`; 0 for a log that cannot be read. */
	readonly steps: number;
}

/** One that the bucket does not give, or whose evaluation has failed. */
export const nothingEvaluated: EvaluatedLog = { bytes: 0, steps: 0 };

/** Milliseconds of the processor that an evaluated log counts in the budget of its invocation. */
export function costOfLog({ bytes, steps }: EvaluatedLog): number {
	return Math.max(leastOfLog, (bytes * ofByte + steps * ofStep) / 1e6);
}
