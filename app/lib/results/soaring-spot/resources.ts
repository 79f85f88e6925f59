import { radiansPerDegree } from "~/lib/maps/geodesy";
import { parseFlightId } from "../results-address";
import { embedded, embeddedList, isJsonObject, type JsonObject, linkTo, SoaringSpotError } from "./hal";

export interface SoaringSpotClass {
	readonly id: number;
	readonly name: string;
	/** `club`, `18_meter`, …; some classes have none. */
	readonly type: string | null;
}

export interface SoaringSpotContest {
	readonly id: number;
	readonly name: string;
}

export interface SoaringSpotTask {
	/** `YYYY-MM-DD` */
	readonly date: string;
	/** The number is negative on a practice day. */
	readonly number: number;
	/** `preliminary`, `unofficial`, `official`, `cancelled`, `practice`; others may come. */
	readonly status: string;
	readonly results: readonly SoaringSpotResult[];
}

export interface SoaringSpotResult {
	readonly rank: number | null;
	readonly totalRank: number | null;
	readonly points: number;
	readonly totalPoints: number | null;
	readonly penalty: number | null;
	/** Null when the source states none, or 0. */
	readonly distanceM: number | null;
	readonly speedKmh: number | null;
	readonly flightId: number | null;
	readonly contestant: {
		readonly name: string;
		readonly club: string | null;
		readonly glider: string;
		readonly startNumber: string;
		readonly registrationNumber: string | null;
		/** A decimal factor; in some contests a percentage. */
		readonly handicap: number | null;
		readonly notCompeting: boolean;
	};
}

/** @throws SoaringSpotError `shape` without an id */
export function readContest(resource: JsonObject): SoaringSpotContest {
	return { id: requiredId(resource), name: text(resource.name) };
}

/** @throws SoaringSpotError `shape` without an id */
export function readClass(resource: JsonObject): SoaringSpotClass {
	return { id: requiredId(resource), name: text(resource.name), type: text(resource.type) || null };
}

/** @throws SoaringSpotError `shape` without date, number or a contestant */
export function readTask(resource: JsonObject): SoaringSpotTask {
	const date = text(resource.task_date).slice(0, 10);
	const number = numeric(resource.task_number);
	if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new SoaringSpotError("shape", "a task has no date");
	if (number === null) throw new SoaringSpotError("shape", `the task of ${date} has no number`);
	return {
		date,
		number,
		status: text(resource.result_status).toLowerCase(),
		results: embeddedList(resource, "results").map(readResult),
	};
}

function readResult(resource: JsonObject): SoaringSpotResult {
	const contestant = embedded(resource, "contestant");
	if (!isJsonObject(contestant)) throw new SoaringSpotError("shape", "a result has no contestant");
	return {
		rank: positiveInteger(resource.rank),
		totalRank: positiveInteger(resource.rank_total),
		points: numeric(resource.points) ?? 0,
		totalPoints: numeric(resource.points_total),
		penalty: numeric(resource.penalty),
		distanceM: numeric(resource.scored_distance) || null,
		speedKmh: kilometresPerHour(numeric(resource.scored_speed)),
		flightId: flightIdOf(linkTo(resource, "flight")),
		contestant: {
			name: contestantName(contestant),
			club: text(contestant.club) || null,
			glider: text(contestant.aircraft_model),
			startNumber: text(contestant.contestant_number),
			registrationNumber: text(contestant.aircraft_registration) || null,
			handicap: numeric(contestant.handicap),
			notCompeting:
				contestant.not_competing === true || text(contestant.not_competing).toLowerCase() === "true",
		},
	};
}

/** The name of a contestant, or the names of its pilots when it has none. */
function contestantName(contestant: JsonObject): string {
	const name = text(contestant.name);
	if (name) return name;
	return embeddedList(contestant, "pilot")
		.map((pilot) => `${text(pilot.first_name)} ${text(pilot.last_name)}`.trim())
		.filter(Boolean)
		.join(", ");
}

/** The id of a flight, which is the last part of the path. */
function flightIdOf(href: string | null): number | null {
	const path = href?.split(/[?#]/, 1)[0] ?? "";
	return parseFlightId(path.replace(/\/$/, "").split("/").pop());
}

function requiredId(resource: JsonObject): number {
	const id = positiveInteger(resource.id);
	if (id === null) throw new SoaringSpotError("shape", "a resource has no id");
	return id;
}

function text(value: unknown): string {
	if (typeof value === "number") return String(value);
	return typeof value === "string" ? value.trim() : "";
}

function numeric(value: unknown): number | null {
	const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
	return typeof number === "number" && Number.isFinite(number) ? number : null;
}

/** Converts from metres per second, in which the API states speeds. */
function kilometresPerHour(speed: number | null): number | null {
	return speed ? Math.round(speed * 3600) / 1000 : null;
}

function positiveInteger(value: unknown): number | null {
	const number = numeric(value);
	return number !== null && Number.isSafeInteger(number) && number > 0 ? number : null;
}

/** A task as it stands in the list of a class. Its points have a list of their own. */
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

/** A point of a task. Angles are in degrees, lengths in metres. */
export interface SetPoint {
	/** Position in the order of the task. */
	readonly index: number;
	readonly name: string;
	readonly latitude: number;
	readonly longitude: number;
	readonly elevationM: number | null;
	/** `symmetric`, `fixed`, `next`, `previous`, `start`. */
	readonly zoneType: string;
	/** Radius; half the length of a line. */
	readonly radius1: number;
	/** Half of the opening angle. */
	readonly angle1: number;
	readonly radius2: number;
	readonly angle2: number;
	/** Direction towards the inside of the task. */
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
	// It is rounded, so that a half circle is not a little more than one.
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
