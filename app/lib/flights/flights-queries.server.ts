import { and, count, desc, eq, gt, isNotNull, isNull, max, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { firstFlight, isScoring, isStarter, takesPart } from "~/lib/db/conditions.server";
import { classOn } from "~/lib/db/flown.server";
import { isCompetitor } from "~/lib/entries/entries-queries.server";
import { pick } from "~/lib/pick";
import type { LogStanding } from "~db/enums";
import {
	competitionDays,
	type FlightFigures,
	igcFiles,
	igcFileVersions,
	registrations,
	type Trace,
	users,
} from "~db/schema";
import { flightPath } from "./flight-paths";
import { flownRecordText } from "./flown-record.server";
import { isRemoved, standingOfVersion } from "./log-rights/log-standing.server";

/** The figures of a record, without its pictures, which are most of it. */
const figures = sql<FlightFigures>`json_extract(${igcFileVersions.receipt}, '$.figures')`.mapWith(
	(text: string): FlightFigures => JSON.parse(text),
);

/** Counts the logs of a flight that came after the one that counts. Organisers may choose one of them. */
function newerLogs(db: Db) {
	const newer = alias(igcFileVersions, "newer");
	return db
		.select({ newer: count() })
		.from(newer)
		.where(
			and(
				eq(newer.igcFileId, igcFiles.id),
				eq(newer.state, "ready"),
				isNull(newer.discardReason),
				gt(newer.createdAt, igcFileVersions.createdAt),
			),
		);
}

/** @param version condition on a flight's versions @param standing expression for the standing of that version */
function flightsWith(db: Db, version: SQL, standing: SQL<LogStanding>, where: SQL | undefined) {
	return db
		.select({
			...pick(igcFiles, "id", "flightNumber", "downloaded", "processed"),
			...pick(igcFiles, "editedAt", "createdAt", "updatedAt"),
			versionId: igcFileVersions.id,
			...pick(igcFileVersions, "key", "clockShift", "originalName", "size", "sha256", "warnings"),
			figures: figures,
			sender: igcFileVersions.sender,
			isRemoved: sql<boolean>`${isRemoved(igcFileVersions)}`.mapWith(Boolean),
			confirmation: igcFileVersions.confirmation,
			standing: standing,
			newerLogs: sql<number>`(${newerLogs(db)})`,
			versionCreatedAt: igcFileVersions.createdAt,
			registrationId: registrations.id,
			takesPart: sql<boolean>`${takesPart(igcFiles.dayId)}`.mapWith(Boolean),
			isStarter: sql<boolean>`${isStarter(igcFiles.dayId)}`.mapWith(Boolean),
			...pick(registrations, "withdrawnFrom", "startNumber", "competitionClassId"),
			...pick(users, "name", "surname"),
			dayId: competitionDays.id,
			day: competitionDays.date,
		})
		.from(igcFiles)
		.innerJoin(igcFileVersions, version)
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.innerJoin(competitionDays, eq(competitionDays.id, igcFiles.dayId))
		.where(where);
}

/** Selects flights with the version that counts. It leaves out a flight whose first upload is not finished. */
export function deliveredFlights(db: Db, where: SQL | undefined) {
	const isCurrent = eq(igcFileVersions.id, igcFiles.currentVersionId);
	return flightsWith(db, isCurrent, sql<LogStanding>`${igcFiles.standing}`, where);
}

/** Selects the flight of a version, with this version whether or not it counts. */
export function flightOfVersion(db: Db, versionId: string) {
	const isOfFlight = eq(igcFileVersions.igcFileId, igcFiles.id);
	return flightsWith(db, isOfFlight, standingOfVersion(db), eq(igcFileVersions.id, versionId));
}

export type DeliveredFlight = Awaited<ReturnType<typeof deliveredFlights>>[number];

/** @param dayId an id, or an expression for it */
export function flightsOfDay(db: Db, dayId: string | SQL<string | null>) {
	return deliveredFlights(db, eq(igcFiles.dayId, dayId));
}

/** Selects each competitor's flight of the newest day. SQLite takes the id from the row that has the greatest date. */
export function newestFlights(db: Db) {
	return db
		.select({
			...pick(igcFiles, "id", "registrationId"),
			date: max(competitionDays.date).mapWith(String),
		})
		.from(igcFiles)
		.innerJoin(competitionDays, eq(competitionDays.id, igcFiles.dayId))
		.where(isScoring)
		.groupBy(igcFiles.registrationId);
}

export function flightById(db: Db, id: string) {
	return deliveredFlights(db, eq(igcFiles.id, id));
}

/** Selects the delivered flights of a class. The first flight of a competitor comes last. @param days expressions for the ids of days */
export function flightsOfClass(db: Db, classId: SQL, days: readonly SQL[]) {
	return db
		.select({
			...pick(igcFiles, "id", "dayId", "registrationId"),
			isCompetitor: isCompetitor,
			standing: igcFiles.standing,
		})
		.from(igcFiles)
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.where(
			and(
				eq(classOn(igcFiles.dayId), classId),
				sql`${igcFiles.dayId} IN (${sql.join([...days], sql`, `)})`,
				isScoring,
			),
		)
		.orderBy(desc(igcFiles.flightNumber));
}

/** Ids of the flights that the reader may see, by entry. */
export function visibleFlights(
	ctx: Ctx,
	flights: Awaited<ReturnType<typeof flightsOfClass>>,
): Readonly<Record<string, string>> {
	const visible = flights.filter((flight) => flightPath(ctx, flight));
	return Object.fromEntries(visible.map(({ id, registrationId }) => [registrationId, id]));
}

/** Path of a competitor's first flight of a day; null when there is none that the reader may see. */
export async function pathOfFirstFlight(
	ctx: Ctx,
	dayId: string,
	registrationId: string,
): Promise<string | null> {
	const [found] = await ctx.db
		.select({
			id: firstFlight(sql`${dayId}`, registrations.id),
			isCompetitor: isCompetitor,
		})
		.from(registrations)
		.where(eq(registrations.id, registrationId));
	return found?.id
		? flightPath(ctx, { id: found.id, isCompetitor: found.isCompetitor, standing: "scores" })
		: null;
}

const trace = sql<string | null>`json_extract(${flownRecordText}, '$.trace')`;

/** The traces of flights, the first flight of a competitor first. Old logs without a trace are left out. */
export async function tracesOf(db: Db, where: SQL | undefined) {
	const rows = await db
		.select({ id: igcFiles.id, registrationId: igcFiles.registrationId, trace })
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.where(and(where, isNotNull(trace)))
		.orderBy(igcFiles.flightNumber);
	return rows.map((row) => ({ ...row, trace: JSON.parse(row.trace ?? "") as Trace }));
}
