import { and, eq, gte, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { isAtDesk } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { isPilotDay, isSent, takesPart } from "~/lib/db/conditions.server";
import { flown, isClassFlown } from "~/lib/db/flown.server";
import { type Results, read } from "~/lib/db/read.server";
import { addDays, instantOf, pragueDate } from "~/lib/editions/prague-time";
import { sortedByStartNumber } from "~/lib/i18n/collate";
import { textsOf } from "~/lib/i18n/i18n.server";
import { lastLight } from "~/lib/maps/sunset";
import { pick } from "~/lib/pick";
import { isConfirmed } from "~/lib/whose-word";
import {
	competitionClasses,
	competitionDays,
	igcFiles,
	igcFileVersions,
	lastPositions,
	outlandings,
	pilotDays,
	registrations,
	safetyCards,
	users,
} from "~db/schema";
import type { Edition } from "~editions/schema";
import { countsAmong, type Unconfirmed, unconfirmedAmong } from "./confirmed-reports";
import { hasKnownPlace, isOfNow, type Landing, toLanding } from "./landing-proposal";
import { newestFirst, type Outlanding, selectOutlandings } from "./outlandings-queries.server";
import { type Numbers, phonesAmong } from "./phones.server";

type LocalDate = string | SQL<string>;

/** Queries for `toMissing`. They cover two days, as a night belongs to the day before. */
export function missingQueries(db: Db, today: LocalDate, yesterday: LocalDate) {
	const days = and(gte(competitionDays.date, yesterday), lte(competitionDays.date, today));
	return {
		away: whoIsAway(db, days),
		reports: selectOutlandings(db)
			.where(and(days, ne(outlandings.standing, "dismissed")))
			.orderBy(...newestFirst),
		landings: landings(db, days),
		positions: latestPositions(db, days),
	};
}

/** Selects when each pilot was last seen, by the positions that the desk has noted. */
function latestPositions(db: Db, days: SQL | undefined) {
	const { registrationId, dayId, seenAt } = lastPositions;
	return db
		.select({ registrationId, dayId, seenAt: sql`max(${seenAt})`.mapWith(seenAt) })
		.from(lastPositions)
		.innerJoin(competitionDays, eq(competitionDays.id, dayId))
		.where(days)
		.groupBy(dayId, registrationId);
}

/** Selects everybody who takes part in the days and is not said to be home. */
function whoIsAway(db: Db, days: SQL | undefined) {
	return db
		.select({
			id: registrations.id,
			dayId: competitionDays.id,
			date: competitionDays.date,
			...pick(flown, "startNumber", "registrationNumber"),
			phone: registrations.phone,
			...pick(users, "name", "surname"),
			crewPhone: safetyCards.crewPhone,
			classType: competitionClasses.type,
			...pick(pilotDays, "statusId", "status", "statusAt", "launches"),
		})
		.from(competitionDays)
		.innerJoin(registrations, takesPart(competitionDays.id))
		.innerJoin(users, eq(users.id, registrations.userId))
		.leftJoin(pilotDays, isPilotDay(competitionDays.id))
		.innerJoin(competitionClasses, isClassFlown)
		.leftJoin(safetyCards, eq(safetyCards.registrationId, registrations.id))
		.where(and(days, or(isNull(pilotDays.status), ne(pilotDays.status, "HOME"))));
}

const inReceipt = (path: SQL) => sql<number | null>`json_extract(${igcFileVersions.receipt}, ${path})`;

/** Index of the trace's point at which the flight has landed. */
const landingAt = inReceipt(sql`'$.trace.marks.landing'`);
const traced = (list: SQL) => inReceipt(sql`'$.trace.' || ${list} || '[' || ${landingAt} || ']'`);

/** Selects the ends of the logs that score, for pilots who are not home. The last one of a pilot, by its time, comes last. */
function landings(db: Db, days: SQL | undefined) {
	return db
		.select({
			...pick(igcFiles, "registrationId", "dayId"),
			/** UTC date of the log. */
			date: inReceipt(sql`'$.figures.date'`).mapWith(String),
			/** Seconds since UTC midnight of that date; null for a log that ends in the air. */
			landing: inReceipt(sql`'$.figures.landing'`),
			lastFix: inReceipt(sql`'$.figures.lastFix'`).mapWith(Number),
			latitude: traced(sql`'latitudes'`),
			longitude: traced(sql`'longitudes'`),
			...pick(pilotDays, "status", "statusAt", "launches"),
		})
		.from(igcFiles)
		.innerJoin(competitionDays, eq(competitionDays.id, igcFiles.dayId))
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.leftJoin(
			pilotDays,
			and(eq(pilotDays.dayId, igcFiles.dayId), eq(pilotDays.registrationId, igcFiles.registrationId)),
		)
		.where(and(days, isSent, or(isNull(pilotDays.status), ne(pilotDays.status, "HOME"))))
		.orderBy(inReceipt(sql`'$.figures.date'`), inReceipt(sql`'$.figures.lastFix'`));
}

/**
 * The last thing that is known of a pilot, from any source that counts. A log and a position, noted or live, have the time at which the pilot was there,
 * a report that at which it came: nobody has heard of the pilot when the desk confirms it.
 */
interface LastSign {
	readonly kind: "status" | "log" | "report" | "launch" | "position" | "live";
	readonly at: Date;
}

export interface MissingPilot
	extends Numbers,
		Pick<Away, "id" | "dayId" | "date" | "statusId" | "status" | "classType"> {
	readonly startNumber: string;
	readonly registrationNumber: string;
	readonly fullName: string;
	/** Null for a status that nobody has set. */
	readonly lastSign: LastSign | null;
	/** The landing in the log that counts. */
	readonly landing: Landing | null;
	/** Numbers of reports that the desk has to confirm or dismiss. Nothing else of them is shown here. */
	readonly unconfirmed: Readonly<Record<keyof Unconfirmed<Outlanding>, number>>;
}

type Found = Results<ReturnType<typeof missingQueries>>;
/** Somebody who takes part in a day and is not said to be home. */
export type Away = Found["away"][number];

/** Milliseconds before sunset. From then on somebody in the air is missing. */
const missedBeforeSunset = 3_600_000;

/**
 * Whether the desk misses pilots who are in the air on a day: from an hour before its sunset until noon of the next day. After noon the
 * desk is for the new day, and a pilot who still has no other status is listed with the open days.
 */
export function areMissed({ airfield }: Pick<Edition, "airfield">, date: string, now: Date): boolean {
	const from = missedFrom({ airfield }, date);
	return from !== null && now >= from && now < missedUntil(date);
}

/** Until when the desk misses the pilots of a day: the noon after it. @param date local */
export const missedUntil = (date: string): Date => instantOf(addDays(date, 1), 12 * 3600);

/** When the desk begins to miss the pilots of a day; null where the sun does not set. */
export function missedFrom({ airfield }: Pick<Edition, "airfield">, date: string): Date | null {
	const light = lastLight(date, airfield);
	return light && new Date(light.sunset.getTime() - missedBeforeSunset);
}

/**
 * Returns the pilots who are missing: they have launched, and are neither home nor in a field whose place somebody trusted has
 * reported, from an hour before sunset on. A log, or a report by somebody else, does not end it.
 */
export function toMissing(
	{ edition, now }: { readonly edition: Edition; readonly now: Date },
	{ away, reports, landings: ends, positions }: Found,
): readonly MissingPilot[] {
	const located = countsAmong(reports).filter(hasKnownPlace);
	const missing = away.filter((pilot) => {
		const isOut =
			pilot.status === "OUTLANDING" &&
			located.some((report) => isOf(pilot, report) && isOfNow(report, pilot.launches));
		const hasFlown =
			pilot.status === "FLYING" ||
			pilot.status === "OUTLANDING" ||
			hasLaunchedSince(pilot) ||
			ends.some((end) => isOf(pilot, end));
		return hasFlown && !isOut && areMissed(edition, pilot.date, now);
	});
	return sortedByStartNumber(missing).map((pilot) => {
		const own = reports.filter((report) => isOf(pilot, report));
		const confirmed = own.filter(isConfirmed);
		const { shown, more } = unconfirmedAmong(own);
		const end = ends.findLast((one) => isOf(pilot, one));
		const landing = end ? toLanding(edition, end) : null;
		return {
			...pick(pilot, "id", "dayId", "date", "statusId", "status", "classType"),
			...pick(pilot, "startNumber", "registrationNumber", "crewPhone"),
			fullName: `${pilot.name} ${pilot.surname}`,
			phones: phonesAmong([pilot.phone, ...confirmed.map(({ phone }) => phone)]),
			lastSign: lastSignOf(pilot, confirmed, landing, positions.find((seen) => isOf(pilot, seen))?.seenAt),
			landing,
			unconfirmed: { shown: shown.length, more },
		};
	});
}

/** Says how many are missing; nothing when nobody is. Until the sun has set they are only not home yet. */
export function missedTitle(
	{ edition, now, language }: Pick<Ctx, "edition" | "now" | "language">,
	missing: readonly MissingPilot[],
): string {
	if (missing.length === 0) return "";
	const sunset = missing[0] && lastLight(missing[0].date, edition.airfield)?.sunset;
	const key = sunset && now < sunset ? "desk.missing.early" : "desk.missing.title";
	return textsOf(language).t(key, { count: missing.length });
}

/** So many names fit into two lines of a phone. */
const mostNamed = 4;

/** Says to the desk who is missing now; null for everybody else, and when nobody is. */
export async function lineOfMissed(ctx: Ctx): Promise<string | null> {
	if (!isAtDesk(ctx)) return null;
	const today = pragueDate(ctx.now);
	const missing = toMissing(ctx, await read(ctx.db, missingQueries(ctx.db, today, addDays(today, -1))));
	if (missing.length === 0) return null;
	const names = missing.slice(0, mostNamed).map(({ startNumber, fullName }) => `${startNumber} ${fullName}`);
	const more = missing.length > mostNamed ? " …" : "";
	return `${missedTitle(ctx, missing)} · ${names.join(", ")}${more}`;
}

/** Whether the grid has a launch that no later status answers: "on the ground" said afterwards is the landing before a relight. */
function hasLaunchedSince({ launches, statusAt }: Away): boolean {
	const last = launches?.at(-1);
	return last !== undefined && (statusAt === null || last > statusAt.getTime());
}

const isOf = (
	pilot: Pick<Away, "id" | "dayId">,
	{ registrationId, dayId }: Pick<Outlanding, "registrationId" | "dayId">,
) => pilot.id === registrationId && pilot.dayId === dayId;

function lastSignOf(
	{ status, statusAt, launches }: Away,
	reports: readonly Outlanding[],
	landing: Landing | null,
	seenAt: Date | undefined,
): LastSign | null {
	const all: readonly LastSign[] = [
		...(status && statusAt ? [{ kind: "status" as const, at: statusAt }] : []),
		...(landing ? [{ kind: "log" as const, at: landing.endsAt }] : []),
		...(seenAt ? [{ kind: "position" as const, at: seenAt }] : []),
		...(launches ?? []).map((at) => ({ kind: "launch" as const, at: new Date(at) })),
		...reports.map(({ createdAt }) => ({ kind: "report" as const, at: createdAt })),
	];
	return all.toSorted((one, other) => other.at.getTime() - one.at.getTime())[0] ?? null;
}

/** Returns how the logs of pilots who are not home end, by id of the entry. */
export function landingsByPilot(
	edition: Edition,
	{ landings: ends }: Pick<Found, "landings">,
	dayId: string,
) {
	const ofDay = ends.filter((end) => end.dayId === dayId);
	return new Map(ofDay.map((end) => [end.registrationId, toLanding(edition, end)]));
}
