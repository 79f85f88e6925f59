import { and, eq, gte, isNotNull, isNull, lt, not, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import type { Write } from "~/lib/db/commit.server";
import { isAmong, isPilotDay, launched } from "~/lib/db/conditions.server";
import type { Cause, Effect } from "~/lib/db/effects";
import { classOn } from "~/lib/db/flown.server";
import { ofPilotDay, pilotDayOf, setToInserted } from "~/lib/db/pilot-day-rows.server";
import { addDays, pragueDate } from "~/lib/editions/prague-time";
import {
	competitionClasses,
	competitionDays,
	dayScores,
	gliderTypes,
	grids,
	igcFiles,
	pilotDays,
	registrations,
} from "~db/schema";
import { factorAlone } from "./gliders";

/** Columns that a day keeps, each with the value of the entry. */
const ofEntry = {
	competitionClassId: registrations.competitionClassId,
	startNumber: registrations.startNumber,
	gliderTypeId: registrations.gliderTypeId,
	registrationNumber: registrations.registrationNumber,
	gliderIndex: gliderTypes.index,
	referenceIndex: competitionClasses.referenceIndex,
	isGuest: registrations.isGuest,
	secondPilot: registrations.secondPilot,
} as const;

/** What a day keeps of an entry. */
export type Kept = keyof typeof ofEntry;
const allKept = Object.keys(ofEntry) as readonly Kept[];

/**
 * Statement: from now on the days keep what the entries say. A day that keeps something already is left.
 * @param where condition of entry and day
 */
export function keepFlown(db: Db, where: SQL | undefined, now: Date) {
	const flown = db
		.select(
			pilotDayOf({
				dayId: competitionDays.id,
				registrationId: registrations.id,
				fixedAt: sql`${now.getTime()}`,
				...ofEntry,
			}),
		)
		.from(competitionDays)
		.crossJoin(registrations)
		.innerJoin(gliderTypes, eq(gliderTypes.id, registrations.gliderTypeId))
		.innerJoin(competitionClasses, eq(competitionClasses.id, registrations.competitionClassId))
		.where(where);
	return db
		.insert(pilotDays)
		.select(flown)
		.onConflictDoUpdate({
			target: ofPilotDay,
			set: setToInserted(["fixedAt", ...allKept]),
			setWhere: isNull(pilotDays.fixedAt),
		});
}

/** Condition of entry and day, for `keepFlown`. @param entries ids */
export function areOnDay(dayId: string, entries: readonly string[]): SQL | undefined {
	return and(eq(competitionDays.id, dayId), isAmong(registrations.id, entries));
}

/** Condition of entry and day, for `keepFlown`: the competitor has launched or has a log. */
export const hasBegun = or(
	sql`EXISTS (SELECT 1 FROM ${pilotDays} WHERE ${isPilotDay(competitionDays.id)}
		AND (${pilotDays.status} IN ${launched} OR ${pilotDays.launches} <> '[]'))`,
	sql`EXISTS (SELECT 1 FROM ${igcFiles} WHERE ${igcFiles.dayId} = ${competitionDays.id}
		AND ${igcFiles.registrationId} = ${registrations.id} AND ${igcFiles.currentVersionId} IS NOT NULL)`,
);

/** Condition of entry and day: the day keeps what is flown, or would by now. A change then holds from another day. */
export const isFixed = or(
	sql`EXISTS (SELECT 1 FROM ${pilotDays} WHERE ${isPilotDay(competitionDays.id)} AND ${pilotDays.fixedAt} IS NOT NULL)`,
	hasBegun,
);

/**
 * Statement: days that keep what is flown take some of it anew from the entries. The index is that of the glider of the day, and the
 * reference index that of its class, unless these are taken anew, too.
 * @param where condition of `registrations`, `gliderTypes` and `pilotDays`
 */
function renewFlown(db: Db, columns: readonly Kept[], where: SQL | undefined) {
	const isTaken = (column: "gliderTypeId" | "competitionClassId") =>
		columns.includes(column) ? registrations[column] : pilotDays[column];
	return (
		db
			.update(pilotDays)
			.set({
				...(columns.includes("gliderIndex") ? { referenceIndex: referenceForIndex } : {}),
				...Object.fromEntries(columns.map((column) => [column, sql`${ofEntry[column]}`])),
			})
			.from(registrations)
			.innerJoin(gliderTypes, sql`TRUE`)
			.innerJoin(competitionClasses, sql`TRUE`)
			// An UPDATE does not see its own table in the conditions of the joins.
			.where(
				and(
					eq(registrations.id, pilotDays.registrationId),
					eq(gliderTypes.id, isTaken("gliderTypeId")),
					eq(competitionClasses.id, isTaken("competitionClassId")),
					isNotNull(pilotDays.fixedAt),
					where,
				),
			)
	);
}

/** Expression for the reference index of a day that takes another index, as `referenceOnDay` says. */
const referenceForIndex = sql`CASE WHEN ${pilotDays.referenceIndex} = ${factorAlone} THEN ${competitionClasses.referenceIndex}
	ELSE ${pilotDays.referenceIndex} END`;

/** What the day keeps of a value of the entry: the index belongs to the glider, the reference index to the class. */
const keptOf: Readonly<Record<string, readonly Kept[]>> = {
	competitionClassId: ["competitionClassId", "referenceIndex"],
	gliderTypeId: ["gliderTypeId", "gliderIndex"],
	registrationNumber: ["registrationNumber"],
	startNumber: ["startNumber"],
	isGuest: ["isGuest"],
	secondPilot: ["secondPilot"],
};

/** A change that holds from a day: the statements around it. */
interface Holding {
	/** Local date of the first day. */
	readonly from: string;
	/** The days before keep what was flown. */
	readonly before: readonly Statement[];
	/** The days from then on take what has changed. */
	readonly after: readonly Statement[];
}

type Statement = Write["statements"][number];

interface Held {
	/** What of the change the days keep; without any the change is about no day. */
	readonly columns: readonly Kept[];
	/** Condition of `registrations` and `gliderTypes`. */
	readonly entries: SQL;
	/** Local date; null for the usual one. */
	readonly from: string | null;
	/** Id of the class that the entries come into. */
	readonly into?: string | undefined;
}

/** What a change of entries needs that holds from a day. Days with official results keep what was flown, also from then on. */
export async function holdFrom(
	ctx: Pick<Ctx, "db" | "now">,
	{ columns, entries, from, into }: Held,
): Promise<Holding> {
	const { db, now } = ctx;
	if (columns.length === 0) return { from: from ?? pragueDate(now), before: [], after: [] };
	const first = from ?? (await usualFrom(ctx, entries));
	const days = sql`(SELECT ${competitionDays.id} FROM ${competitionDays} WHERE ${competitionDays.date} >= ${first})`;
	const stays = or(lt(competitionDays.date, first), isOfficial(competitionDays.id, into));
	return {
		from: first,
		before: [keepFlown(db, and(stays, entries), now)],
		after: [
			renewFlown(
				db,
				columns,
				and(sql`${pilotDays.dayId} IN ${days}`, entries, not(isOfficial(pilotDays.dayId, into))),
			),
			...(columns.includes("competitionClassId") ? leaveGrids(db, days, entries) : []),
		],
	};
}

/** Condition of an entry: the results of its class on a day are official, or those of the class that it comes into. */
function isOfficial(dayId: SQLWrapper, into: string | undefined): SQL {
	return sql`EXISTS (SELECT 1 FROM ${dayScores} WHERE ${dayScores.dayId} = ${dayId} AND ${dayScores.state} = 'official'
		AND ${dayScores.competitionClassId} IN (${classOn(dayId)}, ${into ?? null}))`;
}

/** The same for the change of one entry, with the classes whose scores it may change. @param values the columns that change */
export async function holdEntryFrom(
	ctx: Pick<Ctx, "db" | "now">,
	id: string,
	values: { readonly competitionClassId?: unknown },
	from: string | null,
): Promise<Holding & { readonly classIds: readonly string[] }> {
	const into = typeof values.competitionClassId === "string" ? values.competitionClassId : undefined;
	const holding = await holdFrom(ctx, {
		columns: Object.keys(values).flatMap((name) => keptOf[name] ?? []),
		entries: eq(registrations.id, id),
		from,
		into,
	});
	if (holding.after.length === 0) return { ...holding, classIds: [] };
	const flownIn = await ctx.db
		.selectDistinct({ classId: classOn(competitionDays.id) })
		.from(registrations)
		.crossJoin(competitionDays)
		.where(and(eq(registrations.id, id), gte(competitionDays.date, holding.from)));
	return {
		...holding,
		classIds: [...new Set([...flownIn.map(({ classId }) => classId), ...(into ? [into] : [])])],
	};
}

/** Effects of a change that holds from a day: the scores of the classes that it may change. */
export function scoresHeld(
	{ after, classIds, from }: Awaited<ReturnType<typeof holdEntryFrom>>,
	by: Cause,
): readonly Effect[] {
	return after.length > 0 ? [{ kind: "class-scores-due", classIds, from, by }] : [];
}

/** The dates from which a change can hold. @param today local date */
export function holdingDates(days: readonly { readonly date: string }[], today: string): readonly string[] {
	return [...new Set([...days.map(({ date }) => date), today, addDays(today, 1)])].toSorted();
}

/** Local date from which a change holds when nobody says it: today, or tomorrow once today is fixed for one of the entries. */
export async function usualFrom({ db, now }: Pick<Ctx, "db" | "now">, entries: SQL): Promise<string> {
	const today = pragueDate(now);
	const [fixed] = await fixedDays(db, and(eq(competitionDays.date, today), entries)).limit(1);
	return fixed ? addDays(today, 1) : today;
}

/** Selects the days that are fixed for entries. @param where condition of entry and day */
export function fixedDays(db: Db, where: SQL | undefined) {
	return db
		.select({ dayId: competitionDays.id, registrationId: registrations.id })
		.from(competitionDays)
		.crossJoin(registrations)
		.innerJoin(gliderTypes, eq(gliderTypes.id, registrations.gliderTypeId))
		.where(and(where, isFixed));
}

/** Statements: who changes the class stands no more in the launch orders that are made. @param days ids of days */
function leaveGrids(db: Db, days: SQL, entries: SQL) {
	const who = sql`(SELECT ${registrations.id} FROM ${registrations}
		INNER JOIN ${gliderTypes} ON ${gliderTypes.id} = ${registrations.gliderTypeId} WHERE ${entries})`;
	const isLater = (dayId: typeof pilotDays.dayId | typeof grids.dayId) => sql`${dayId} IN ${days}`;
	return [
		db
			.update(pilotDays)
			.set({ gridPlace: null })
			.where(
				and(isLater(pilotDays.dayId), sql`${pilotDays.registrationId} IN ${who}`, eq(pilotDays.launches, [])),
			),
		db
			.update(grids)
			.set({
				order: sql`(SELECT json_group_array(its.value) FROM json_each(${grids.order}) AS its WHERE its.value NOT IN ${who})`,
			})
			.where(isLater(grids.dayId)),
	];
}
