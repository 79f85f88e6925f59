import { and, desc, eq, sql } from "drizzle-orm";
import { may } from "~/lib/access";
import { entryIdOf } from "~/lib/accounts/account-queries.server";
import type { Ctx } from "~/lib/context";
import { dayStrip } from "~/lib/days/day-strip";
import { allDays } from "~/lib/days/days-queries.server";
import { acceptedPilots } from "~/lib/days/unsent-logs-queries.server";
import type { Db } from "~/lib/db/client.server";
import { isPilotDay } from "~/lib/db/conditions.server";
import { classOn, flown, isClassFlown } from "~/lib/db/flown.server";
import { first, type Results, read } from "~/lib/db/read.server";
import { dayPath } from "~/lib/editions/competition-day";
import { isCompetitor } from "~/lib/entries/entries-queries.server";
import { setClockInWords } from "~/lib/flights/clock-texts.server";
import { completeRecord } from "~/lib/flights/complete-record.server";
import { flightPath } from "~/lib/flights/flight-paths";
import { flownRecord } from "~/lib/flights/flown-record.server";
import { heightAboveGround } from "~/lib/flights/igc-file/draw-barogram";
import { momentOf } from "~/lib/flights/igc-file/flight-log";
import { positionsOfTrace } from "~/lib/flights/igc-file/trace";
import { isRemoved, standingOfVersion } from "~/lib/flights/log-rights/log-standing.server";
import { canReplay, replayPath } from "~/lib/flights/replay/replay-availability";
import { isKnown } from "~/lib/flights/versions-queries.server";
import { warningTexts } from "~/lib/flights/warning-texts.server";
import { pilotOption, sortedByStartNumber } from "~/lib/i18n/collate";
import { formatDayAndTime } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { pick } from "~/lib/pick";
import { done, refuse, type ValueOf } from "~/lib/result";
import { type DayResults, isPublic, upToPlace } from "~/lib/results/day-result";
import { resultsOf, toResults } from "~/lib/results/results-queries.server";
import { scorePath, shownPlace } from "~/lib/scoring/day-scores";
import { isProtestTime } from "~/lib/scoring/protest-deadline";
import { resultOfLog } from "~/lib/scoring/scoring-queries.server";
import { groundAround } from "~/lib/tasks/charts/chart-ground";
import { chartsInForce } from "~/lib/tasks/charts/charts-queries.server";
import { taskInForce } from "~/lib/tasks/tasks-queries.server";
import {
	competitionClasses,
	competitionDays,
	igcFiles,
	igcFileVersions,
	pilotDays,
	registrations,
	users,
} from "~db/schema";
import { drawFlight } from "./draw-flight.server";

/** The ids and the date of a flight as expressions, so that one batch reads everything about it. */
function idsOf(id: string) {
	const dayId = sql<string>`(SELECT ${igcFiles.dayId} FROM ${igcFiles} WHERE ${igcFiles.id} = ${id})`;
	const registrationId = sql`(SELECT ${igcFiles.registrationId} FROM ${igcFiles} WHERE ${igcFiles.id} = ${id})`;
	const classId = sql<string>`(SELECT ${classOn(dayId)} FROM ${registrations} WHERE ${registrations.id} = ${registrationId})`;
	const userId = sql<string>`(SELECT ${registrations.userId} FROM ${registrations} WHERE ${registrations.id} = ${registrationId})`;
	return { dayId, classId, userId };
}

/** @param admin adds what only organisers need */
function flightQueries({ db, actor }: Ctx, id: string, admin: boolean) {
	const { dayId, classId, userId } = idsOf(id);
	return {
		flight: first(currentVersion(db, id)),
		task: first(taskInForce(db, { dayId, classId })),
		performed: first(resultOfLog(db, id)),
		// The leader, and the pilot of the flight.
		...resultsOf(db, { classId, dayId, places: 1, userId }),
		...chartsInForce(db),
		days: allDays(db),
		...(actor && { own: first(entryIdOf(db, actor.id)) }),
		...(admin && { versions: versionsOfFlight(db, id), pilots: acceptedPilots(db) }),
	};
}

type Found = Results<ReturnType<typeof flightQueries>>;

/**
 * Visitors see a flight where the edition publishes tracks and the entry is accepted; otherwise it is not found.
 */
