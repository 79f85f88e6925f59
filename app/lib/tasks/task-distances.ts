import { legBetween } from "~/lib/maps/geodesy/earth";
import type { Leg, Position } from "~/lib/maps/geodesy/position";
import type { Task, TaskPoint } from "~db/schema";
import { areaExtremes } from "./area-extremes";
import { placeZones } from "./zones";

export interface TaskDistances {
	/** From each point to the next, centre to centre. */
	readonly legs: readonly Leg[];
	/** Metres of a finisher: through the points, or through the centres of the areas. */
	readonly distanceM: number;
	/** Metres of the shortest and the longest flight through the areas; null for a racing task. */
	readonly minDistanceM: number | null;
	readonly maxDistanceM: number | null;
}

type Measured = Pick<Task, "kind" | "points"> & {
	readonly scoring: Pick<Task["scoring"], "earth" | "subtractFinishRadius">;
};

/** Lengths of a task by its own model of the earth, less the reduction of its finish. */
export function taskDistances({ kind, points, scoring }: Measured): TaskDistances {
	const lengthOf = (path: readonly Position[]) => {
		const whole = legsOf(path, scoring.earth).reduce((sum, { distanceM }) => sum + distanceM, 0);
		return Math.max(0, whole - finishReduction(points, scoring.subtractFinishRadius));
	};
	const areas = kind === "AAT" && points.length > 2 ? areaExtremes(placeZones(points)) : null;
	return {
		legs: legsOf(points, scoring.earth),
		distanceM: lengthOf(points),
		minDistanceM: areas && lengthOf(areas.shortest),
		maxDistanceM: areas && lengthOf(areas.longest),
	};
}

function legsOf(path: readonly Position[], earth: Task["scoring"]["earth"]): Leg[] {
	return path.slice(1).map((to, index) => legBetween(earth, path[index] ?? to, to));
}

/** Metres that come off the distance of a finisher, as he is home at the edge of the finish. */
export function finishReduction(points: readonly TaskPoint[], subtracted: boolean): number {
	const zone = points.at(-1)?.zone;
	if (!subtracted || !zone) return 0;
	if (zone.shape === "line") return zone.lengthM / 2;
	return zone.shape === "cylinder" || zone.shape === "ring" ? zone.radiusM : 0;
}
