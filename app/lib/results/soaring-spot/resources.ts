import { parseFlightId } from "../flight-id";
import { SoaringSpotError } from "./error";
import { embedded, embeddedList, isJsonObject, type JsonObject, linkTo } from "./hal";

/** A class of a contest as SoaringSpot describes it. */
export interface SoaringSpotClass {
	id: number;
	name: string;
	/** `club`, `18_meter`, …; null when the source gives none. */
	type: string | null;
}

/** A contest that the key may read. */
export interface SoaringSpotContest {
	id: number;
	name: string;
}

export interface SoaringSpotTask {
	/** `YYYY-MM-DD` */
	date: string;
	/** Negative on a practice day. */
	number: number;
	/** `preliminary`, `unofficial`, `official`, `cancelled`, `practice`, or what the source invents next. */
	status: string;
	results: SoaringSpotResult[];
}

export interface SoaringSpotResult {
	rank: number | null;
	totalRank: number | null;
	points: number;
	totalPoints: number | null;
	penalty: number;
	flightId: number | null;
	contestant: {
		name: string;
		club: string | null;
		glider: string;
		startNumber: string;
		registrationNumber: string | null;
		/** As the source gives it: a decimal factor, in some contests a percentage. */
		handicap: number | null;
		notCompeting: boolean;
	};
}

/** Reads a contest; throws `shape` when id or name is missing. */
export function readContest(resource: JsonObject): SoaringSpotContest {
	return { id: requiredId(resource), name: text(resource.name) };
}

/** Reads a class of a contest; throws `shape` without an id. */
export function readClass(resource: JsonObject): SoaringSpotClass {
	return { id: requiredId(resource), name: text(resource.name), type: text(resource.type) || null };
}

/** Reads a task with its embedded results; throws `shape` when date, number or a contestant is missing. */
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
		penalty: numeric(resource.penalty) ?? 0,
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

/** The contestant's own name, or the names of its pilots when it has none. */
function contestantName(contestant: JsonObject): string {
	const name = text(contestant.name);
	if (name) return name;
	return embeddedList(contestant, "pilot")
		.map((pilot) => `${text(pilot.first_name)} ${text(pilot.last_name)}`.trim())
		.filter(Boolean)
		.join(", ");
}

/** Last part of the flight link's path. */
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

function positiveInteger(value: unknown): number | null {
	const number = numeric(value);
	return number !== null && Number.isSafeInteger(number) && number > 0 ? number : null;
}
