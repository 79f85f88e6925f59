import { and, eq } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { chunkRows, exactlyOne, type Write } from "~/lib/db/commit.server";
import { dailyResults, resultSheets } from "~db/schema";

type Sheet = typeof resultSheets.$inferSelect;
type Row = typeof dailyResults.$inferSelect;

/** A result as it is kept, without the ids that say where. */
export type KeptRow = Omit<Row, "id" | "competitionClassId" | "dayId">;

/** All that can be said about the results of a class on a day. */
export interface SheetContent {
	readonly status: Sheet["status"];
	readonly source: Sheet["source"];
	readonly rows: readonly KeptRow[];
}

/** A sheet with its rows as the database has them. */
export type StoredSheet = Sheet & { readonly rows: readonly Row[] };

/** Values of a row in an insert. */
const columnsOfRow = 13;

/** Queries for the sheets of a class, or of one of its days, and for their rows; to be run in one batch. */
export function sheetQueries(db: Db, classId: string, dayId?: string) {
	return [
		db
			.select()
			.from(resultSheets)
			.where(
				and(
					eq(resultSheets.competitionClassId, classId),
					dayId === undefined ? undefined : eq(resultSheets.dayId, dayId),
				),
			),
		db
			.select()
			.from(dailyResults)
			.where(
				and(
					eq(dailyResults.competitionClassId, classId),
					dayId === undefined ? undefined : eq(dailyResults.dayId, dayId),
				),
			),
	] as const;
}

/** Joins what the two queries found. */
export function toStoredSheets(sheets: readonly Sheet[], rows: readonly Row[]): StoredSheet[] {
	return sheets.map((sheet) => ({ ...sheet, rows: rows.filter(({ dayId }) => dayId === sheet.dayId) }));
}

/** Whether a stored sheet says the same; the order of its rows apart. */
export function saysTheSame(stored: SheetContent, content: SheetContent): boolean {
	const comparable = ({ status, source, rows }: SheetContent) =>
		JSON.stringify([status, source, rows.map(valuesOf).sort()]);
	return comparable(stored) === comparable(content);
}

function valuesOf(row: KeptRow): string {
	return JSON.stringify([
		row.competitor,
		row.position,
		row.name,
		row.aeroclub,
		row.glider,
		row.handicap,
		row.points,
		row.totalPoints,
		row.totalPosition,
		row.flightId,
	]);
}

/**
 * Statements that put a sheet in the place of the stored one, or of none. The first is guarded: when somebody has
 * replaced the sheet meanwhile, the batch is undone.
 */
export function replaceSheet(
	db: Db,
	where: { readonly classId: string; readonly dayId: string },
	stored: Sheet | null,
	content: SheetContent,
	now: Date,
): Write["statements"] {
	const { status, source } = content;
	const competitionClassId = where.classId;
	const { dayId } = where;
	const sheet = stored
		? db.update(resultSheets).set({ status, source, updatedAt: now }).where(isUntouched(stored))
		: db
				.insert(resultSheets)
				.values({ id: crypto.randomUUID(), competitionClassId, dayId, status, source, updatedAt: now });
	const rows = content.rows.map((row) => ({
		...row,
		id: crypto.randomUUID(),
		competitionClassId,
		dayId,
	}));
	return [
		exactlyOne(sheet),
		deleteRows(db, where),
		...chunkRows(rows, columnsOfRow).map((some) => db.insert(dailyResults).values(some)),
	];
}

/** Statements that remove a sheet with its rows; guarded as in `replaceSheet`. */
export function removeSheet(db: Db, stored: Sheet): Write["statements"] {
	return [
		exactlyOne(db.delete(resultSheets).where(isUntouched(stored))),
		deleteRows(db, { classId: stored.competitionClassId, dayId: stored.dayId }),
	];
}

function isUntouched({ id, updatedAt }: Sheet) {
	return and(eq(resultSheets.id, id), eq(resultSheets.updatedAt, updatedAt));
}

function deleteRows(db: Db, { classId, dayId }: { readonly classId: string; readonly dayId: string }) {
	return db
		.delete(dailyResults)
		.where(and(eq(dailyResults.competitionClassId, classId), eq(dailyResults.dayId, dayId)));
}
