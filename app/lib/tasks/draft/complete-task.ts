import { legBetween } from "~/lib/maps/geodesy/earth";
import type { Position } from "~/lib/maps/geodesy/position";
import type { SettingSources, Task, TaskPoint, Waypoint } from "~db/schema";
import type { TaskDefaults } from "~editions/parts";
import type { Edition } from "~editions/schema";
import { classScoring, noBriefing } from "../task-defaults";
import { type TaskInput, toPoints } from "../task-schema";
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

/** Where the heights of points are known. */
interface KnownHeights {
	/** Of the waypoint file in force. */
	readonly waypoints: readonly Waypoint[];
	readonly airfield: Edition["airfield"];
}

/** Metres: a place that is nearer is the same one. */
const samePlaceM = 1_000;

/** Gives a point without a height that of its waypoint, else of the airfield it lies on. Any other stays without: none is invented. */
function withHeights(points: readonly TaskPoint[], known: KnownHeights): TaskPoint[] {
	return points.map((point) => ({ ...point, elevationM: point.elevationM ?? heightOf(point, known) }));
}

function heightOf(point: TaskPoint, { waypoints, airfield }: KnownHeights): number | null {
	const isHere = (place: Position) => legBetween("wgs84", point, place).distanceM <= samePlaceM;
	const name = point.name.toLowerCase();
	const waypoint = waypoints.find(
		(one) => one.elevationM !== null && one.name.toLowerCase() === name && isHere(one),
	);
	const height = waypoint?.elevationM ?? (isHere(airfield) ? airfield.elevation : null);
	return height === null ? null : Math.round(height);
}
