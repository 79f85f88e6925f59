import { and, eq, type SQL, sql } from "drizzle-orm";
import { may } from "~/lib/access";
import { mayEnter } from "~/lib/accounts/signup-links.server";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { isPilotDay, isSent, owesLog, takesPart } from "~/lib/db/conditions.server";
import { flown, isClassFlown } from "~/lib/db/flown.server";
import { first } from "~/lib/db/read.server";
import { newestFirst, selectOutlandings } from "~/lib/desk/outlandings-queries.server";
import { isCompetitor } from "~/lib/entries/entries-queries.server";
import { entryStateOf } from "~/lib/entries/entry-state";
import { flightPath } from "~/lib/flights/flight-paths";
import { formatDay, formatDayAndTime } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { pick } from "~/lib/pick";
import type { DayReport } from "~/lib/results/day-reports/class-report";
import type { ResultsOfDay } from "~/lib/results/day-result";
import type { ProtestLink } from "~/lib/results/protests.server";
import { isProtestTime } from "~/lib/scoring/protest-deadline";
import { missingTasks } from "~/lib/tasks/tasks-queries.server";
import {
	competitionClasses,
	competitionDays,
	igcFiles,
	igcFileVersions,
	outlandings,
	pilotDays,
	registrations,
} from "~db/schema";

/** A user's entry with the status and the first flight log of a local day. */
function ownDay(db: Db, userId: string | SQL<string>, date: string | SQL<string | null>) {
	return db
		.select({
			classId: flown.classId,
			classType: competitionClasses.type,
			startNumber: flown.startNumber,
			...pick(registrations, "accepted", "withdrawnFrom"),
			isCompetitor: isCompetitor,
			takesPart: sql<boolean>`${takesPart(competitionDays.id)}`.mapWith(Boolean),
			...pick(registrations, "paid", "isReserve"),
			status: pilotDays.status,
			owesLog: sql<boolean>`${owesLog(competitionDays.id)}`.mapWith(Boolean),
			flightId: igcFiles.id,
			standing: igcFiles.standing,
			logAt: igcFileVersions.createdAt,
		})
		.from(registrations)
		.leftJoin(competitionDays, eq(competitionDays.date, date))
		.leftJoin(pilotDays, isPilotDay(competitionDays.id))
		.innerJoin(competitionClasses, isClassFlown)
		.leftJoin(
			igcFiles,
			and(eq(igcFiles.registrationId, registrations.id), eq(igcFiles.dayId, competitionDays.id), isSent),
		)
		.leftJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.where(eq(registrations.userId, userId))
		.orderBy(sql`${igcFileVersions.createdAt} IS NULL`, igcFiles.flightNumber)
		.limit(1);
}

/** A user's own newest report of an outlanding on a local day that counts. */
export function ownField(db: Db, userId: string | SQL<string>, date: string | SQL<string | null>) {
	return selectOutlandings(db)
		.where(
			and(
				eq(registrations.userId, userId),
				eq(competitionDays.date, date),
				eq(outlandings.standing, "confirmed"),
			),
		)
		.orderBy(...newestFirst)
		.limit(1);
}

type OwnRow = Awaited<ReturnType<typeof ownDay>>[number];

/** What home says first to a signed-in competitor; null for others. */
export function ownEntry({ edition }: Ctx, row: OwnRow | undefined) {
	if (!row) return null;
	const { classId, classType, startNumber } = row;
	return { classId, classType, startNumber, state: entryStateOf(row, edition.payment !== null) };
}

/** Whether the competitor flies in the competition: one who waits for acceptance has no task yet. */
export const isFlyingIn = ({ accepted, takesPart }: OwnRow) => accepted || takesPart;

export type OwnEntry = NonNullable<ReturnType<typeof ownEntry>>;

/** Whether somebody with an account can still enter, and has not. */
export async function isToEnter({ actor, ...ctx }: Ctx, row: OwnRow | undefined): Promise<boolean> {
	return actor !== null && actor.role === null && row === undefined && mayEnter({ ...ctx, actor });
}

interface OwnFound {
	readonly own: OwnRow;
	readonly field: Awaited<ReturnType<typeof ownField>>[number] | undefined;
	readonly results: DayReport | null;
}

/** The day of a competitor in a class with a task. */
export function ownFlight(ctx: Ctx, { own, field, results }: OwnFound) {
	const { status, logAt, flightId, standing, owesLog: isLogOwed } = own;
	const result = results?.rows.find(({ isOwn }) => isOwn);
	return {
		status,
		/** What is known of the field in which the competitor is; null when nobody has reported where. */
		field:
			status === "OUTLANDING" && field && field.state !== "back"
				? { near: field.near, isCrewOnWay: field.crewOnWay || field.state !== "reported" }
				: null,
		logAt,
		flight:
			logAt && flightId && standing
				? flightPath(ctx, { id: flightId, isCompetitor: own.isCompetitor, standing })
				: null,
		/** A log is not missing while its pilot is still flying. */
		isLogMissing: isLogOwed && logAt === null && status !== "FLYING",
		result:
			result && results && result.place !== null && result.points
				? { place: result.place, points: result.points, status: results.status }
				: null,
	};
}

export type OwnFlight = ReturnType<typeof ownFlight>;

/** Where a competitor can protest against results of the own class, and until when. */
export function ownProtests(
	{ now, language }: Ctx,
	{ classType }: OwnRow,
	days: readonly ResultsOfDay[],
): ProtestLink[] {
	const { t } = textsOf(language);
	return days.flatMap(({ date, ours, ...one }) => {
		if (one.classType !== classType || !ours?.protestsUntil || !isProtestTime(ours, now)) return [];
		const until = formatDayAndTime(ours.protestsUntil, language);
		const text = `${formatDay(date, language)}: ${t("results.protestsUntil", { until })}`;
		return [{ to: `/protests/${date}/${classType}`, text }];
	});
}

type Reader = "visitor" | "user" | "organiser";

/** Prepares what reads home once for each kind of reader, and returns what finds the one for a request. */
export function byReader<Read>(readFor: (reader: Reader) => Read): (ctx: Ctx) => Read {
	const [visitor, user, organiser] = [readFor("visitor"), readFor("user"), readFor("organiser")];
	return (ctx) => {
		if (may(ctx, "tasks")) return organiser;
		return ctx.actor ? user : visitor;
	};
}

/** Queries for the own day of a signed-in user (`date` is local), and for organisers also the missing tasks. */
export function ownQueries(
	reader: Reader,
	db: Db,
	{ userId, today, tomorrow }: Readonly<Record<"userId" | "today" | "tomorrow", SQL<string>>>,
	date: SQL<string | null>,
) {
	return {
		own: reader === "visitor" ? undefined : first(ownDay(db, userId, date)),
		missing: reader === "organiser" ? missingTasks(db, today, tomorrow) : undefined,
	};
}
