import { compareNames } from "~/lib/i18n/collate";
import { pick } from "~/lib/pick";
import {
	type ClassType,
	type ResultSource,
	type ResultStatus,
	resultStatuses,
	type TaskStatus,
} from "~db/enums";
import { placeAmong, podiumPlaces, sumOf } from "./running-total";

export interface ResultRow {
	/** Identifies the competitor on every day. */
	readonly competitor: string;
	/** Null when no accepted entry of the class has the start number. */
	readonly registrationId: string | null;
	readonly position: number;
	/** Null when the source knows only the name. */
	readonly startNumber: string | null;
	readonly name: string;
	readonly aeroclub: string;
	readonly glider: string;
	readonly handicap: number | null;
	readonly points: number;
	/** Null in totals, which are of many flights. */
	readonly flightId: number | null;
}

/** A day's result. A figure of the flight is null when the source does not state it. */
export interface DailyRow extends ResultRow {
	readonly penalty: number | null;
	readonly distanceM: number | null;
	readonly speedKmh: number | null;
}

/** The results of one class on one day, without the rows. */
export interface ResultTable {
	readonly dayId: string;
	readonly dayName: string;
	/** Local date. */
	readonly date: string;
	readonly task: TaskStatus;
	readonly status: ResultStatus;
	readonly source: ResultSource;
	readonly updatedAt: Date;
}

export interface ClassWithTables {
	readonly id: string;
	readonly name: string;
	readonly type: ClassType;
	/** Sheets sorted by date. */
	readonly sheets: readonly ResultTable[];
}

/** An official result of a counted day. */
interface OfficialResult {
	readonly competitor: string;
	/** Local date. */
	readonly date: string;
	readonly registrationId: string | null;
	readonly name: string;
	readonly aeroclub: string;
	readonly glider: string;
	readonly handicap: number | null;
	readonly totalPoints: number | null;
	readonly totalPosition: number | null;
	readonly points: number;
	readonly place: number;
}

/** The state of a class after its last scored day. */
export interface Standings {
	readonly after: ResultTable;
	/** Status of the least final day. */
	readonly status: ResultStatus;
	readonly updatedAt: Date;
	readonly rows: readonly ResultRow[];
}

/** Returns the sheets that count: only days with a task do. */
export function countedSheets(sheets: readonly ResultTable[]): readonly ResultTable[] {
	return sheets.filter(({ task }) => task === "TASK");
}

/** Sorts rows by position, and equal ones by name. */
export function inOrder<Row extends ResultRow>(rows: readonly Row[]): Row[] {
	return rows.toSorted((a, b) => a.position - b.position || compareNames(a.name, b.name));
}

/** The podium of a total. Nobody leads while nobody has a point. */
export function scoredPodium(rows: readonly ResultRow[]) {
	const first = rows.some(({ points }) => points > 0) ? podium(rows) : [];
	return first.map(({ position, ...row }) => ({ ...row, place: position }));
}

/** The first three places: more than three rows when the third place is shared. */
export function podium<Row extends ResultRow>(rows: readonly Row[]): readonly Row[] {
	return rows.filter(({ position }) => position <= podiumPlaces);
}

/**
 * The start number in a competitor's key; null when the competitor is known only by name. Names of erased accounts are all the
 * same, so `competitor` adds something to tell them apart.
 */
export function startNumberOf({
	competitor,
	name,
}: Pick<OfficialResult, "competitor" | "name">): string | null {
	return competitor === name || competitor.startsWith(`${name} `) ? null : competitor;
}

/**
 * The standings of a class; null while none of its days counts. The source's points and places apply as long as it counts the same
 * days. Otherwise points are summed, and places are those of `placeAmong`. Pages call `totalOfClass`, which calls this.
 * @param results of the class, sorted by date
 */
export function standingsOf(
	sheets: readonly ResultTable[],
	results: readonly OfficialResult[],
): Standings | null {
	const counted = countedSheets(sheets);
	const after = counted.at(-1);
	if (!after) return null;
	const status = resultStatuses.find((one) => counted.some((sheet) => sheet.status === one)) ?? after.status;
	const updatedAt = new Date(Math.max(...counted.map((sheet) => sheet.updatedAt.getTime())));
	return { after, status, updatedAt, rows: rowsOf(results, after, countsTheSameDays(sheets, after)) };
}

/** Whether the source scored every day up to the last one itself, and all of them count. */
function countsTheSameDays(sheets: readonly ResultTable[], after: ResultTable): boolean {
	return sheets.every(
		({ date, task, source }) => date > after.date || (task === "TASK" && source === "soaring-spot"),
	);
}

function rowsOf(results: readonly OfficialResult[], after: ResultTable, sourceHolds: boolean): ResultRow[] {
	const sums = sumsOf(results);
	const present = sums.filter(({ last }) => last.date === after.date);
	const stated = sourceHolds && present.every(({ last }) => last.totalPoints !== null);
	const totals = sums.map((sum) =>
		stated && sum.last.date === after.date ? { ...sum, points: sum.last.totalPoints ?? 0 } : sum,
	);
	const placed =
		stated && present.length === sums.length && sums.every(({ last }) => last.totalPosition !== null);
	return inOrder(
		totals.map(({ last, ...own }) => ({
			position: placed ? (last.totalPosition ?? 0) : placeAmong(own, totals),
			...pick(last, "competitor", "registrationId", "name", "aeroclub", "glider", "handicap"),
			startNumber: startNumberOf(last),
			points: own.points,
			flightId: null,
		})),
	);
}

/** Sums the results of each competitor, and describes the competitor by the last one. */
function sumsOf(results: readonly OfficialResult[]) {
	const byCompetitor = new Map<string, [OfficialResult, ...OfficialResult[]]>();
	for (const result of results)
		byCompetitor.set(result.competitor, [result, ...(byCompetitor.get(result.competitor) ?? [])]);
	return [...byCompetitor.values()].map((own) => ({ last: own[0], ...sumOf(own) }));
}
