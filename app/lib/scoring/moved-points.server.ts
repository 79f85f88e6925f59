import { and, asc, eq, gte } from "drizzle-orm";
import type { StaffCtx } from "~/lib/context";
import { classOrder } from "~/lib/db/class-order.server";
import type { Db } from "~/lib/db/client.server";
import { isAmong, isPilotDay } from "~/lib/db/conditions.server";
import { flown } from "~/lib/db/flown.server";
import { read } from "~/lib/db/read.server";
import { sha256Hex } from "~/lib/digest";
import { allClasses, allGliderTypes } from "~/lib/entries/classes-queries.server";
import { type Entry, entryById } from "~/lib/entries/entries-queries.server";
import type { AdminEntryInput } from "~/lib/entries/entry-schema";
import { referenceOnDay } from "~/lib/entries/gliders";
import type { IndexChange } from "~/lib/entries/import-glider-types.server";
import { usualFrom } from "~/lib/entries/keep-flown.server";
import { amendedColumns, isBinding } from "~/lib/entries/update-entry.server";
import { compareNames } from "~/lib/i18n/collate";
import { pick } from "~/lib/pick";
import type { ResultStatus } from "~db/enums";
import {
	competitionClasses,
	competitionDays,
	type DayScores,
	dayScores,
	pilotDays,
	registrations,
	users,
} from "~db/schema";
import { differingEntries } from "./announced-points";
import type { DayEntry } from "./class-state.server";
import { type Altering, scoresAfter } from "./scores-after.server";

interface Score {
	/** Null while nothing is scored, and for one who is not of the class. */
	readonly points: number | null;
	readonly rank: number | null;
	readonly guest: boolean;
}

/** The points of a class on a day that a change would move. */
export interface MovedDay {
	readonly day: { readonly name: string; readonly date: string };
	readonly classType: string;
	readonly state: ResultStatus;
	/** From 1; more after a reopening. */
	readonly revision: number;
	/** Whether the results stay as they are, because nothing changes them any more. */
	readonly stays: boolean;
	/** Whether a new protest time begins. */
	readonly isAnew: boolean;
	/** Null where a competitor is not of the class. */
	readonly pilots: readonly {
		readonly startNumber: string;
		readonly name: string;
		readonly before: Score | null;
		readonly after: Score | null;
	}[];
}

export interface MovedPoints {
	/** Names what would be moved, so that an organiser confirms just that. */
	readonly key: string;
	readonly days: readonly MovedDay[];
}

/**
 * The points that an organiser's change of an entry would move; null without any. The days of official results are among them: their
 * points stay.
 */
export async function movedByAmendment(
	ctx: StaffCtx<"entries">,
	id: string,
	input: AdminEntryInput,
): Promise<MovedPoints | null> {
	const [entry] = await entryById(ctx.db, id);
	return entry ? movedByEntry(ctx, entry, amendedColumns(entry, input), input.from ?? null) : null;
}

/** The points that the change would move for which a competitor has asked. @param from local date; null for the usual one */
export async function movedByConsent(
	ctx: StaffCtx<"entries">,
	id: string,
	from: string | null,
): Promise<MovedPoints | null> {
	const [entry] = await entryById(ctx.db, id);
	return entry?.requestedChange ? movedByEntry(ctx, entry, entry.requestedChange, from) : null;
}

/** The points that another list of indices would move. @param from local date; null for the usual one */
export async function movedByIndices(
	ctx: StaffCtx<"entries">,
	changes: readonly IndexChange[],
	from: string,
): Promise<MovedPoints | null> {
	const known = await allGliderTypes(ctx.db);
	const indices = new Map(
		known.flatMap(({ id, name, competitionClassType }) => {
			const change = changes.find((one) => one.name === name && one.classType === competitionClassType);
			return change ? [[id, change.after]] : [];
		}),
	);
	const alter: Altering = (entries) =>
		entries.map((entry) => {
			const index = indices.get(entry.gliderTypeId);
			return index === undefined || index === entry.index ? entry : withIndex(entry, index);
		});
	return movedFrom(ctx, from, alter);
}

/** The points that other reference indices would move. @param indices by the keys of classes @param from local date */
export async function movedByReferences(
	ctx: StaffCtx<"entries">,
	indices: ReadonlyMap<string, number>,
	from: string,
): Promise<MovedPoints | null> {
	const classes = await allClasses(ctx.db);
	const alter: Altering = (entries, { classId }) => {
		const type = classes.find(({ id }) => id === classId)?.type;
		const referenceIndex = type === undefined ? undefined : indices.get(type);
		return referenceIndex === undefined ? entries : entries.map((entry) => ({ ...entry, referenceIndex }));
	};
	return movedFrom(ctx, from, alter);
}

function withIndex(entry: DayEntry, index: number): DayEntry {
	return { ...entry, index, referenceIndex: referenceOnDay(entry) };
}

