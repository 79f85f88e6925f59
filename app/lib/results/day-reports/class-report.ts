import { type ClassStatuses, isFlying } from "~/lib/days/statuses/count-statuses.server";
import { evaluatingOf } from "~/lib/scoring/preliminary-scores.server";
import { changedAt, placesMayChange } from "~/lib/scoring/score-sheet";
import type { ResultStatus, RowStatus } from "~db/enums";
import type { Evaluating } from "~db/schema";
import type { ComputedRow, OfficialRow } from "./day-results.server";

/** A competitor's result on a day. */
export interface DayResult {
	/** Null for a competitor who matches no entry. */
	readonly registrationId: string | null;
	/** Whether it is the reader's own result: ids of accounts do not leave the server. */
	readonly isOwn: boolean;
	readonly startNumber: string | null;
	readonly name: string;
	readonly glider: string;
	/** Null while there is nothing to place. */
	readonly place: number | null;
	readonly points: number | null;
	readonly speedKmh: number | null;
	readonly distanceM: number | null;
	/** The status in our scores; null in results of the official scorer. */
	readonly status: RowStatus | null;
	/** Whether a page explains the score. */
	readonly isExplained: boolean;
}

export interface DayResults {
	readonly status: ResultStatus;
	readonly updatedAt: Date;
	/** Logs that our engine has counted, as long as the official scorer has no results; else null. */
	readonly logs: {
		readonly count: number;
		readonly expected: number;
		/** Set while logs are evaluated anew. */
		readonly evaluating: Evaluating | null;
	} | null;
	/** See `placesMayChange`. */
	readonly mayChange: boolean;
	/** Rows sorted by place. */
	readonly rows: readonly DayResult[];
}

/**
 * The results of a class on a day; null while it has none. The results of the official scorer replace preliminary ones.
 * @param readerId account of the signed-in user; null for a visitor
 */
export function resultsOfClass(
	classId: string,
	official: readonly OfficialRow[],
	allComputed: readonly ComputedRow[],
	readerId: string | null,
): DayResults | null {
	const toResult = (row: StatedRow) => resultFor(readerId, row);
	const stated = official.filter((row) => row.classId === classId);
	const [first] = stated;
	if (first) {
		const { status, updatedAt } = first;
		return {
			status,
			updatedAt,
			logs: null,
			mayChange: false,
			rows: stated.map((row) => toResult({ ...row, ...notStated })),
		};
	}
	const computed = allComputed.filter((row) => row.classId === classId);
	const [sheet] = computed;
	if (!sheet) return null;
	const { state, logs, expected } = sheet;
	const evaluating = evaluatingOf(sheet);
	return {
		status: state,
		updatedAt: changedAt(sheet),
		logs: { count: logs, expected, evaluating },
		mayChange: placesMayChange({ ...sheet, evaluating }),
		rows: computed.map(toResult),
	};
}

/** Fields that the official scorer does not state. */
const notStated = { status: null, isExplained: false } as const;

type StatedRow = Omit<DayResult, "isOwn"> & { readonly userId: string | null };

function resultFor(readerId: string | null, row: StatedRow): DayResult {
	const { registrationId, userId, startNumber, name, glider } = row;
	const isOwn = readerId !== null && userId === readerId;
	const { place, points, speedKmh, distanceM, status, isExplained } = row;
	return {
		registrationId,
		isOwn,
		startNumber,
		name,
		glider,
		place,
		points,
		speedKmh,
		distanceM,
		status,
		isExplained,
	};
}

interface PlacedResult extends DayResult {
	readonly place: number;
	readonly points: number;
}

/** Competitors up to a place of a day. There are more when places are shared, and nobody without points. */
export function upToPlace({ rows }: Pick<DayResults, "rows">, places: number): readonly PlacedResult[] {
	return rows.flatMap((row) => {
		const { place, points } = row;
		return place !== null && place <= places && points ? [{ ...row, place, points }] : [];
	});
}

/**
 * What a class is about on a day with a task:
 * - `morning`: nobody has launched
 * - `air`: somebody is flying, or all have landed and there is no result yet
 * - `evening`: there are results, and nobody is flying
 */
export type ClassStage = "morning" | "air" | "evening";

/**
 * In which stage of a day a class is. A status "flying" was forgotten when the official scorer already has results, and does not count.
 */
export function stageOf(statuses: ClassStatuses, results: DayResults | null, isPast: boolean): ClassStage {
	if (results && (results.logs === null || !isFlying(statuses, isPast))) return "evening";
	const { counts } = statuses;
	return counts.FLYING + counts.OUTLANDING + counts.HOME > 0 ? "air" : "morning";
}
