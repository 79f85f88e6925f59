import { and, eq, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import type { Write } from "~/lib/db/commit.server";
import { isPilotDay, launched } from "~/lib/db/conditions.server";
import { ofPilotDay, pilotDayOf, setToInserted } from "~/lib/db/pilot-day-rows.server";
import { addDays, pragueDate } from "~/lib/editions/prague-time";
import {
	competitionClasses,
	competitionDays,
	gliderTypes,
	grids,
	igcFiles,
	pilotDays,
	registrations,
} from "~db/schema";

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
	return and(
		eq(competitionDays.id, dayId),
		sql`${registrations.id} IN (SELECT value FROM json_each(${JSON.stringify(entries)}))`,
	);
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
			.set(Object.fromEntries(columns.map((column) => [column, sql`${ofEntry[column]}`])))
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

/**
 * What a change of entries needs that holds from a day.
 * @param columns what of it the days keep; without any the change is about no day
 * @param entries condition of `registrations` and `gliderTypes`
 * @param from local date; null for the usual one: today, or tomorrow once today is fixed for one of the entries
 */
export async function holdFrom(
	ctx: Pick<Ctx, "db" | "now">,
	columns: readonly Kept[],
	entries: SQL,
	from: string | null,
): Promise<Holding> {
	const { db, now } = ctx;
	const first = from ?? (await usualFrom(ctx, entries));
	if (columns.length === 0) return { from: first, before: [], after: [] };
	const days = sql`(SELECT ${competitionDays.id} FROM ${competitionDays} WHERE ${competitionDays.date} >= ${first})`;
	return {
		from: first,
		before: [keepFlown(db, and(lt(competitionDays.date, first), entries), now)],
		after: [
			renewFlown(db, columns, and(sql`${pilotDays.dayId} IN ${days}`, entries)),
			...(columns.includes("competitionClassId") ? leaveGrids(db, days, entries) : []),
		],
	};
}

/** The same for the change of one entry. @param names of the columns that change */
export function holdEntryFrom(
	ctx: Pick<Ctx, "db" | "now">,
	id: string,
	names: readonly string[],
	from: string | null,
): Promise<Holding> {
	return holdFrom(
		ctx,
		names.flatMap((name) => keptOf[name] ?? []),
		eq(registrations.id, id),
		from,
	);
}

async function usualFrom({ db, now }: Pick<Ctx, "db" | "now">, entries: SQL): Promise<string> {
	const today = pragueDate(now);
	const [fixed] = await db
		.select({ id: registrations.id })
		.from(competitionDays)
		.crossJoin(registrations)
		.innerJoin(gliderTypes, eq(gliderTypes.id, registrations.gliderTypeId))
		.where(and(eq(competitionDays.date, today), entries, isFixed))
		.limit(1);
	return fixed ? addDays(today, 1) : today;
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
