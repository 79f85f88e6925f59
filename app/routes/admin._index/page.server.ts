import { and, asc, eq, isNotNull, ne, sql } from "drizzle-orm";
import { isWaiting, openErasures } from "~/lib/accounts/erasure-queries.server";
import { roleChanges } from "~/lib/accounts/team.server";
import type { Ctx, StaffCtx } from "~/lib/context";
import { dayByDate } from "~/lib/days/days-queries.server";
import { debtorQueries, toDebtors } from "~/lib/days/debtors-queries.server";
import { areDaysLocked } from "~/lib/days/final-results.server";
import { countStatuses } from "~/lib/days/statuses/count-statuses.server";
import { openDays, openStatuses } from "~/lib/days/statuses/statuses-queries.server";
import { splitStillFlying, withoutFlight } from "~/lib/days/unsent-logs-queries.server";
import { classOrder } from "~/lib/db/class-order.server";
import type { Db } from "~/lib/db/client.server";
import { dayOfDate, starterCount } from "~/lib/db/conditions.server";
import { first, read } from "~/lib/db/read.server";
import { type MissingPilot, missingQueries, toMissing } from "~/lib/desk/missing-pilots.server";
import { addDays, pragueDate } from "~/lib/editions/prague-time";
import { countFilters } from "~/lib/entries/starting-list/list-query";
import { toWholeList, wholeListQueries } from "~/lib/entries/starting-list/starting-list-queries.server";
import { noPositions, readDeskPositions, withPositions } from "~/lib/live/desk-live.server";
import { devicesOfAccepted, sharedDevices } from "~/lib/live/live-entries.server";
import { mailCounts } from "~/lib/mail/outbox.server";
import { lastLight } from "~/lib/maps/sunset";
import { setAsideJobs } from "~/lib/operations/job-fuses.server";
import { pick } from "~/lib/pick";
import { isPublic, type ResultsOfDay } from "~/lib/results/day-result";
import { pendingProtests } from "~/lib/results/protests.server";
import { resultDaysOf, toResultDays } from "~/lib/results/results-queries.server";
import { latestSyncRun } from "~/lib/results/sync-runs.server";
import { isProtestTime } from "~/lib/scoring/protest-deadline";
import { setAsideLogs } from "~/lib/scoring/set-aside-logs.server";
import { guardedChanges } from "~/lib/season/settings-queries.server";
import { hasResultsSource } from "~/lib/settings.server";
import { linkToDesk } from "~/lib/tasks/task-links.server";
import { missingTasks } from "~/lib/tasks/tasks-queries.server";
import { competitionClasses, competitionDays, dayScores, results } from "~db/schema";
import { type Moment, momentOf } from "./moment";

export type Overview = Awaited<ReturnType<typeof readOverview>>;

export async function readOverview(ctx: StaffCtx<"overview">) {
	const { db, now } = ctx;
	const today = pragueDate(now);
	const found = await read(db, {
		...wholeListQueries(db),
		...debtorQueries(ctx),
		day: first(dayByDate(db, today)),
		withoutLog: withoutFlight(db, dayOfDate(today)),
		count: first(starterCount(db, eq(competitionDays.date, today))),
		mails: mailCounts(db),
		erasures: openErasures(db, isWaiting(now)),
		sync: first(latestSyncRun(db)),
		desks: missingTasks(db, today, addDays(today, 1)),
		jobs: setAsideJobs(db),
		open: openStatuses(db, today),
		statuses: countStatuses(db, today),
		...missingQueries(db, today, addDays(today, -1)),
		notEvaluated: setAsideLogs(db),
		protests: pendingProtests(db),
		undecided: undecidedFindings(db),
		...(ctx.live && { devices: devicesOfAccepted(db) }),
		results: resultDaysOf(db, {}),
		...{ settings: guardedChanges(db, now), team: roleChanges(db, now) },
	});
	const { day, withoutLog, sync } = found;
	const missed = toMissing(ctx, found);
	const { missing, flying } = splitStillFlying(withoutLog);
	const mailsIn = (...states: readonly string[]) => sumOfMails(found.mails, states);
	return {
		day: day ? pick(day, "name", "date") : null,
		moment: momentNow(ctx, found.statuses),
		filters: countFilters(toWholeList(found).flatMap((group) => group.entries)),
		debtors: toDebtors(ctx, found).length,
		/** Numbers of competitors today; null on a day without a task, unless a log of it is missing. */
		logs:
			day?.task === "TASK" || withoutLog.length > 0
				? { expected: found.count?.starters ?? 0, flying: flying.length, missing: missing.length }
				: null,
		desks: found.desks.map((place) => linkToDesk(ctx, place)),
		openDays: openDays(ctx, found.open, missed),
		...(await redListOf(ctx, missed)),
		sunset: lastLight(missed[0]?.date ?? today, ctx.edition.airfield)?.sunset ?? null,
		now,
		failedMails: mailsIn("failed"),
		queuedMails: mailsIn("queued", "sending"),
		erasures: found.erasures.length,
		/** Devices by which nobody is shown, as several entries have them. */
		sharedDevices: sharedDevices(found.devices ?? []).length,
		setAsideJobs: found.jobs.map(({ job }) => job),
		/** Classes with flight logs that could not be evaluated. */
		setAsideLogs: byClass(found.notEvaluated),
		...pick(found, "protests", "undecided", "settings", "team"),
		/** Results that are scored here and not official yet. After the lock unofficial ones can still be. */
		scoring: unofficialDays(ctx, found.results),
		sync: sync ? { startedAt: sync.startedAt, outcome: sync.outcome } : null,
		/** Whether the deployment has the keys of SoaringSpot: without them nothing is ever fetched. */
		hasResultsSource: hasResultsSource(ctx.settings),
	};
}

