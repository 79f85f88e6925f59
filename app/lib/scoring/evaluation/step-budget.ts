/*
 * The work that a flight may cost. It is counted in steps, not timed, so that the same log ends in the same way everywhere. A step
 * takes some ten nanoseconds: a fix, a side of an airspace, or a place of a longest way is looked at.
 */

/**
 * Steps for evaluation and airspace together. A flight of eight hours with a fix a second through the airspace of a country takes
 * half of them.
 */
const mostSteps = 12_000_000;

export class BeyondBudget extends Error {
	constructor() {
		super("the flight takes more steps than any flight should");
	}
}

export class StepBudget {
	private left: number;

	constructor(private readonly most = mostSteps) {
		this.left = most;
	}

	/** @throws BeyondBudget when fewer steps are left */
	spend(steps: number): void {
		this.left -= steps;
		if (this.left < 0) throw new BeyondBudget();
	}

	get spent(): number {
		return this.most - this.left;
	}
}
