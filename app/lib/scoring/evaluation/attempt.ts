import type { EngineRun } from "./engine-runs";
import type { Course } from "./follow-task";
import type { FlownDistance } from "./race-distance";
import type { StartCandidate } from "./starts";

/** A way of judging the flight: one start, one way along the task. */
export interface Attempt {
	readonly start: StartCandidate;
	readonly course: Course;
	readonly flown: FlownDistance;
	/** Seconds that count; null for one who is out. */
	readonly timeS: number | null;
	/** The engine that ended the flight. */
	readonly engine: EngineRun | null;
	/** Sum of the proposed penalties. */
	readonly penalty: number;
}

/** Points of a point of the task that was missed by less than 500 m. */
export const pointMissedPoints = 50;
