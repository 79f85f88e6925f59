import { parseFlightId } from "../flight-id";
import { SoaringSpotError } from "./error";
import { embedded, embeddedList, isJsonObject, type JsonObject, linkTo } from "./hal";

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
	/** Negative on a practice day. */
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
		/** A decimal factor, in some contests a percentage. */
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

/** A contestant without a name has the names of its pilots. */
function contestantName(contestant: JsonObject): string {
	const name = text(contestant.name);
	if (name) return name;
	return embeddedList(contestant, "pilot")
		.map((pilot) => `${text(pilot.first_name)} ${text(pilot.last_name)}`.trim())
		.filter(Boolean)
		.join(", ");
}

/** The id is the last part of the path. */
function flightIdOf(href: string | null): number | null {
	const path = href?.split(/[?#]/, 1)[0] ?? "";
	return parseFlightId(path.replace(/\/$/, "").split("/").pop());
}

export function requiredId(resource: JsonObject): number {
	const id = positiveInteger(resource.id);
	if (id === null) throw new SoaringSpotError("shape", "a resource has no id");
	return id;
}

export function text(value: unknown): string {
	if (typeof value === "number") return String(value);
	return typeof value === "string" ? value.trim() : "";
}

export function numeric(value: unknown): number | null {
	const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
	return typeof number === "number" && Number.isFinite(number) ? number : null;
}

/** The API states metres per second. */
function kilometresPerHour(speed: number | null): number | null {
	return speed ? Math.round(speed * 3600) / 1000 : null;
}

function positiveInteger(value: unknown): number | null {
	const number = numeric(value);
	return number !== null && Number.isSafeInteger(number) && number > 0 ? number : null;
}
