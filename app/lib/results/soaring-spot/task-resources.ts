import { radiansPerDegree } from "~/lib/maps/geodesy/angles";
import { SoaringSpotError } from "./error";
import type { JsonObject } from "./hal";
import { numeric, requiredId, text } from "./resources";

/** A task as the list of a class has it; its points are a list of their own. */
export interface SetTask {
	readonly id: number;
	/** `YYYY-MM-DD` */
	readonly date: string;
	readonly number: number;
	readonly name: string;
	readonly isAreaTask: boolean;
	/** Seconds; null for a racing task. */
	readonly durationS: number | null;
}

/** Angles in degrees, lengths in metres. */
export interface SetPoint {
	/** Of the order in the task. */
	readonly index: number;
	readonly name: string;
	readonly latitude: number;
	readonly longitude: number;
	readonly elevationM: number | null;
	/** `symmetric`, `fixed`, `next`, `previous`, `start`. */
	readonly zoneType: string;
	/** Half the length of a line. */
	readonly radius1: number;
	/** Half of the opening. */
	readonly angle1: number;
	readonly radius2: number;
	readonly angle2: number;
	/** To the inside of the task. */
	readonly angle12: number;
	readonly isLine: boolean;
}

/** @throws SoaringSpotError `shape` without an id */
export function readSetTask(resource: JsonObject): SetTask {
	const isAreaTask = text(resource.task_type) === "assigned_area";
	return {
		id: requiredId(resource),
		date: text(resource.task_date).slice(0, 10),
		number: numeric(resource.task_number) ?? 0,
		name: text(resource.task_name),
		isAreaTask,
		durationS: isAreaTask ? numeric(resource.task_duration) : null,
	};
}

/** @throws SoaringSpotError `shape` without a position */
export function readSetPoint(resource: JsonObject): SetPoint {
	// A rounded half circle, not a little more than one.
	const degrees = (name: string) =>
		Math.round(((numeric(resource[name]) ?? 0) / radiansPerDegree) * 1e7) / 1e7;
	const metres = (name: string) => numeric(resource[name]) ?? 0;
	if (numeric(resource.latitude) === null || numeric(resource.longitude) === null)
		throw new SoaringSpotError("shape", "a point has no position");
	return {
		index: numeric(resource.point_index) ?? 0,
		name: text(resource.name),
		latitude: degrees("latitude"),
		longitude: degrees("longitude"),
		elevationM: numeric(resource.elevation),
		zoneType: text(resource.oz_type).toLowerCase(),
		radius1: metres("oz_radius1"),
		angle1: degrees("oz_angle1"),
		radius2: metres("oz_radius2"),
		angle2: degrees("oz_angle2"),
		angle12: degrees("oz_angle12"),
		isLine: resource.oz_line === true || numeric(resource.oz_line) === 1,
	};
}
