/*
 * What a flight may cost. The work on it is counted, not timed, so that the same log ends in the same way everywhere. A step takes
 * some ten nanoseconds: a fix that is looked at, a side of an airspace, a place of a longest way.
 */

/** Of evaluation and airspace together. A flight of eight hours with a fix a second through the airspace of a country takes half of them. */
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

	/** @throws BeyondBudget when there are not as many left */
	spend(steps: number): void {
		this.left -= steps;
		if (this.left < 0) throw new BeyondBudget();
	}

	get spent(): number {
		return this.most - this.left;
	}
}
