import { compareNames } from "~/lib/i18n/collate";
import type { ClassType, TaskStatus } from "~db/enums";
import type { ResultStatus } from "./soaring-spot/map-results";

/** A row of a table of results. */
export interface ResultRow {
	readonly position: number;
	/** Null where the source knows the competitor by name only. */
	readonly startNumber: string | null;
	readonly name: string;
	readonly aeroclub: string;
	readonly glider: string;
	readonly handicap: number | null;
	readonly points: number;
	/** Flight of the day; null in totals, which are of many flights. */
	readonly flightId: number | null;
}

/** Results of one class on one day, without their rows. */
export interface ResultSheet {
	readonly dayId: string;
	readonly dayName: string;
	/** Local date. */
	readonly date: string;
	readonly task: TaskStatus;
	readonly status: ResultStatus;
	readonly source: "soaring-spot" | "csv";
	readonly updatedAt: Date;
}

/** A class with the sheets of its days, in the order of the dates. */
export interface ClassWithSheets {
	readonly id: string;
	readonly name: string;
	readonly type: ClassType;
	readonly sheets: readonly ResultSheet[];
}

/** One competitor's counted days in one: who it is and the source's totals as of the last of them, and the sum. */
export interface CompetitorSum {
	readonly competitor: string;
	/** Last counted day the competitor has a result of. */
	readonly lastDate: string;
	readonly name: string;
	readonly aeroclub: string;
	readonly glider: string;
	readonly handicap: number | null;
	readonly totalPoints: number | null;
	readonly totalPosition: number | null;
	/** Sum of the points of all counted days. */
	readonly points: number;
}

/** The state of a class after its last scored day. */
export interface Standings {
	readonly after: ResultSheet;
	/** That of the least final day. */
	readonly status: ResultStatus;
	readonly updatedAt: Date;
	readonly rows: readonly ResultRow[];
}

/** From the least final one on. */
export const resultStatuses = ["preliminary", "unofficial", "official"] as const satisfies ResultStatus[];

/** The sheets that count: only days with a task do (design, section 8). */
export function countedSheets(sheets: readonly ResultSheet[]): readonly ResultSheet[] {
	return sheets.filter(({ task }) => task === "TASK");
}

/** Rows by position; equal ones by name. */
export function inOrder(rows: readonly ResultRow[]): ResultRow[] {
	return rows.toSorted((a, b) => a.position - b.position || compareNames(a.name, b.name));
}

/** The rows of the first three places; more than three when the third is shared. */
export function podium(rows: readonly ResultRow[]): readonly ResultRow[] {
	return rows.filter(({ position }) => position <= 3);
}

/**
 * The start number of a competitor who is not known by name only. Behind the name of those whose accounts were erased stands what
 * tells them apart.
 */
export function startNumberOf({ competitor, name }: { competitor: string; name: string }): string | null {
	return competitor === name || competitor.startsWith(`${name} `) ? null : competitor;
}

/**
 * The standings of a class; null while none of its days counts. Points and places are those the source states,
 * as long as it counts the very days we count; otherwise points are summed and equal sums share a place.
 */
export function standingsOf(
	sheets: readonly ResultSheet[],
	sums: readonly CompetitorSum[],
): Standings | null {
	const counted = countedSheets(sheets);
	const after = counted.at(-1);
	if (!after) return null;
	const status = resultStatuses.find((one) => counted.some((sheet) => sheet.status === one)) ?? after.status;
	const updatedAt = new Date(Math.max(...counted.map((sheet) => sheet.updatedAt.getTime())));
	return { after, status, updatedAt, rows: rowsOf(sums, after, countsTheSameDays(sheets, after)) };
}

/** Whether the source's totals hold: it scored every day up to the last one itself, and all of them count. */
function countsTheSameDays(sheets: readonly ResultSheet[], after: ResultSheet): boolean {
	return sheets.every(
		({ date, task, source }) => date > after.date || (task === "TASK" && source === "soaring-spot"),
	);
}

function rowsOf(sums: readonly CompetitorSum[], after: ResultSheet, sourceHolds: boolean): ResultRow[] {
	const present = sums.filter(({ lastDate }) => lastDate === after.date);
	const stated = sourceHolds && present.every(({ totalPoints }) => totalPoints !== null);
	const totals = sums.map((sum) => ({
		sum,
		points: stated && sum.lastDate === after.date ? (sum.totalPoints ?? 0) : rounded(sum.points),
	}));
	const placed =
		stated && present.length === sums.length && sums.every(({ totalPosition }) => totalPosition !== null);
	return inOrder(
		totals.map(({ sum, points }) => ({
			position: placed
				? (sum.totalPosition ?? 0)
				: 1 + totals.filter((other) => other.points > points).length,
			startNumber: startNumberOf(sum),
			name: sum.name,
			aeroclub: sum.aeroclub,
			glider: sum.glider,
			handicap: sum.handicap,
			points,
			flightId: null,
		})),
	);
}

/** A sum of decimal points without the noise of binary fractions, which would break ties. */
function rounded(points: number): number {
	return Math.round(points * 1000) / 1000;
}