type Values = Partial<Pick<Entry, "competitionClassId" | "gliderTypeId" | "isGuest">>;

async function movedByEntry(ctx: StaffCtx<"entries">, entry: Entry, values: Values, from: string | null) {
	const { id } = entry;
	const isChanged = (name: keyof Values) => values[name] !== undefined && values[name] !== entry[name];
	if (!isBinding(entry) || !(["competitionClassId", "gliderTypeId", "isGuest"] as const).some(isChanged))
		return null;
	const { classes, gliderTypes } = await read(ctx.db, {
		classes: allClasses(ctx.db),
		gliderTypes: allGliderTypes(ctx.db),
	});
	const glider = isChanged("gliderTypeId") && gliderTypes.find((type) => type.id === values.gliderTypeId);
	const into = isChanged("competitionClassId") && classes.find((one) => one.id === values.competitionClassId);
	const altered = (one: DayEntry): DayEntry => ({
		...(glider ? { ...withIndex(one, glider.index), gliderTypeId: glider.id } : one),
		...(into ? { referenceIndex: into.referenceIndex } : {}),
		...(isChanged("isGuest") && values.isGuest !== undefined ? { isGuest: values.isGuest } : {}),
	});
	const alter: Altering = (entries, { classId }) =>
		entries.flatMap((one) => {
			if (one.registrationId !== id) return [one];
			return into && into.id !== classId ? [] : [altered(one)];
		});
	return movedFrom(
		ctx,
		from ?? (await usualFrom(ctx, eq(registrations.id, id))),
		alter,
		into ? id : undefined,
	);
}

/** @param joining id of an entry that changes its class */
async function movedFrom(
	ctx: StaffCtx<"entries">,
	from: string,
	alter: Altering,
	joining?: string,
): Promise<MovedPoints | null> {
	const found = [];
	for (const { dayId, classId, ...day } of await scoredDays(ctx.db, from)) {
		const scores = await scoresAfter(ctx, { dayId, classId, joining }, alter);
		if (scores) found.push({ ...day, ...scores, dayId });
	}
	// Who changes the class does so in both, or in none while the results of one are official.
	const held =
		joining === undefined ? [] : found.filter(({ areFinal }) => areFinal).map(({ dayId }) => dayId);
	const days: MovedDay[] = [];
	for (const { dayId, day, classType, stored, before, after, ...scores } of found) {
		const stays = scores.areFinal || held.includes(dayId);
		const pilots = await movedPilots(ctx.db, dayId, before, after);
		if (pilots.length > 0)
			days.push({
				day,
				classType,
				...pick(stored, "state", "revision"),
				stays,
				isAnew: scores.isAnew && !stays,
				pilots,
			});
	}
	return days.length === 0 ? null : { key: await sha256Hex(JSON.stringify([from, days])), days };
}

async function movedPilots(db: Db, dayId: string, before: DayScores, after: DayScores) {
	const ids = differingEntries(before, after);
	const scoreOf = ({ rows }: DayScores, id: string) => {
		const row = rows.find(({ registrationId }) => registrationId === id);
		return row ? pick(row, "points", "rank", "guest") : null;
	};
	const names = ids.length === 0 ? [] : await namesOn(db, dayId, ids);
	const placeOf = ({ before: score }: MovedDay["pilots"][number]) => score?.rank ?? Number.MAX_SAFE_INTEGER;
	return names
		.map(({ id, name, surname, startNumber }) => ({
			startNumber,
			name: `${name} ${surname}`,
			before: scoreOf(before, id),
			after: scoreOf(after, id),
		}))
		.toSorted(
			(one, other) => placeOf(one) - placeOf(other) || compareNames(one.startNumber, other.startNumber),
		);
}

/** Selects the classes and days that are scored and count. @param from local date */
function scoredDays(db: Db, from: string) {
	return db
		.select({
			dayId: dayScores.dayId,
			classId: dayScores.competitionClassId,
			classType: competitionClasses.type,
			day: { name: competitionDays.name, date: competitionDays.date },
		})
		.from(dayScores)
		.innerJoin(competitionDays, eq(competitionDays.id, dayScores.dayId))
		.innerJoin(competitionClasses, eq(competitionClasses.id, dayScores.competitionClassId))
		.where(
			and(gte(competitionDays.date, from), eq(competitionDays.task, "TASK"), eq(dayScores.cancelled, false)),
		)
		.orderBy(asc(competitionDays.date), classOrder(db));
}

function namesOn(db: Db, dayId: string, ids: readonly string[]) {
	return db
		.select({ id: registrations.id, ...pick(users, "name", "surname"), startNumber: flown.startNumber })
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.leftJoin(pilotDays, isPilotDay(dayId))
		.where(isAmong(registrations.id, ids));
}
