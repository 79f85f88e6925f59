import { radiansPerDegree } from "~/lib/maps/geodesy";
import { parseFlightId } from "../results-address";
import { embedded, embeddedList, isJsonObject, type JsonObject, linkTo, SoaringSpotError } from "./hal";

/** @throws SoaringSpotError `shape` without an id */
export function readContest(resource: JsonObject) {
	return { id: requiredId(resource), name: text(resource.name) };
}

export type SoaringSpotContest = ReturnType<typeof readContest>;

/** @throws SoaringSpotError `shape` without an id */
export function readClass(resource: JsonObject) {
	/** `club`, `18_meter`, …; some classes have none. */
	const type = text(resource.type) || null;
	return { id: requiredId(resource), name: text(resource.name), type };
}

export type SoaringSpotClass = ReturnType<typeof readClass>;

/** @throws SoaringSpotError `shape` without date, number or a contestant */
export function readTask(resource: JsonObject) {
	const date = text(resource.task_date).slice(0, 10);
	const number = numeric(resource.task_number);
	if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new SoaringSpotError("shape", "a task has no date");
	if (number === null) throw new SoaringSpotError("shape", `the task of ${date} has no number`);
	return {
		/** `YYYY-MM-DD` */
		date,
		/** The number is negative on a practice day. */
		number,
		/** `preliminary`, `unofficial`, `official`, `cancelled`, `practice`; others may come. */
		status: text(resource.result_status).toLowerCase(),
		results: embeddedList(resource, "results").map(readResult),
	};
}

export type SoaringSpotTask = ReturnType<typeof readTask>;
export type SoaringSpotResult = SoaringSpotTask["results"][number];

function readResult(resource: JsonObject) {
	const contestant = embedded(resource, "contestant");
	if (!isJsonObject(contestant)) throw new SoaringSpotError("shape", "a result has no contestant");
	return {
		rank: positiveInteger(resource.rank),
		totalRank: positiveInteger(resource.rank_total),
		points: numeric(resource.points) ?? 0,
		totalPoints: numeric(resource.points_total),
		penalty: numeric(resource.penalty),
		/** Null when the source states none, or 0. */
		distanceM: numeric(resource.scored_distance) || null,
		speedKmh: kilometresPerHour(numeric(resource.scored_speed)),
		flightId: flightIdOf(linkTo(resource, "flight")),
		contestant: {
			name: contestantName(contestant),
			club: text(contestant.club) || null,
			glider: text(contestant.aircraft_model),
			startNumber: text(contestant.contestant_number),
			registrationNumber: text(contestant.aircraft_registration) || null,
			/** A decimal factor; in some contests a percentage. */
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

/** Reads a task as it stands in the list of a class. Its points have a list of their own. @throws SoaringSpotError `shape` without an id */
export function readSetTask(resource: JsonObject) {
	const isAreaTask = text(resource.task_type) === "assigned_area";
	return {
		id: requiredId(resource),
		date: text(resource.task_date).slice(0, 10),
		number: numeric(resource.task_number) ?? 0,
		name: text(resource.task_name),
		isAreaTask,
		/** Seconds; null for a racing task. */
		durationS: isAreaTask ? numeric(resource.task_duration) : null,
	};
}

export type SetTask = ReturnType<typeof readSetTask>;

/** Reads a point of a task. Angles are in degrees, lengths in metres. @throws SoaringSpotError `shape` without a position */
export function readSetPoint(resource: JsonObject) {
	// It is rounded, so that a half circle is not a little more than one.
	const degrees = (name: string) =>
		Math.round(((numeric(resource[name]) ?? 0) / radiansPerDegree) * 1e7) / 1e7;
	const metres = (name: string) => numeric(resource[name]) ?? 0;
	if (numeric(resource.latitude) === null || numeric(resource.longitude) === null)
		throw new SoaringSpotError("shape", "a point has no position");
	return {
		/** Position in the order of the task. */
		index: numeric(resource.point_index) ?? 0,
		name: text(resource.name),
		latitude: degrees("latitude"),
		longitude: degrees("longitude"),
		elevationM: numeric(resource.elevation),
		/** `symmetric`, `fixed`, `next`, `previous`, `start`. */
		zoneType: text(resource.oz_type).toLowerCase(),
		/** Radius; half the length of a line. */
		radius1: metres("oz_radius1"),
		/** Half of the opening angle. */
		angle1: degrees("oz_angle1"),
		radius2: metres("oz_radius2"),
		angle2: degrees("oz_angle2"),
		/** Direction towards the inside of the task. */
		angle12: degrees("oz_angle12"),
		isLine: resource.oz_line === true || numeric(resource.oz_line) === 1,
	};
}

export type SetPoint = ReturnType<typeof readSetPoint>;
