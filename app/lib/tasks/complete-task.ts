import { legBetween, type Position } from "~/lib/maps/geodesy";
import type { Terrain } from "~/lib/maps/terrain/terrain";
import type {
	SettingName,
	SettingSource,
	SettingSources,
	Task,
	TaskBriefing,
	TaskPoint,
	TaskRules,
	TaskScoring,
	Waypoint,
} from "~db/schema";
import type { Edition, TaskDefaults } from "~editions/schema";
import { classScoring, isRingFinish, noBriefing } from "./task-defaults";
import { type FileTask, type TaskInput, toPoints } from "./task-schema";
import type { StoredTask } from "./tasks-queries.server";

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
function settingsFrom(source: SettingSource, settings: TaskSettings): SourcedSettings {
	const names = [settings.rules, settings.scoring].flatMap((part) => Object.keys(part ?? {}));
	return { ...settings, sources: Object.fromEntries(names.map((name) => [name, source])) };
}

/** What the next version may keep; its sources are its own. */
type KeptVersion = Pick<
	StoredTask,
	"state" | "publishedAt" | "points" | "rules" | "scoring" | "briefing" | "sources"
>;

/**
 * The settings that a new version of a class keeps from earlier ones, the strongest last: the settings of the version published
 * last, then what an organiser set in the draft that it replaces. The rest of that draft is replaced with its file.
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

/** All settings of the version from which a new one is made. */
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

interface Standing {
	readonly defaults: TaskDefaults;
	readonly heights: KnownHeights;
	/** Settings kept from earlier versions, the strongest last. @param points of the new version */
	readonly kept: (points: readonly TaskPoint[]) => readonly SourcedSettings[];
	/** Who states the task. */
	readonly from: "file" | "organiser";
}

/**
 * Completes a stated task with the settings that it leaves out, from earlier versions or else from its class, and notes where each
 * comes from.
 */
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

/**
 * Makes heights above the ground into altitudes above the field, as our rules have them, and says so: a program may count them from the
 * start and the finish.
 * @param fieldM height of the airfield
 */
export function overField(stated: FileTask, fieldM: number): FileTask {
	const { startM, finishM } = stated.aboveGround ?? {};
	const above = (key: "start" | "finish", heightM: number) => {
		const values = new URLSearchParams({ height: String(heightM), altitude: String(fieldM + heightM) });
		return { point: null, complaint: `task.file.${key}AboveGround?${values}` } as const;
	};
	return {
		...stated,
		rules: {
			...stated.rules,
			...(startM === undefined ? {} : { startAltitudeM: fieldM + startM }),
			...(finishM === undefined ? {} : { finishAltitudeM: fieldM + finishM }),
		},
		droppedFromFile: [
			...stated.droppedFromFile,
			...(startM === undefined ? [] : [above("start", startM)]),
			...(finishM === undefined ? [] : [above("finish", finishM)]),
		],
	};
}

/** Where the heights of points are known. */
interface KnownHeights {
	/** Waypoints of the file in force. */
	readonly waypoints: readonly Waypoint[];
	/** Null where none is stored. */
	readonly terrain: Terrain | null;
	readonly airfield: Edition["airfield"];
}

/** Metres: a place that is nearer is the same one. */
const samePlaceM = 1_000;

/**
 * Gives a point without a height that of its waypoint, else of the ground, else of the airfield it lies on. Any other point stays
 * without: none is invented.
 */
function withHeights(points: readonly TaskPoint[], known: KnownHeights): TaskPoint[] {
	return points.map((point) => ({ ...point, elevationM: point.elevationM ?? heightOf(point, known) }));
}

function heightOf(point: TaskPoint, { waypoints, terrain, airfield }: KnownHeights): number | null {
	const isHere = (place: Position) => legBetween("wgs84", point, place).distanceM <= samePlaceM;
	const name = point.name.toLowerCase();
	const waypoint = waypoints.find(
		(one) => one.elevationM !== null && one.name.toLowerCase() === name && isHere(one),
	);
	const height =
		waypoint?.elevationM ??
		terrain?.heightAt(point.latitude, point.longitude) ??
		(isHere(airfield) ? airfield.elevation : null);
	return height === null ? null : Math.round(height);
}
