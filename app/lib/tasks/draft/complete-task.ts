import type { SettingSources, Task, TaskPoint } from "~db/schema";
import type { TaskDefaults } from "~editions/parts";
import { classScoring, noBriefing } from "../task-defaults";
import { type TaskInput, toPoints } from "../task-schema";
import { type KnownHeights, withHeights } from "./point-heights";
import { type SourcedSettings, settingsFrom } from "./task-settings";

interface Standing {
	readonly defaults: TaskDefaults;
	readonly heights: KnownHeights;
	/** What it keeps of versions before, the strongest last. @param points of the new one */
	readonly kept: (points: readonly TaskPoint[]) => readonly SourcedSettings[];
	/** Who states it. */
	readonly from: "file" | "organiser";
}

/** A stated task with the settings that it leaves out: those of versions before, else of its class; and where each comes from. */
export function completeTask(
	{ kind, taskTimeS, points: stated, rules, scoring, briefing }: TaskInput,
	{ defaults, heights, kept, from }: Standing,
): Task & { readonly sources: SettingSources } {
	const points = withHeights(toPoints(stated), heights);
	const ofClass = { rules: defaults.rules, scoring: classScoring(defaults.scoring, points) };
	const layers = [
		settingsFrom("class", ofClass),
		...kept(points),
		settingsFrom(from, { rules, scoring, briefing }),
	];
	return {
		kind,
		taskTimeS: kind === "AAT" ? Math.round(taskTimeS ?? 0) : null,
		points,
		rules: Object.assign({}, defaults.rules, ...layers.map((layer) => layer.rules)),
		scoring: Object.assign({}, ofClass.scoring, ...layers.map((layer) => layer.scoring)),
		briefing: Object.assign({}, noBriefing, ...layers.map((layer) => layer.briefing)),
		sources: Object.assign({}, ...layers.map(({ sources }) => sources)),
	};
}
