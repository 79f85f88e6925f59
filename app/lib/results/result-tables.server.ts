import { and, eq, getTableColumns } from "drizzle-orm";
import type { ClassDay } from "~/lib/class-day";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { type AuditEntry, chunkRows, exactlyOne, type Write } from "~/lib/db/commit.server";
import type { Results } from "~/lib/db/read.server";
import { makeResults } from "~/lib/scoring/result-rows.server";
import { dailyResults, resultTables } from "~db/schema";

type Sheet = typeof resultTables.$inferSelect;
type Row = typeof dailyResults.$inferSelect;

export type TableRow = Omit<Row, "id" | "competitionClassId" | "dayId">;

/** A result as it comes in, before `bindRows`. */
export type UnboundRow = Omit<TableRow, "registrationId">;

export interface TableContent {
	readonly status: Sheet["status"];
	readonly source: Sheet["source"];
	readonly rows: readonly TableRow[];
}

export type StoredTable = Sheet & { readonly rows: readonly Row[] };

/** Bound values of a row in an insert; D1 limits the bound values of a statement. */
const columnsOfRow = Object.keys(getTableColumns(dailyResults)).length;

/** Queries for `toStoredTables`: the sheets of a class and their rows. */
export function tableQueries(db: Db, classId: string) {
	return {
		sheets: db.select().from(resultTables).where(eq(resultTables.competitionClassId, classId)),
		rows: db.select().from(dailyResults).where(eq(dailyResults.competitionClassId, classId)),
	};
}

export function toStoredTables({ sheets, rows }: Results<ReturnType<typeof tableQueries>>): StoredTable[] {
	return sheets.map((sheet) => ({ ...sheet, rows: rows.filter(({ dayId }) => dayId === sheet.dayId) }));
}

/** Whether two sheets have the same content. The order of rows does not count. */
export function saysTheSame(stored: TableContent, content: TableContent): boolean {
	const comparable = ({ status, source, rows }: TableContent) =>
		JSON.stringify([status, source, rows.map(valuesOf).sort()]);
	return comparable(stored) === comparable(content);
}

function valuesOf(row: TableRow): string {
	const values = {
		registrationId: row.registrationId,
		competitor: row.competitor,
		position: row.position,
		name: row.name,
		aeroclub: row.aeroclub,
		glider: row.glider,
		handicap: row.handicap,
		points: row.points,
		penalty: row.penalty,
		distanceM: row.distanceM,
		speedKmh: row.speedKmh,
		totalPoints: row.totalPoints,
		totalPosition: row.totalPosition,
		flightId: row.flightId,
	} satisfies TableRow;
	return JSON.stringify(values);
}

/**
 * Statements that replace the stored sheet, or write the first one. The first statement undoes the batch when the sheet has changed
 * meanwhile.
 */
export function replaceTable(
	{ db, now }: Pick<Ctx, "db" | "now">,
	classDay: ClassDay,
	stored: Sheet | null,
	content: TableContent,
): Write["statements"] {
	const { status, source } = content;
	const { classId: competitionClassId, dayId } = classDay;
	const sheet = stored
		? db.update(resultTables).set({ status, source, updatedAt: now }).where(isUntouched(stored))
		: db
				.insert(resultTables)
				.values({ id: crypto.randomUUID(), competitionClassId, dayId, status, source, updatedAt: now });
	const rows = content.rows.map((row) => ({
		...row,
		id: crypto.randomUUID(),
		competitionClassId,
		dayId,
	}));
	return [
		exactlyOne(sheet),
		deleteRows(db, classDay),
		...chunkRows(rows, columnsOfRow).map((some) => db.insert(dailyResults).values(some)),
		...makeResults(db, classDay),
	];
}

/** Statements that remove a sheet, guarded as in `replaceTable`. */
export function removeTable(db: Db, stored: Sheet): Write["statements"] {
	const where = { classId: stored.competitionClassId, dayId: stored.dayId };
	return [
		exactlyOne(db.delete(resultTables).where(isUntouched(stored))),
		deleteRows(db, where),
		...makeResults(db, where),
	];
}

/** The summary of a sheet for the audit log. */
export function summaryOf(dayId: string, { status, source, rows }: TableContent) {
	return { dayId, status, source, rows: rows.length };
}

export function removalOf(table: StoredTable): AuditEntry {
	return {
		action: "results.remove",
		subjectId: table.competitionClassId,
		before: summaryOf(table.dayId, table),
	};
}

function isUntouched({ id, updatedAt }: Sheet) {
	return and(eq(resultTables.id, id), eq(resultTables.updatedAt, updatedAt));
}

function deleteRows(db: Db, { classId, dayId }: ClassDay) {
	return db
		.delete(dailyResults)
		.where(and(eq(dailyResults.competitionClassId, classId), eq(dailyResults.dayId, dayId)));
}
