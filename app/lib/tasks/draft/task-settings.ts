import type {
	SettingName,
	SettingSource,
	SettingSources,
	TaskBriefing,
	TaskPoint,
	TaskRules,
	TaskScoring,
} from "~db/schema";
import { isRingFinish } from "../task-defaults";
import type { StoredTask } from "../tasks-queries.server";

/** Settings of a task, or those of them that are stated. */
export interface TaskSettings {
	readonly rules?: Partial<TaskRules> | undefined;
	readonly scoring?: Partial<TaskScoring> | undefined;
	readonly briefing?: Partial<TaskBriefing> | undefined;
}

/** Settings with where each of them comes from. */
export interface SourcedSettings extends TaskSettings {
	readonly sources: SettingSources;
}

/** Settings that all come from one place. */
export function settingsFrom(source: SettingSource, settings: TaskSettings): SourcedSettings {
	const names = [settings.rules, settings.scoring].flatMap((part) => Object.keys(part ?? {}));
	return { ...settings, sources: Object.fromEntries(names.map((name) => [name, source])) };
}

/** What the next version may keep; its sources are its own. */
type KeptVersion = Pick<
	StoredTask,
	"state" | "publishedAt" | "points" | "rules" | "scoring" | "briefing" | "sources"
>;

/**
 * What a new version of a class keeps of those before, the strongest last: the settings of the one published last, then what
 * an organiser set in the draft that it replaces. The rest of that draft goes with its file.
 * @param versions of the class on the day, newest first
 */
export function keptSettings(
	versions: readonly KeptVersion[],
	points: readonly TaskPoint[],
): SourcedSettings[] {
	const before = versions.find(({ publishedAt }) => publishedAt !== null);
	const draft = versions.find(({ state }) => state === "draft");
	return [
		...(before ? [settingsFrom("before", suitedTo(points, before))] : []),
		...(draft ? [setByOrganisers(suitedTo(points, draft), draft)] : []),
	];
}

/** What a version keeps of the one that it was made of, all of it. */
export function settingsOfBase(base: KeptVersion, points: readonly TaskPoint[]): SourcedSettings {
	const settings = suitedTo(points, base);
	return base.state === "draft" ? { ...settings, sources: base.sources } : settingsFrom("before", settings);
}

/** The radius of a ring says nothing about a line: it stays behind where the finish becomes another one. */
function suitedTo(points: readonly TaskPoint[], version: KeptVersion): Required<TaskSettings> {
	const { rules, scoring, briefing } = version;
	if (isRingFinish(points) === isRingFinish(version.points)) return { rules, scoring, briefing };
	const { subtractFinishRadius: _, ...others } = scoring;
	return { rules, scoring: others, briefing };
}

/** A briefing is never in a file, so all of it was set by organisers. */
function setByOrganisers(settings: Required<TaskSettings>, { sources }: KeptVersion): SourcedSettings {
	const isSet = ([name]: readonly [string, unknown]) => sources[name as SettingName] === "organiser";
	return settingsFrom("organiser", {
		rules: Object.fromEntries(Object.entries(settings.rules).filter(isSet)),
		scoring: Object.fromEntries(Object.entries(settings.scoring).filter(isSet)),
		briefing: settings.briefing,
	});
}