export async function readFlightPage(ctx: Ctx, id: string) {
	const { db, edition } = ctx;
	const found = await read(db, flightQueries(ctx, id, may(ctx, "logs")));
	const { flight, task } = found;
	if (!flight || !flightPath(ctx, flight)) return refuse("not-found");
	const record = await completeRecord(ctx, flight);
	if (!record) return refuse(flight.isRemoved ? "log-removed" : "storage-failed");
	const { figures, header, trace, climbs } = record;
	const result = found.performed?.result ?? null;
	const analysis = found.performed?.analysis ?? null;
	const places = [...positionsOfTrace(trace), ...(task?.points ?? [])];
	const ground = await groundAround(ctx, found, places);
	const midnight = momentOf(figures.date, 0);
	const [results] = toResults(found, null);
	const [leader] = upToPlace(results?.rows ?? [], 1);
	return done({
		...pick(flight, "id", "startNumber", "name", "surname", "day", "dayId"),
		...pick(flight, "classId", "classType", "flightNumber"),
		/** Null before the class can be replayed. */
		replay: canReplay(ctx, flight.day, task?.rules ?? null)
			? replayPath(edition, flight.day, flight.classType)
			: null,
		strip: dayStrip(ctx, found.days, flight.day, ({ date }) => dayPath(edition, date)),
		/** That organisers have set the clock of the log, in words; null when they have not. */
		setClock: setClockInWords(figures, flight.clockShift, ctx.language),
		gliderType: header.gliderType,
		figures,
		climbs,
		altitude: trace.kind,
		/** Times of figures and pictures are seconds since this UTC midnight. */
		midnight: new Date(midnight),
		result,
		/** Metres at the place where one who is out scores; null where no heights are known. */
		outAboveGroundM:
			result?.position &&
			heightAboveGround(trace, ground.terrain ?? null, (result.position.at - midnight) / 1000),
		analysis,
		/** Names of the points of the task, start and finish included. */
		points: (task?.points ?? []).map(({ name }) => name),
		/** Of a backup there is none: another log counts. */
		score: results && flight.standing !== "backup" ? scoreOf(flight, results) : null,
		/** Until when the pilot of the flight, who reads it, can protest; null for others. */
		protests: ownProtestTime(ctx, flight, found.own, results),
		/** Leader of the class on the day; null when it is this one. */
		leader: leader && leader.registrationId !== flight.registrationId ? leader : null,
		drawing: drawFlight({
			trace,
			date: figures.date,
			points: task?.points ?? null,
			result,
			climbs: analysis?.climbs ?? [],
			ground,
		}),
		organisers: forOrganisers(ctx, flight, found),
	});
}

export type FlightPage = ValueOf<typeof readFlightPage>;

type Flight = Awaited<ReturnType<typeof currentVersion>>[number];

/** The data for the forms of organisers; null for everybody else. */
function forOrganisers(
	{ language }: Ctx,
	{ editedAt, downloaded, processed, versionId, warnings, registrationId, dayId }: Flight,
	{ versions, pilots, days }: Found,
) {
	if (!versions || !pilots) return null;
	return {
		flags: { edited: editedAt !== null, downloaded, processed },
		versionId,
		warnings: warningTexts(warnings, language),
		signatures: textsOf(language).t("igc.signatures"),
		/** What a press says by which a clock is as its recorder had it; null when none is set. */
		takeBackClock: versions.some(({ clockShift }) => clockShift !== 0)
			? textsOf(language).t("igc.clock.takeBack")
			: null,
		versions,
		pilot: registrationId,
		day: dayId,
		pilots: sortedByStartNumber(pilots).map(pilotOption),
		days: days.map(({ id, name, date }) => ({ id, name, date })),
	};
}

function ownProtestTime(
	{ now, language }: Ctx,
	{ registrationId }: Flight,
	own: Found["own"],
	results: DayResults | undefined,
) {
	const until = results?.ours?.protestsUntil;
	if (own?.id !== registrationId || !results?.ours || !until || !isProtestTime(results.ours, now))
		return null;
	return textsOf(language).t("results.protestsUntil", { until: formatDayAndTime(until, language) });
}

/** The score of the flight, with the path of its explanation while the results are ours alone. */
function scoreOf({ dayId, registrationId }: Flight, day: DayResults) {
	const row = day.rows.find((one) => one.registrationId === registrationId);
	if (!row || row.points === null) return null;
	if (isPublic(day))
		return row.place === null ? null : { position: row.place, points: row.points, path: null };
	const position = shownPlace({ rank: row.place, points: row.points });
	return row.ours?.isExplained && position !== null
		? { position, points: row.points, path: scorePath(dayId, registrationId) }
		: null;
}

function currentVersion(db: Db, igcFileId: string) {
	return db
		.select({
			id: igcFileVersions.igcFileId,
			versionId: igcFileVersions.id,
			receipt: flownRecord,
			...pick(igcFileVersions, "warnings", "clockShift"),
			standing: igcFiles.standing,
			isRemoved: sql<boolean>`${isRemoved(igcFileVersions)}`.mapWith(Boolean),
			...pick(igcFiles, "flightNumber", "downloaded", "processed", "editedAt", "registrationId"),
			startNumber: flown.startNumber,
			isCompetitor: isCompetitor,
			...pick(users, "name", "surname"),
			dayId: igcFiles.dayId,
			day: competitionDays.date,
			key: igcFileVersions.key,
			classId: flown.classId,
			classType: competitionClasses.type,
		})
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.leftJoin(pilotDays, isPilotDay(igcFiles.dayId))
		.innerJoin(competitionClasses, isClassFlown)
		.innerJoin(competitionDays, eq(competitionDays.id, igcFiles.dayId))
		.where(eq(igcFiles.id, igcFileId));
}

/** The newest stored version comes first. */
function versionsOfFlight(db: Db, igcFileId: string) {
	return db
		.select({
			...pick(igcFileVersions, "id", "originalName", "size", "sha256", "clockShift", "createdAt"),
			sentAs: igcFileVersions.sender,
			hasSecondSign: igcFileVersions.hasSecondSign,
			standing: standingOfVersion(db),
			...pick(igcFileVersions, "confirmation", "discardReason"),
			isRemoved: sql<boolean>`${isRemoved(igcFileVersions)}`.mapWith(Boolean),
			/** Name of the sender; null for a visitor. */
			sender: sql<string | null>`${users.name} || ' ' || ${users.surname}`,
		})
		.from(igcFileVersions)
		.innerJoin(igcFiles, eq(igcFiles.id, igcFileVersions.igcFileId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.leftJoin(users, eq(users.id, igcFileVersions.uploadedBy))
		.where(and(eq(igcFileVersions.igcFileId, igcFileId), isKnown))
		.orderBy(desc(igcFileVersions.createdAt));
}
