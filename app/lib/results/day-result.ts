import { compareNames } from "~/lib/i18n/collate";
import { placesMayChange } from "~/lib/scoring/day-scores";
import {
	type ClassType,
	type Crew,
	type ResultSource,
	type ResultStatus,
	type RowStatus,
	rowStatuses,
} from "~db/enums";
import type { DayFigures, Evaluating, HoldReason, RowPenalty, ScoreOverride } from "~db/schema";

/** Figures of a flight. One is null when nobody states it. */
export interface FlightFigures {
	readonly distanceM: number | null;
	readonly speedKmh: number | null;
	readonly penalty: number | null;
}

/** What our engine computed. */
export interface OurFigures extends FlightFigures {
	readonly status: RowStatus;
	/** The sum of `penalties`. */
	readonly penalty: number;
	/** Milliseconds since 1970. */
	readonly start: number | null;
	readonly finish: number | null;
	readonly timeS: number | null;
	/** Penalties with their reasons. */
	readonly penalties: readonly RowPenalty[];
	/** Whether a page explains the score. */
	readonly isExplained: boolean;
}

export interface Disqualification {
	/** Local date of the first day. */
	readonly from: string;
	/** Null for an erased account. */
	readonly reason: string | null;
}

/** A competitor's result on a day: of ours, or from elsewhere, whichever holds. */
export interface DayResult extends FlightFigures {
	readonly classId: string;
	readonly dayId: string;
	/** Identifies the competitor on every day. */
	readonly competitor: string;
	/** The entry; null for a competitor who matches none. */
	readonly registrationId: string | null;
	/** Whether it is the reader's own result: ids of accounts do not leave the server. */
	readonly isOwn: boolean;
	/** Null when the source knows only the name. */
	readonly startNumber: string | null;
	readonly name: string;
	/** Nation of the pilot, ISO 3166 alpha-2; null when nobody has said it. */
	readonly nation: string | null;
	/** Name of the second pilot, and who of both has flown; null without one, and when nobody has said it. */
	readonly secondPilot: string | null;
	readonly crew: Crew | null;
	readonly aeroclub: string;
	readonly glider: string;
	/** The factor H; null when the source does not state it. */
	readonly handicap: number | null;
	/** Null for guests, and while there is nothing to place. */
	readonly place: number | null;
	/** After penalties; null while the flight is not evaluated. */
	readonly points: number | null;
	readonly isGuest: boolean;
	/** Set for a competitor who is disqualified from the competition, on days before it too. */
	readonly disqualification: Disqualification | null;
	/** What our engine says of the flight, as long as the results are ours alone; else null. */
	readonly status: RowStatus | null;
	/** Why our scores have no points for the flight, as long as they are ours alone; null when nothing holds it. */
	readonly held: HoldReason | null;
	/** Points that undecided findings propose, 0 for a finding without points, as long as the results are ours alone; else null. */
	readonly proposed: number | null;
	readonly override: ScoreOverride | null;
	/** What we computed, also beside results from elsewhere; null when visitors do not see it, and without an entry. */
	readonly ours: OurFigures | null;
	/** What the source says of the total after this day; null when it does not. */
	readonly totalPoints: number | null;
	readonly totalPosition: number | null;
	readonly flightId: number | null;
}

/** How final our own results are. */
export interface OurState {
	readonly id: string;
	readonly state: ResultStatus;
	readonly stateSince: Date | null;
	/** The end of the protest time; null while the results are preliminary. */
	readonly protestsUntil: Date | null;
	/** Why the scorer has chosen another end than the edition's. */
	readonly protestsUntilReason: string | null;
	readonly revision: number;
	readonly reopenedAt: Date | null;
	readonly reopenReason: string | null;
	readonly openProtests: number;
	/** Whether somebody of the class flies or is in a field. */
	readonly isAnybodyOut: boolean;
	readonly computedAt: Date;
	readonly engine: string;
	/** Logs that are counted, and competitors who owe one. */
	readonly logs: number;
	readonly expected: number;
	/** Set while logs are evaluated anew. */
	readonly evaluating: Evaluating | null;
	readonly figures: DayFigures;
}

/** The results of a class on a day without their rows. */
export interface ResultsOfDay {
	readonly classId: string;
	readonly classType: ClassType;
	readonly dayId: string;
	readonly dayName: string;
	/** Local date. */
	readonly date: string;
	/** Whose results hold. */
	readonly source: ResultSource;
	readonly status: ResultStatus;
	/** Since when they are as they are. */
	readonly updatedAt: Date;
	/** Null when results from elsewhere hold. */
	readonly ours: OurState | null;
	/** Whether an earlier day of the class has a table, and no task here: the totals of another source may include it. */
	readonly isAfterUncounted: boolean;
	/** Whether no later day of the class can have results: all are cancelled, or there is none. */
	readonly isLast: boolean;
}

/** The results of a class on a day. */
export interface DayResults extends ResultsOfDay {
	/** By place; rows without one come last. */
	readonly rows: readonly DayResult[];
}

/** Whether results are not ours alone: those of another source, and ours once they are official. */
export function isPublic({ source, status }: Pick<ResultsOfDay, "source" | "status">): boolean {
	return source !== "here" || status === "official";
}

/** Whether too few of those who launched flew the least distance, by our own scoring: the day is none, and all have 0 points. */
export function isInvalid({ ours }: Pick<ResultsOfDay, "ours">): boolean {
	return ours !== null && !ours.figures.counts;
}

/** Whether places may change: somebody who launched is not evaluated yet or, before the points are announced, not home yet. */
export function mayChange({ ours, ...day }: Pick<ResultsOfDay, "source" | "status" | "ours">): boolean {
	if (isPublic(day) || ours === null) return false;
	return placesMayChange({ ...ours.figures, ...ours }) || (day.status === "preliminary" && ours.isAnybodyOut);
}

type Placed = Pick<DayResult, "place" | "status"> & { readonly startNumber: string | null };

/** Compares by place. Rows that can still score come below, by start number. */
export function byPlace(a: Placed, b: Placed): number {
	return orderOf(a) - orderOf(b) || compareNames(a.startNumber ?? "", b.startNumber ?? "");
}

/** Compares official results by place, and equal ones by name. */
export function byPlaceAndName(a: DayResult, b: DayResult): number {
	return orderOf(a) - orderOf(b) || compareNames(a.name, b.name);
}

function orderOf({ place, status }: Placed): number {
	return place ?? 1000 + (status ? rowStatuses.indexOf(status) : 0);
}

/** Rows up to a place of a day. There are more when places are shared, and nobody without points. */
export function upToPlace(rows: readonly DayResult[], places: number) {
	return rows.flatMap((row) => {
		const { place, points } = row;
		return place !== null && place <= places && points ? [{ ...row, place, points }] : [];
	});
}
