import type { Finding, Performance } from "./performance";
import type { DayFigures, PointsRow } from "./points";
import type { ScoreOverride, ScorePenalty } from "./score-decision";

/** In the order of a table: those who have or can get points first. */
export const rowStatuses = ["finished", "out", "flying", "withheld", "missing", "dsq", "dnf"] as const;
export type RowStatus = (typeof rowStatuses)[number];

/**
 * Why a flight has no points before somebody has looked at it: its log is somebody else's and not confirmed, and then its row says what
 * it would without a log; or something is found in it.
 */
export type HoldReason = "unconfirmed" | "findings";

/** A competitor's day. It names the entry; the pilot's name is read with it. */
export interface ScoredRow extends Omit<PointsRow, "id"> {
	readonly registrationId: string;
	readonly status: RowStatus;
	/** The factor H that was used. */
	readonly handicap: number;
	/** Neither glider nor scorer gives a handicap, so the factor is 1. */
	readonly isHandicapMissing: boolean;
	readonly guest: boolean;
	readonly penalty: number;
	readonly penalties: readonly ScorePenalty[];
	readonly override: ScoreOverride | null;
	/** Milliseconds since 1970. */
	readonly start: number | null;
	readonly finish: number | null;
	readonly distanceM: number | null;
	readonly timeS: number | null;
	readonly speedKmh: number | null;
	/** Null without an evaluated log. With at most `mostOtherStarts`, and less of it where the sheet would not fit. */
	readonly flight: Performance | null;
	/** Why the row has no points for its flight, where not the engine says it. Absent when nothing holds the flight. */
	readonly held?: HoldReason;
}

/** The place as people read it: who has no points has none, as on a day on which nobody has any. */
export function shownPlace({ rank, points }: Pick<ScoredRow, "rank" | "points">): number | null {
	return points === null || points === 0 ? null : rank;
}

/** Whether a row has a page of its own: there is a log, or the scorer has decided without one. */
export function isExplained({ flight, distanceM }: Pick<ScoredRow, "flight" | "distanceM">): boolean {
	return flight !== null || distanceM !== null;
}

/** Whether somebody who launched is not evaluated yet, or logs are evaluated anew: the places may change, and none has a medal. */
export function placesMayChange({
	presumed,
	evaluating = null,
}: Pick<DayFigures, "presumed"> & { readonly evaluating?: Evaluating | null }): boolean {
	return presumed > 0 || evaluating !== null;
}

/** Logs of a class that are evaluated against the version in force, of all. */
export interface Evaluating {
	readonly done: number;
	readonly of: number;
}

/** The preliminary scores of a class on a day, with all that explains them. */
export interface ScoreSheet {
	readonly task: {
		readonly id: string;
		/** 1 is version A. */
		readonly number: number;
		readonly kind: "RT" | "AAT";
		readonly taskTimeS: number | null;
		readonly d1Km: number;
		readonly dmKm: number;
		readonly handicaps: boolean;
		/** Names of the points, start and finish included. */
		readonly points: readonly string[];
	};
	/** While logs are evaluated anew, in steps: how many of them are. */
	readonly evaluating?: Evaluating;
	/** Evaluated logs, and competitors who are expected. */
	readonly logs: number;
	readonly expected: number;
	readonly day: DayFigures;
	/** By rank; those without one last. */
	readonly rows: readonly ScoredRow[];
}

/** Bytes of a sheet as JSON. A row of the database holds a few times as much, and every page of the class reads it. */
export const largestSheet = 256 * 1024;
/** Other starts in a row. */
export const mostOtherStarts = 5;

/** The sheet in a size that can be stored: rows with the most detail lose theirs, and none of its points. */
export function fitted(sheet: ScoreSheet): ScoreSheet {
	let size = sizeOf(sheet);
	if (size <= largestSheet) return sheet;
	const rows = [...sheet.rows];
	const largestFirst = rows
		.map((row, place) => ({ place, size: sizeOf(row) }))
		.sort((a, b) => b.size - a.size);
	for (const { place, size: before } of largestFirst) {
		const row = rows[place];
		if (size <= largestSheet || !row?.flight) continue;
		const less = { ...row, flight: withoutDetail(row.flight) };
		rows[place] = less;
		size += sizeOf(less) - before;
	}
	return { ...sheet, rows };
}

function sizeOf(value: unknown): number {
	return new TextEncoder().encode(JSON.stringify(value)).length;
}

/** What the numbers of this and other days need stays: late logs are counted, and an irregular flight has no points. */
function withoutDetail(flight: Performance): Performance {
	const needed = flight.findings.filter(({ kind }) => kind === "logLate" || kind === "tooIrregular");
	const lost: Finding = { kind: "tooManyFindings", at: null, value: null, proposedPoints: 0, point: null };
	return { ...flight, otherStarts: [], findings: [...needed, lost] };
}
