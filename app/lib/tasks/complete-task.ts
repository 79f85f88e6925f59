import type { ClassType } from "~db/enums";
import type { Task } from "./task";
import { classScoring, noBriefing, noRules } from "./task-content";
import { type StatedTask, toPoints } from "./task-schema";

/** A stated task with the settings that it leaves out: no rules, no briefing, the scoring of its class. */
export function completeTask(
	{ kind, taskTimeS, points: stated, ...settings }: StatedTask,
	type: ClassType,
): Task {
	const points = toPoints(stated);
	return {
		kind,
		taskTimeS: kind === "AAT" ? Math.round(taskTimeS ?? 0) : null,
		points,
		rules: { ...noRules, ...settings.rules },
		scoring: { ...classScoring(type, points), ...settings.scoring },
		briefing: { ...noBriefing, ...settings.briefing },
	};
}
