/*
 * What a finding proposes to the scorer, who decides. A low finish costs no more than the points for speed: `withPenalties` of make-day-scores.ts.
 */

/** Metres. An intrusion that is deeper than the buffer ends the flight. */
export const airspaceBufferM = 100;
/** Points for each metre inside the buffer. */
export const airspaceBufferPoints = 1;

/** Points for each metre below the finish altitude. */
export const lowFinishPoints = 1;

/** Points for a point of the task that was missed by less than 500 m. */
export const missedPointPoints = 50;

/** Points of a pilot's first late log of the competition, of the second, and of every other one (Annex A 2025, list of penalties). */
export const lateLogPoints = [0, 10, 25] as const;

/** Numbers of the penalties that a decision has at most. */
export const penaltyRows = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19] as const;
