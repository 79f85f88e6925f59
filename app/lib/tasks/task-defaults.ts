import type { TaskBriefing, TaskPoint, TaskRules, TaskScoring, Zone } from "~db/schema";
import type { TaskDefaults } from "~editions/schema";

/* What a task is where nobody says otherwise; the rest is in `taskDefaults` of the edition. Apart, so that forms load no formulas. */

/** Start, a point, finish. */
export const fewestPoints = 3;
export const mostPoints = 30;

/** Presses that Annex A allows. */
export const usualPresses = 3;

export const noRules: TaskRules = {
	startOpens: null,
	startAltitudeM: null,
	startSpeedKmh: null,
	pev: null,
	finishAltitudeM: null,
	finishCloses: null,
	logDeadlineS: null,
};

export const noBriefing: TaskBriefing = {
	gridTime: null,
	firstLaunch: null,
	qnhHpa: null,
	frequencies: null,
	inactiveAirspace: [],
	note: null,
};

/** How a class is scored unless somebody says otherwise. A finisher is home at the edge of a ring, and on a line. */
export function classScoring(
	{ subtractFinishRadius, ...scoring }: TaskDefaults["scoring"],
	points: readonly TaskPoint[],
): TaskScoring {
	return { ...scoring, subtractFinishRadius: subtractFinishRadius ?? isRingFinish(points) };
}

/** Whether a finisher is home at the edge of a ring. */
export function isRingFinish(points: readonly TaskPoint[]): boolean {
	const shape = points.at(-1)?.zone.shape;
	return shape === "cylinder" || shape === "ring";
}

/** Metres: the usual zones of the field, for files that state none. */
const usualLine = 10_000;
const usualTurn = 500;
const usualFinish = 3_000;

export function usualZone(index: number, count: number): Zone {
	const direction = { style: usualStyle(index, count), axisDeg: null } as const;
	if (index === 0) return { shape: "line", lengthM: usualLine, ...direction };
	return { shape: "cylinder", radiusM: index === count - 1 ? usualFinish : usualTurn, ...direction };
}

/** The only style of a start and of a finish, and the commonest of a turn point. */
export function usualStyle(index: number, count: number): Zone["style"] {
	if (index === 0) return "next";
	return index === count - 1 ? "previous" : "symmetrical";
}