/** The pilots who are missing now, and that nothing is heard of the Open Glider Network, in words. */
async function redListOf(ctx: Ctx, missed: readonly MissingPilot[]) {
	const positions = missed.length > 0 ? await readDeskPositions(ctx) : noPositions;
	return { missing: withPositions(ctx, missed, positions), trouble: positions.trouble };
}

function sumOfMails(mails: Awaited<ReturnType<typeof mailCounts>>, states: readonly string[]) {
	return mails.filter(({ state }) => states.includes(state)).reduce((sum, row) => sum + row.mails, 0);
}

function unofficialDays({ edition, now }: StaffCtx<"overview">, results: Parameters<typeof toResultDays>[0]) {
	return toResultDays(results)
		.filter((one) => !isPublic(one) && (one.status === "unofficial" || !areDaysLocked(edition, now)))
		.map((one) => toScoring(one, now));
}

function momentNow(
	{ edition, now }: StaffCtx<"overview">,
	statuses: Awaited<ReturnType<typeof countStatuses>>,
): Moment {
	const date = pragueDate(now);
	const sunset = lastLight(date, edition.airfield)?.sunset;
	const flown = ["FLYING", "OUTLANDING", "HOME"];
	return momentOf(edition.competition, {
		date,
		isFlying: statuses.some(({ status }) => status === "FLYING"),
		hasFlown: statuses.some(({ status }) => status !== null && flown.includes(status)),
		isDark: sunset !== undefined && sunset <= now,
	});
}

/** Where results of ours are, and what they can be next. */
function toScoring({ date, classType, status, ours }: ResultsOfDay, now: Date) {
	const isOver = ours !== null && !isProtestTime(ours, now);
	return {
		date,
		classType,
		/** `official`: what they can be, as the protest time is over. */
		state: status === "unofficial" && isOver ? ("official" as const) : status,
		/** Whether the scorer has something to do. */
		isDue: status === "unofficial" ? isOver : date < pragueDate(now),
	};
}

/** @param logs by day and class */
function byClass(logs: Awaited<ReturnType<typeof setAsideLogs>>) {
	const places = new Map(logs.map((log) => [`${log.date} ${log.classType}`, log]));
	return [...places.values()].map(({ date, classType }) => ({
		date,
		classType,
		startNumbers: logs
			.filter((log) => log.date === date && log.classType === classType)
			.map(({ startNumber }) => startNumber),
	}));
}

/** Selects days of classes whose results can still change by findings that nobody has decided, with the number of such flights. */
function undecidedFindings(db: Db) {
	return db
		.select({
			date: competitionDays.date,
			classType: competitionClasses.type,
			flights: sql<number>`count(*)`,
		})
		.from(results)
		.innerJoin(
			dayScores,
			and(eq(dayScores.dayId, results.dayId), eq(dayScores.competitionClassId, results.competitionClassId)),
		)
		.innerJoin(competitionDays, eq(competitionDays.id, results.dayId))
		.innerJoin(competitionClasses, eq(competitionClasses.id, results.competitionClassId))
		.where(
			and(
				eq(results.isOurs, true),
				isNotNull(results.proposed),
				ne(dayScores.state, "official"),
				eq(dayScores.cancelled, false),
			),
		)
		.groupBy(results.dayId, results.competitionClassId)
		.orderBy(asc(competitionDays.date), classOrder(db));
}
