import { and, asc, desc, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { dayStrip, type StripDay } from "~/lib/days/day-strip";
import { allDays } from "~/lib/days/days-queries.server";
import type { Db } from "~/lib/db/client.server";
import { first, read } from "~/lib/db/read.server";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { flightsOfClass, visibleFlights } from "~/lib/flights/flights-queries.server";
import { canReplay, replayPath } from "~/lib/flights/replay/replay-availability";
import { pick } from "~/lib/pick";
import { done, type Result, refuse } from "~/lib/result";
import {
	type DayWithScores,
	type FlownFigures,
	flownFigures,
	lastPreliminaryDay,
	type PreliminaryScores,
	pilotsOfClass,
	preliminaryDays,
	preliminarySheet,
	type ShownState,
	shownState,
	toPreliminaryScores,
} from "~/lib/scoring/preliminary-scores.server";
import { doScoresCount } from "~/lib/scoring/shown-scores.server";
import { rulesInForce } from "~/lib/tasks/tasks-queries.server";
import type { ClassType } from "~db/enums";
import {
	competitionClasses,
	competitionDays,
	competitorStatuses,
	dailyResults,
	dayScores,
	resultTables,
	type TaskRules,
} from "~db/schema";
import { resultsPath } from "./results-address";
import {
	type ClassWithTables,
	countedSheets,
	type DailyRow,
	inOrder,
	podium,
	type ResultTable,
	type Standings,
	standingsOf,
	startNumberOf,
} from "./standings";

// Each read is one batch, so the database itself chooses when no class or day is named: the first class by name, the last scored day.

/** Selects the sheets of all classes, by date. */
export function allSheets(db: Db) {
	return db
		.select({
			classId: resultTables.competitionClassId,
			dayName: competitionDays.name,
			...pick(competitionDays, "date", "task"),
			...pick(resultTables, "dayId", "status", "source", "updatedAt"),
		})
		.from(resultTables)
		.innerJoin(competitionDays, eq(competitionDays.id, resultTables.dayId))
		.orderBy(asc(competitionDays.date));
}

export const isCounted = eq(competitionDays.task, "TASK");

/** The id of the named class, or of the first one when it does not exist. */
export function classOrFirst(db: Db, classId: string | null): SQL {
	const found = db
		.select({ id: competitionClasses.id })
		.from(competitionClasses)
		.orderBy(desc(eq(competitionClasses.id, classId ?? "")), asc(competitionClasses.name))
		.limit(1);
	return sql`${found}`;
}

/** The id of the named day, or of the last scored one when the class has no results of it. */
function dayOrLast(db: Db, ofClass: SQL, dayId: string | null): SQL {
	const found = db
		.select({ id: resultTables.dayId })
		.from(resultTables)
		.innerJoin(competitionDays, eq(competitionDays.id, resultTables.dayId))
		.where(and(eq(resultTables.competitionClassId, ofClass), isCounted))
		.orderBy(desc(eq(resultTables.dayId, dayId ?? "")), desc(competitionDays.date))
		.limit(1);
	return sql`${found}`;
}

/** Selects every official result of the counted days, by date. @param ofClass the class; all classes without it */
export function officialPoints(db: Db, ofClass?: SQL) {
	return db
		.select({
			classId: dailyResults.competitionClassId,
			dayId: dailyResults.dayId,
			dayName: competitionDays.name,
			date: competitionDays.date,
			...pick(dailyResults, "registrationId", "competitor", "name", "aeroclub"),
			...pick(dailyResults, "glider", "handicap", "points", "totalPoints", "totalPosition"),
			place: dailyResults.position,
		})
		.from(dailyResults)
		.innerJoin(competitionDays, eq(competitionDays.id, dailyResults.dayId))
		.where(and(isCounted, ofClass && eq(dailyResults.competitionClassId, ofClass)))
		.orderBy(competitionDays.date);
}

interface ClassesAndSheets {
	readonly classes: Awaited<ReturnType<typeof allClasses>>;
	readonly sheets: Awaited<ReturnType<typeof allSheets>>;
}

export function withSheets({ classes, sheets }: ClassesAndSheets): ClassWithTables[] {
	return classes.map(({ id, name, type }) => ({
		id,
		name,
		type,
		sheets: sheets.filter(({ classId }) => classId === id),
	}));
}

export function choose(
	classes: readonly ClassWithTables[],
	classId: string | null,
): ClassWithTables | undefined {
	return classId === null ? classes[0] : classes.find(({ id }) => id === classId);
}

/** Reads, for the API, the first three places of every class in official results. The page has `totals`. */
export async function topResults({ db }: Ctx) {
	const { official, ...found } = await read(db, {
		classes: allClasses(db),
		sheets: allSheets(db),
		official: officialPoints(db),
	});
	return {
		classes: withSheets(found).map((one) => {
			const standings = standingsOf(
				one.sheets,
				official.filter(({ classId }) => classId === one.id),
			);
			return { ...one, standings: standings && { ...standings, rows: podium(standings.rows) } };
		}),
	};
}

export interface TotalResults {
	readonly classes: readonly ClassWithTables[];
	readonly chosen: ClassWithTables;
	/** Null while no day is scored. */
	readonly standings: Standings | null;
}

/** Reads, for the API, the official standings of a class. The page has `totalsOfClass`. @param classId null for the first class */
export async function totalResults(
	{ db }: Ctx,
	classId: string | null,
): Promise<Result<TotalResults, "not-found">> {
	const { official, ...found } = await read(db, {
		classes: allClasses(db),
		sheets: allSheets(db),
		official: officialPoints(db, classOrFirst(db, classId)),
	});
	const classes = withSheets(found);
	const chosen = choose(classes, classId);
	if (!chosen) return refuse("not-found");
	return done({ classes, chosen, standings: standingsOf(chosen.sheets, official) });
}

export interface DailyResults extends FlightsOfDay {
	readonly classes: readonly ClassWithTables[];
	readonly chosen: ClassWithTables;
	/** Null when the class has no results of the day. */
	readonly sheet: ResultTable | null;
	readonly rows: readonly DailyRow[];
	/** Figures from the logs, which the official scorer does not state. */
	readonly figures: readonly FlownFigures[];
	/** How our own scores became official; null when the results come from elsewhere. */
	readonly state: ShownState | null;
	/** Our scores of the day; null as soon as there are results of the official scorer. */
	readonly preliminary: PreliminaryScores | null;
	readonly preliminaryDays: readonly DayWithScores[];
	/** Entries that are in the air on the day of preliminary scores. */
	readonly flying: readonly string[];
	/** The days, with links to those that have results. */
	readonly strip: readonly StripDay[];
}

/** @param classId null for the first class @param dayId null for the last scored day */
export async function dailyResultsOf(
	ctx: Ctx,
	classId: string | null,
	dayId: string | null,
): Promise<Result<DailyResults, "not-found">> {
	const { db } = ctx;
	const ofClass = classOrFirst(db, classId);
	const ofDay = dayOrLast(db, ofClass, dayId);
	const shownDays = dayId === null ? [ofDay, lastPreliminaryDay(db, ofClass)] : [sql`${dayId}`];
	const found = await read(db, {
		classes: allClasses(db),
		sheets: allSheets(db),
		rows: db
			.select()
			.from(dailyResults)
			.where(and(eq(dailyResults.competitionClassId, ofClass), eq(dailyResults.dayId, ofDay))),
		preliminaryDays: preliminaryDays(db, ofClass),
		scored: first(preliminarySheet(db, ofClass, dayId)),
		pilots: pilotsOfClass(db, ofClass),
		flights: flightsOfClass(db, ofClass, shownDays),
		rules: rulesInForce(db, ofClass),
		figures: flownFigures(db, ofClass, ofDay),
		state: first(shownState(db, ofClass, ofDay)),
		days: allDays(db),
		inTheAir: inTheAir(db, shownDays),
	});
	const { scored } = found;
	const classes = withSheets(found);
	const chosen = choose(classes, classId);
	if (!chosen || (dayId !== null && found.days.every(({ id }) => id !== dayId))) return refuse("not-found");
	const counted = countedSheets(chosen.sheets);
	const sheet = dayId === null ? counted.at(-1) : counted.find((one) => one.dayId === dayId);
	const shared = {
		classes,
		chosen,
		figures: [],
		state: null,
		preliminaryDays: found.preliminaryDays,
		flying: [],
	};
	const scoredDays = [...counted, ...found.preliminaryDays].map((one) => one.dayId);
	const stripAt = (shown: string | null | undefined) =>
		stripOfClass(ctx, { id: chosen.id, scoredDays }, found.days, shown ?? null);
	const flightsOf = (day?: DayWithScores) =>
		flightsOfDay(ctx, { type: chosen.type, day }, found.flights, found.rules);
	const flying = found.inTheAir.filter(({ dayId }) => dayId === scored?.dayId);
	if (scored && (!sheet || scored.date > sheet.date)) {
		const preliminary = toPreliminaryScores(scored, found.pilots);
		return done({
			...shared,
			...flightsOf(scored),
			sheet: null,
			rows: [],
			preliminary,
			flying: flying.map(({ registrationId }) => registrationId),
			strip: stripAt(scored.dayId),
		});
	}
	return done({
		...shared,
		...flightsOf(sheet),
		sheet: sheet ?? null,
		figures: sheet ? found.figures : [],
		state: sheet?.source === "here" ? (found.state ?? null) : null,
		rows: sheet ? inOrder(found.rows.map(toRow)) : [],
		preliminary: null,
		strip: stripAt(sheet?.dayId ?? dayId),
	});
}

/** The days, with links to those on which a class has results. @param shown id of the shown day */
function stripOfClass(
	ctx: Ctx,
	{ id, scoredDays }: { readonly id: string; readonly scoredDays: readonly string[] },
	days: Awaited<ReturnType<typeof allDays>>,
	shown: string | null,
): StripDay[] {
	const current = days.find((day) => day.id === shown)?.date ?? null;
	return dayStrip(ctx, days, current, (day) =>
		scoredDays.includes(day.id) ? resultsPath({ view: "daily", classId: id, dayId: day.id }) : null,
	);
}

/** Selects who flies on some days. @param days expressions for their ids */
function inTheAir(db: Db, days: readonly SQL[]) {
	const { dayId, registrationId, status } = competitorStatuses;
	return db
		.select({ dayId, registrationId })
		.from(competitorStatuses)
		.where(and(sql`${dayId} IN (${sql.join([...days], sql`, `)})`, eq(status, "FLYING")));
}

function toRow(row: typeof dailyResults.$inferSelect): DailyRow {
	return {
		...pick(row, "competitor", "registrationId", "position", "name", "aeroclub", "glider", "handicap"),
		...pick(row, "points", "penalty", "distanceM", "speedKmh", "flightId"),
		startNumber: startNumberOf(row),
	};
}

export async function resultClasses({ db }: Ctx): Promise<readonly ClassWithTables[]> {
	return withSheets(await read(db, { classes: allClasses(db), sheets: allSheets(db) }));
}

interface ClassOnDay {
	readonly type: ClassType;
	/** The day; absent when the class has no results. */
	readonly day: { readonly dayId: string; readonly date: string } | undefined;
}

/** What this reader may see of the flights of a class on a day. */
interface FlightsOfDay {
	/** Ids of flights by entry. */
	readonly flights: Readonly<Record<string, string>>;
	/** Path of the replay; null without flights, or before they can be replayed. */
	readonly replay: string | null;
}

/**
 * @param delivered rows of `flightsOfClass`
 * @param rules rows of `rulesInForce`
 */
function flightsOfDay(
	ctx: Ctx,
	{ type, day }: ClassOnDay,
	delivered: Parameters<typeof visibleFlights>[1],
	rules: readonly { readonly dayId: string; readonly rules: TaskRules }[],
): FlightsOfDay {
	const ofDay = <R extends { readonly dayId: string }>(row: R) => row.dayId === day?.dayId;
	const flights = visibleFlights(ctx, delivered.filter(ofDay));
	const inForce = rules.find(ofDay)?.rules ?? null;
	const isOpen = day && Object.keys(flights).length > 0 && canReplay(ctx, day.date, inForce);
	return { flights, replay: isOpen ? replayPath(ctx.edition, day.date, type) : null };
}

/** Selects the results that are unofficial or official here and count, the newest first. */
export function publishedResults(db: Db) {
	return db
		.select({
			...pick(dayScores, "id", "dayId"),
			classId: dayScores.competitionClassId,
			dayName: competitionDays.name,
			date: competitionDays.date,
			classType: competitionClasses.type,
			...pick(dayScores, "state", "stateSince", "protestsUntil", "revision"),
		})
		.from(dayScores)
		.innerJoin(competitionDays, eq(competitionDays.id, dayScores.dayId))
		.innerJoin(competitionClasses, eq(competitionClasses.id, dayScores.competitionClassId))
		.where(and(ne(dayScores.state, "preliminary"), doScoresCount))
		.orderBy(desc(dayScores.stateSince));
}

/** Selects the results that are scored here, shown and not official, and that no other source has; the oldest day first. */
export function openResults(db: Db) {
	return db
		.select({
			date: competitionDays.date,
			classType: competitionClasses.type,
			...pick(dayScores, "state", "protestsUntil"),
		})
		.from(dayScores)
		.innerJoin(competitionDays, eq(competitionDays.id, dayScores.dayId))
		.innerJoin(competitionClasses, eq(competitionClasses.id, dayScores.competitionClassId))
		.where(and(ne(dayScores.state, "official"), doScoresCount))
		.orderBy(asc(competitionDays.date), asc(competitionClasses.name));
}
