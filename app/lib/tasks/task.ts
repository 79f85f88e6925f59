import type { TaskBriefing, TaskRules, TaskScoring } from "~db/schema";

/** Start, a point, finish. */
export const fewestPoints = 3;
export const mostPoints = 30;

/** Presses that Annex A allows. */
export const usualPresses = 3;

/** Settings of a task, or those of them that are stated. */
export interface TaskSettings {
	readonly rules?: Partial<TaskRules> | undefined;
	readonly scoring?: Partial<TaskScoring> | undefined;
	readonly briefing?: Partial<TaskBriefing> | undefined;
}
