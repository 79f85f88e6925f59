/**
 * The processor time that an invocation may spend on flight logs, in milliseconds, all editions of a run of the schedule and all effects of
 * a request together. The platform ends an invocation after 10 s (`limits.cpu_ms` of wrangler.toml); the rest is for the other work of it.
 */
const mostOfInvocation = 6_000;

/**
 * What is left of an invocation's work. It is reckoned from what is done, not timed: on Workers the clock stands still while code computes
 * (decision 101).
 */
export class WorkBudget {
	private left = mostOfInvocation;

	/** @param milliseconds of the processor */
	spend(milliseconds: number): void {
		this.left -= milliseconds;
	}

	get isSpent(): boolean {
		return this.left <= 0;
	}
}
