import { and, asc, desc, eq, isNotNull, lte, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { classOrder } from "~/lib/db/class-order.server";
import type { Db } from "~/lib/db/client.server";
import { isCancelled, isElsewhere } from "~/lib/db/conditions.server";
import type { Results } from "~/lib/db/read.server";
import { isCompetitor } from "~/lib/entries/entries-queries.server";
import { pick } from "~/lib/pick";
import { changedAt } from "~/lib/scoring/day-scores";
import { areOursHeld, haveResults } from "~/lib/scoring/whose-results-hold.server";
import {
	competitionClasses,
	competitionDays,
	dayScores,
	gliderTypes,
	pilotDays,
	protests,
	registrations,
	results,
	resultTables,
	users,
} from "~db/schema";
import {
	byPlace,
	byPlaceAndName,
	type DayResult,
	type DayResults,
	type Disqualification,
	isPublic,
	type OurState,
	type ResultsOfDay,
} from "./day-result";

type Value = string | SQL<string | null>;

/** Which results to read: all that the keys do not exclude. Values are texts, or expressions for them. */
export interface ChosenResults {
	readonly classId?: Value;
	readonly dayId?: Value;
	/** Local date. */
	readonly date?: Value;
	readonly registrationId?: string;
	/** Ours whether they hold or not, and also those that visitors do not see. */
	readonly isOurs?: true;
	/** Rows up to this place, and those of `userId`. */
	readonly places?: number;
	readonly userId?: Value | undefined;
}

/**
 * The query of results: who has what on which day, by the one rule of whose results hold. It is three queries of a `read`, whose results
 * `toResults` takes.
 */
export function resultsOf(db: Db, chosen: ChosenResults) {
	return {
		resultDays: resultDaysOf(db, chosen),
		resultRows: resultRows(db, chosen),
		entrants: entrants(db, chosen),
	};
}

const isOfClassDay = (table: typeof dayScores | typeof results) =>
	and(eq(table.dayId, competitionDays.id), eq(table.competitionClassId, competitionClasses.id));

/** Condition that joins the day of the competitor who has a result. */
const isDayOfPilot = and(
	eq(pilotDays.dayId, results.dayId),
	eq(pilotDays.registrationId, results.registrationId),
);

/** Condition that joins the table of another source, which holds instead of ours. */
function isTable({ isOurs }: Pick<ChosenResults, "isOurs">) {
	return isOurs ? sql`FALSE` : isElsewhere({ dayId: competitionDays.id, classId: competitionClasses.id });
}

/** Expression for the id of the last day on which a class has results; null without one. @param classId an expression for its id */
export function lastDayWithResults(db: Db, classId: SQL): SQL<string | null> {
	const last = db
		.select({ id: competitionDays.id })
		.from(competitionDays)
		.crossJoin(competitionClasses)
		.leftJoin(dayScores, isOfClassDay(dayScores))
		.leftJoin(resultTables, isTable({}))
		.where(and(haveResults, eq(competitionClasses.id, classId)))
		.orderBy(desc(competitionDays.date))
		.limit(1);
	return sql`${last}`;
}

function isChosen({ classId, dayId, date, isOurs }: ChosenResults) {
	return and(
		isOurs ? isNotNull(dayScores.id) : haveResults,
		classId === undefined ? undefined : eq(competitionClasses.id, classId),
		dayId === undefined ? undefined : eq(competitionDays.id, dayId),
		date === undefined ? undefined : eq(competitionDays.date, date),
	);
}

/** Selects the days with results of each class, by date: for `toResultDays`. */
export function resultDaysOf(db: Db, chosen: ChosenResults) {
	return db
		.select({
			classId: competitionClasses.id,
			classType: competitionClasses.type,
			dayId: competitionDays.id,
			dayName: competitionDays.name,
			date: competitionDays.date,
			/** Null when ours hold, as the next two. */
			...pick(resultTables, "source", "status", "updatedAt"),
			isAfterUncounted:
				sql`EXISTS (SELECT 1 FROM ${resultTables} AS other INNER JOIN ${competitionDays} AS its_day ON its_day.id = other.day_id
				WHERE other.competition_class_id = ${competitionClasses.id} AND its_day.date < ${competitionDays.date}
				AND its_day.task <> 'TASK')`.mapWith(Boolean),
			isLast:
				sql`NOT EXISTS (SELECT 1 FROM ${competitionDays} AS later_day WHERE later_day.date > ${competitionDays.date}
				AND NOT ${isCancelled(sql`later_day.id`, competitionClasses.id)})`.mapWith(Boolean),
			areOursShown: sql`${areOursHeld}`.mapWith(Boolean),
			ours: {
				...pick(dayScores, "id", "state", "stateSince", "protestsUntil", "protestsUntilReason", "revision"),
				...pick(dayScores, "reopenedAt", "reopenReason", "computedAt", "engine", "head"),
				openProtests: sql<number>`(SELECT count(*) FROM ${protests} WHERE ${protests.dayId} = ${dayScores.dayId}
					AND ${protests.competitionClassId} = ${dayScores.competitionClassId} AND ${protests.outcome} IS NULL)`,
				isAnybodyOut: sql`EXISTS (SELECT 1 FROM ${results} INNER JOIN ${pilotDays} ON ${isDayOfPilot}
					WHERE ${results.dayId} = ${dayScores.dayId} AND ${results.competitionClassId} = ${dayScores.competitionClassId}
					AND ${pilotDays.status} IN ('FLYING', 'OUTLANDING'))`.mapWith(Boolean),
			},
		})
		.from(competitionDays)
		.crossJoin(competitionClasses)
		.leftJoin(dayScores, isOfClassDay(dayScores))
		.leftJoin(resultTables, isTable(chosen))
		.where(isChosen(chosen))
		.orderBy(asc(competitionDays.date), classOrder(db));
}

const besides = alias(results, "besides");

/** Of results from elsewhere, our figures are read beside them. */
const ourFigures = {
	start: sql<number | null>`coalesce(${besides.start}, ${results.start})`,
	finish: sql<number | null>`coalesce(${besides.finish}, ${results.finish})`,
	timeS: sql<number | null>`coalesce(${besides.timeS}, ${results.timeS})`,
	penalties: sql`coalesce(${besides.penalties}, ${results.penalties})`.mapWith(results.penalties),
	isExplained: sql`coalesce(${besides.isExplained}, ${results.isExplained})`.mapWith(Boolean),
};

/** Condition: the row is one of those asked for. A reader's own is among them, whatever its place. */
function isChosenRow({ places, userId, registrationId }: ChosenResults) {
	const readers = sql`(SELECT ${registrations.id} FROM ${registrations} WHERE ${registrations.userId} = ${userId ?? ""})`;
	return and(
		registrationId === undefined ? undefined : eq(results.registrationId, registrationId),
		places === undefined
			? undefined
			: or(lte(results.place, places), sql`${results.registrationId} IN ${readers}`),
	);
}

const rowColumns = {
	classId: results.competitionClassId,
	...pick(results, "dayId", "isOurs", "competitor", "registrationId", "name"),
	...pick(results, "aeroclub", "handicap", "place", "points", "penalty"),
	startNumber: sql<
		string | null
	>`CASE WHEN ${results.name} IS NULL THEN ${pilotDays.startNumber} ELSE ${results.startNumber} END`,
	// The scorer's decision about the glider, else what the day keeps.
	glider: sql<string | null>`coalesce(${results.glider}, json_extract(${results.override}, '$.glider.name'),
		(SELECT ${gliderTypes.name} FROM ${gliderTypes} WHERE ${gliderTypes.id} = ${pilotDays.gliderTypeId}))`,
	...pick(results, "distanceM", "speedKmh", "status", "held", "proposed", "override", "isGuest"),
	...pick(results, "totalPoints", "totalPosition", "flightId"),
	crew: pilotDays.crew,
	secondPilotOfDay: pilotDays.secondPilot,
	fixedAt: pilotDays.fixedAt,
};

function resultRows(db: Db, chosen: ChosenResults) {
	const isBesides = and(
		eq(results.isOurs, false),
		eq(besides.competitionClassId, results.competitionClassId),
		eq(besides.dayId, results.dayId),
		eq(besides.isOurs, true),
		eq(besides.competitor, results.registrationId),
	);
	const holds = sql`${results.isOurs} = (${resultTables.id} IS NULL)`;
	return (
		db
			.select({
				...rowColumns,
				...ourFigures,
				besides: pick(besides, "status", "distanceM", "speedKmh", "penalty"),
			})
			.from(competitionDays)
			.crossJoin(competitionClasses)
			.leftJoin(dayScores, isOfClassDay(dayScores))
			.leftJoin(resultTables, isTable(chosen))
			// A cross join keeps the order: the few days first, and of each the rows by their key.
			.crossJoin(results)
			.leftJoin(besides, isBesides)
			.leftJoin(pilotDays, isDayOfPilot)
			.where(and(isChosen(chosen), isOfClassDay(results), holds, isChosenRow(chosen)))
			.orderBy(asc(competitionDays.date), sql`${results.place} IS NULL`, asc(results.place))
	);
}

/**
 * Selects what results and sheets say of the competitors with a result, which results do not state. Joined there, it would be read once
 * a day.
 */
function entrants(db: Db, { classId }: ChosenResults) {
	const inClass = classId === undefined ? undefined : sql`AND ${results.competitionClassId} = ${classId}`;
	const hasResult = sql`EXISTS (SELECT 1 FROM ${results} WHERE ${results.registrationId} = ${registrations.id} ${inClass})`;
	return db
		.select({
			...pick(registrations, "id", "userId", "startNumber", "aeroclub"),
			...pick(registrations, "nation", "secondPilot", "disqualifiedFrom", "disqualifiedReason"),
			name: sql<string>`${users.name} || ' ' || ${users.surname}`,
			glider: gliderTypes.name,
		})
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.innerJoin(gliderTypes, eq(gliderTypes.id, registrations.gliderTypeId))
		.where(and(isCompetitor, hasResult));
}

type Queried = Results<ReturnType<typeof resultsOf>>;

/**
 * Joins what `resultsOf` has read, by date and class.
 * @param readerId account of the signed-in user; null for a visitor
 */
export function toResults(
	{ resultDays, resultRows, entrants }: Queried,
	readerId: string | null,
): DayResults[] {
	const entrantOf = new Map(entrants.map((entrant) => [entrant.id, entrant]));
	return resultDays.flatMap((queried) => {
		const [day] = toResultDays([queried]);
		if (!day) return [];
		const rows = resultRows.flatMap((row): DayResult[] => {
			if (row.classId !== day.classId || row.dayId !== day.dayId) return [];
			const entrant = entrantOf.get(row.registrationId ?? "");
			// Ours are of competitors: one who is accepted no more has none.
			if (row.isOurs && !entrant) return [];
			const isOwn = readerId !== null && entrant?.userId === readerId;
			return [toResult(row, { entrant, isOwn, areOursShown: queried.areOursShown, isPublic: isPublic(day) })];
		});
		return [{ ...day, rows: rows.toSorted(isPublic(day) ? byPlaceAndName : byPlace) }];
	});
}

/** The days alone, of what `resultDaysOf` has read. */
export function toResultDays(resultDays: Queried["resultDays"]): ResultsOfDay[] {
	return resultDays.flatMap(
		({ ours, source, status, updatedAt, areOursShown: _, ...day }): ResultsOfDay[] => {
			if (source !== null && status !== null && updatedAt !== null)
				return [{ ...day, source, status, updatedAt, ours: null }];
			const state = ours && toOurState(ours);
			if (!state) return [];
			return [{ ...day, source: "here", status: state.state, updatedAt: changedAt(state), ours: state }];
		},
	);
}

/** Null for a sheet that the release before has written, until its rows are made. */
function toOurState({ head, ...state }: NonNullable<Queried["resultDays"][number]["ours"]>): OurState | null {
	if (!head) return null;
	const { logs, expected, evaluating = null, day: figures } = head;
	return { ...state, logs, expected, evaluating, figures };
}

interface Known {
	readonly entrant: Queried["entrants"][number] | undefined;
	readonly isOwn: boolean;
	readonly areOursShown: boolean;
	readonly isPublic: boolean;
}

function toResult(
	queried: Queried["resultRows"][number],
	{ entrant, isOwn, areOursShown, isPublic: isKnown }: Known,
): DayResult {
	const { isOurs, besides, start, finish, timeS, penalties, isExplained, secondPilotOfDay, fixedAt, ...row } =
		queried;
	const figures = isOurs ? row : areOursShown ? besides : null;
	return {
		...row,
		isOwn,
		// One that has its own name was official when it got it, or is from elsewhere, which may state no number.
		startNumber: row.startNumber ?? (row.name === null ? (entrant?.startNumber ?? null) : null),
		name: row.name ?? entrant?.name ?? "",
		nation: entrant?.nation ?? null,
		// Another source names who has flown.
		secondPilot: isOurs ? (fixedAt ? secondPilotOfDay : (entrant?.secondPilot ?? null)) : null,
		disqualification: disqualificationOf(entrant),
		aeroclub: row.aeroclub ?? entrant?.aeroclub ?? "",
		glider: row.glider ?? entrant?.glider ?? "",
		status: isKnown ? null : row.status,
		held: isKnown ? null : row.held,
		proposed: isKnown ? null : row.proposed,
		ours: figures?.status
			? {
					...pick(figures, "distanceM", "speedKmh"),
					status: figures.status,
					penalty: figures.penalty ?? 0,
					start,
					finish,
					timeS,
					penalties: penalties ?? [],
					isExplained,
				}
			: null,
	};
}

function disqualificationOf(entrant: Known["entrant"]): Disqualification | null {
	if (!entrant?.disqualifiedFrom) return null;
	return { from: entrant.disqualifiedFrom, reason: entrant.disqualifiedReason };
}

export function choose<Of extends { readonly id: string; readonly type: string }>(
	classes: readonly Of[],
	named: string | null,
): Of | undefined {
	return named === null ? classes[0] : classes.find(({ id, type }) => id === named || type === named);
}

/** The id of the named class, or of the first one when it does not exist. @param named its id or type, an expression, which may be null */
export function classOrFirst(db: Db, named: SQL): SQL<string> {
	const found = db
		.select({ id: competitionClasses.id })
		.from(competitionClasses)
		.orderBy(
			desc(sql`${named} IN (${competitionClasses.id}, ${competitionClasses.type}) IS TRUE`),
			classOrder(db),
		)
		.limit(1);
	return sql`${found}`;
}
