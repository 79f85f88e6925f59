import { and, eq, getTableColumns, isNull, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { ClassDay } from "~/lib/class-day";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { commit } from "~/lib/db/commit.server";
import { dailyResults, dayScores, results, resultTables } from "~db/schema";
import { ofRow, scoredRows } from "./scored-rows.server";

/*
 * The rows of `results`. The database makes them of what the same batch has written: of the sheet of our scores, and of a table from
 * elsewhere.
 */

/** The state of our scores, by which their rows are made: once they are official, they have the names of the table. */
const stateOfScores = sql`(${dayScores.computedAt}
	|| CASE ${dayScores.state} WHEN 'official' THEN ' official' ELSE '' END)`;

const stateOfTable = sql`(${resultTables.source} || ' ' || ${resultTables.updatedAt})`;

/**
 * Statements that make the results anew. They stand behind those that change our scores or a table.
 * @param where a class and day; all of them without it
 */
export function makeResults(db: Db, where?: ClassDay) {
	const isOf = (table: typeof results | typeof dayScores | typeof resultTables) =>
		where && and(eq(table.competitionClassId, where.classId), eq(table.dayId, where.dayId));
	return [
		db.delete(results).where(isOf(results)),
		db.insert(results).select(sql`${selectOurs} WHERE ${isOf(dayScores) ?? sql`TRUE`}`),
		db
			.insert(results)
			.select(sql`${selectFromElsewhere} WHERE ${and(ne(resultTables.source, "here"), isOf(resultTables))}`),
		db
			.update(dayScores)
			.set({ head: sql`json_remove(${dayScores.sheet}, '$.rows')`, madeOf: stateOfScores })
			.where(isOf(dayScores)),
		db.update(resultTables).set({ madeOf: stateOfTable }).where(isOf(resultTables)),
	];
}

/** Makes the results anew that the release before has written since: it knows no rows of them. */
export async function makeStaleResults(ctx: Ctx): Promise<void> {
	const stale = await staleResults(ctx.db);
	if (stale.length === 0) return;
	const statements = stale.flatMap((where) => makeResults(ctx.db, where));
	await commit(ctx, { statements, audit: [], visible: true });
}

function staleResults(db: Db) {
	const stale = (table: typeof dayScores | typeof resultTables, state: SQL) =>
		db
			.select({ dayId: table.dayId, classId: table.competitionClassId })
			.from(table)
			.where(sql`${table.madeOf} IS NOT ${state}`);
	const removed = db
		.select({ dayId: results.dayId, classId: results.competitionClassId })
		.from(results)
		.leftJoin(resultTables, isTableOf(results))
		.where(and(eq(results.isOurs, false), isNull(resultTables.id)));
	return stale(dayScores, stateOfScores).union(stale(resultTables, stateOfTable)).union(removed);
}

function isTableOf({ dayId, competitionClassId }: typeof results | typeof dayScores | typeof dailyResults) {
	return and(eq(resultTables.dayId, dayId), eq(resultTables.competitionClassId, competitionClassId));
}

type ValuesOfRow = Readonly<Record<keyof typeof results.$inferSelect, SQLWrapper>>;

/** Selects a value for each column of `results`. */
function selectRow(values: ValuesOfRow): SQL {
	const names = Object.keys(getTableColumns(results)) as (keyof ValuesOfRow)[];
	return sql`SELECT ${sql.join(
		names.map((name) => values[name]),
		sql`, `,
	)}`;
}

const none = sql`NULL`;

/** The number in the key of a competitor, as `startNumberOf` finds it. */
const numberInKey = sql`CASE WHEN substr(${dailyResults.competitor} || ' ', 1, length(${dailyResults.name}) + 1) = ${dailyResults.name} || ' '
	THEN NULL ELSE ${dailyResults.competitor} END`;

const ofCopy = {
	startNumber: numberInKey,
	name: dailyResults.name,
	aeroclub: dailyResults.aeroclub,
	glider: dailyResults.glider,
};

const entryOfRow = ofRow("registrationId");

/** Our official scores are copied into the tables, and have the place, points and names that they have there. */
const selectOurs = sql`${selectRow({
	...ofCopy,
	competitionClassId: dayScores.competitionClassId,
	dayId: dayScores.dayId,
	isOurs: sql`TRUE`,
	competitor: entryOfRow,
	registrationId: entryOfRow,
	place: sql`coalesce(${dailyResults.position}, ${ofRow("rank")})`,
	points: sql`coalesce(${dailyResults.points}, ${ofRow("points")})`,
	penalty: ofRow("penalty"),
	handicap: ofRow("handicap"),
	distanceM: ofRow("distanceM"),
	speedKmh: ofRow("speedKmh"),
	status: ofRow("status"),
	start: ofRow("start"),
	finish: ofRow("finish"),
	timeS: ofRow("timeS"),
	penalties: ofRow("penalties"),
	override: ofRow("override"),
	held: ofRow("held"),
	proposed: ofRow("proposed"),
	isGuest: ofRow("guest"),
	// As `isExplained` says.
	isExplained: sql`(coalesce(${ofRow("flight.status")}, ${ofRow("distanceM")}) IS NOT NULL)`,
	totalPoints: none,
	totalPosition: none,
	flightId: none,
})} FROM ${dayScores} INNER JOIN ${scoredRows}
	LEFT JOIN ${resultTables} ON ${and(isTableOf(dayScores), eq(resultTables.source, "here"))}
	LEFT JOIN ${dailyResults} ON ${isTableOf(dailyResults)} AND ${dailyResults.registrationId} = ${entryOfRow}`;

const selectFromElsewhere = sql`${selectRow({
	...ofCopy,
	competitionClassId: dailyResults.competitionClassId,
	dayId: dailyResults.dayId,
	isOurs: sql`FALSE`,
	competitor: dailyResults.competitor,
	registrationId: dailyResults.registrationId,
	place: dailyResults.position,
	points: dailyResults.points,
	penalty: dailyResults.penalty,
	handicap: dailyResults.handicap,
	distanceM: dailyResults.distanceM,
	speedKmh: dailyResults.speedKmh,
	status: none,
	start: none,
	finish: none,
	timeS: none,
	penalties: none,
	override: none,
	held: none,
	proposed: none,
	isGuest: sql`FALSE`,
	isExplained: sql`FALSE`,
	totalPoints: dailyResults.totalPoints,
	totalPosition: dailyResults.totalPosition,
	flightId: dailyResults.flightId,
})} FROM ${resultTables} INNER JOIN ${dailyResults} ON ${isTableOf(dailyResults)}`;
