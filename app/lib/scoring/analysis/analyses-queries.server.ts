import { and, eq, type SQL, sql } from "drizzle-orm";
import { may } from "~/lib/access";
import type { ClassDay } from "~/lib/class-day";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { isPilotDay } from "~/lib/db/conditions.server";
import { flown, isClassFlown } from "~/lib/db/flown.server";
import { isCompetitor } from "~/lib/entries/entries-queries.server";
import { flightPath } from "~/lib/flights/flight-paths";
import { pick } from "~/lib/pick";
import { done, type Result, refuse } from "~/lib/result";
import {
	competitionClasses,
	competitionDays,
	dayScores,
	type FlightAnalysis,
	flightResults,
	igcFiles,
	igcFileVersions,
	pilotDays,
	registrations,
	tasks,
	users,
} from "~db/schema";
import { isInForceForLog, isOfTaskAndLog } from "../scoring-queries.server";
import { areScoresShown } from "../whose-results-hold.server";

/** Selects evaluated flights with their analyses, by start number. `seesAnalysis` says who may see them. */
export function analysedFlights(db: Db, condition: SQL | undefined) {
	return db
		.select({
			...pick(igcFiles, "id", "flightNumber", "dayId"),
			date: competitionDays.date,
			classId: flown.classId,
			classType: competitionClasses.type,
			registrationId: registrations.id,
			startNumber: flown.startNumber,
			...pick(users, "name", "surname"),
			isCompetitor: isCompetitor,
			standing: igcFiles.standing,
			taskId: tasks.id,
			analysis: flightResults.analysis,
			areScoresShown: sql<boolean>`coalesce((${areScoresShown}), 0)`.mapWith(Boolean),
		})
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.leftJoin(pilotDays, isPilotDay(igcFiles.dayId))
		.innerJoin(competitionClasses, isClassFlown)
		.innerJoin(competitionDays, eq(competitionDays.id, igcFiles.dayId))
		.innerJoin(tasks, isInForceForLog)
		.innerJoin(flightResults, isOfTaskAndLog)
		.leftJoin(
			dayScores,
			and(eq(dayScores.dayId, igcFiles.dayId), eq(dayScores.competitionClassId, flown.classId)),
		)
		.where(condition)
		.orderBy(flown.startNumber, igcFiles.flightNumber);
}

type AnalysedFlight = Awaited<ReturnType<typeof analysedFlights>>[number];

/** Whether a reader may see the analysis of a flight: its track is published, and so are the scores of its class. */
export function seesAnalysis(ctx: Ctx, flight: AnalysedFlight): boolean {
	return flightPath(ctx, flight) !== null && (may(ctx, "scoring") || flight.areScoresShown);
}

export interface AnalysesOfEntry {
	readonly registrationId: string;
	readonly flights: readonly { readonly id: string; readonly analysis: FlightAnalysis }[];
}

/** The analyses of an entry's flights of a day. */
export async function analysesOfEntry(
	ctx: Ctx,
	{ dayId, classId }: ClassDay,
	registrationId: string,
): Promise<Result<AnalysesOfEntry, "not-found">> {
	const found = await analysedFlights(
		ctx.db,
		and(eq(igcFiles.dayId, dayId), eq(flown.classId, classId), eq(registrations.id, registrationId)),
	);
	const flights = found.flatMap((flight) =>
		flight.analysis && seesAnalysis(ctx, flight) ? [{ id: flight.id, analysis: flight.analysis }] : [],
	);
	return flights.length === 0 ? refuse("not-found") : done({ registrationId, flights });
}
