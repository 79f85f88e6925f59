import type { AdminCtx } from "~/lib/context";
import { dayByDate } from "~/lib/days/days-queries.server";
import { addDays, pragueDate } from "~/lib/editions/prague-time";
import { isWaiting, openErasures } from "~/lib/erasures/erasure-queries.server";
import { partByFlying, withoutFlight } from "~/lib/igc/pilots-queries.server";
import { setAsideJobs } from "~/lib/jobs/job-fuses.server";
import { mailCounts } from "~/lib/mail/outbox-queries.server";
import { debtorQueries, toDebtors } from "~/lib/reminders/missing-queries.server";
import { latestSyncRun } from "~/lib/results/sync-runs.server";
import { setAsideLogs } from "~/lib/scoring/set-aside-logs.server";
import { countFilters, type ListFilter } from "~/lib/starting-list/list-filters";
import { toWholeList, wholeListQueries } from "~/lib/starting-list/starting-list-queries.server";
import { type OpenDay, openDays, openStatuses } from "~/lib/statuses/open-statuses.server";
import { dayOfDate, starterCount } from "~/lib/statuses/starters-queries.server";
import { linkToDesk, type TaskLink } from "~/lib/tasks/links/desk-link.server";
import { missingTasks } from "~/lib/tasks/tasks-queries.server";
import type { ClassType } from "~db/enums";

export interface Overview {
	/** Entries of each filter of the starting list. */
	readonly filters: readonly { readonly filter: ListFilter; readonly count: number }[];
	/** Competitors who have not delivered all. */
	readonly debtors: number;
	/** Numbers of competitors today; null on a day without a task, unless a log of it is missing. */
	readonly logs: { readonly expected: number; readonly flying: number; readonly missing: number } | null;
	/** Where the tasks of today and tomorrow are uploaded that are missing. */
	readonly desks: readonly TaskLink[];
	/** Days before today from which somebody is not home. */
	readonly openDays: readonly OpenDay[];
	readonly failedMails: number;
	readonly queuedMails: number;
	/** Accounts whose erasure organisers may object to. */
	readonly erasures: number;
	/** Jobs of the schedule that failed twice. */
	readonly setAsideJobs: readonly string[];
	/** Classes with flight logs that could not be evaluated. */
	readonly setAsideLogs: readonly {
		readonly date: string;
		readonly classType: ClassType;
		readonly startNumbers: readonly string[];
	}[];
	/** The latest run of the results sync. */
	readonly sync: {
		readonly startedAt: Date;
		readonly outcome: "running" | "ok" | "partial" | "failed";
	} | null;
}

export async function readOverview(ctx: AdminCtx): Promise<Overview> {
	const { db, now } = ctx;
	const today = pragueDate(now);
	const [
		classes,
		listed,
		entries,
		ofAllDays,
		[day],
		ofToday,
		[count],
		mails,
		erasures,
		[sync],
		desks,
		jobs,
		open,
		notEvaluated,
	] = await db.batch([
		...wholeListQueries(db),
		...debtorQueries(ctx),
		dayByDate(db, today),
		withoutFlight(db, dayOfDate(today)),
		starterCount(db, dayOfDate(today)),
		mailCounts(db),
		openErasures(db, isWaiting(now)),
		latestSyncRun(db),
		missingTasks(db, today, addDays(today, 1)),
		setAsideJobs(db),
		openStatuses(db, today),
		setAsideLogs(db),
	]);
	const { missing, flying } = partByFlying(ofToday);
	const mailsIn = (...states: readonly string[]) =>
		mails.filter(({ state }) => states.includes(state)).reduce((sum, row) => sum + row.mails, 0);
	return {
		filters: countFilters(toWholeList(classes, listed).flatMap((group) => group.entries)),
		debtors: toDebtors(ctx, entries, ofAllDays).length,
		logs:
			day?.task === "TASK" || ofToday.length > 0
				? { expected: count?.starters ?? 0, flying: flying.length, missing: missing.length }
				: null,
		desks: desks.map((place) => linkToDesk(ctx, place)),
		openDays: openDays(open),
		failedMails: mailsIn("failed"),
		queuedMails: mailsIn("queued", "sending"),
		erasures: erasures.length,
		setAsideJobs: jobs.map(({ job }) => job),
		setAsideLogs: byClass(notEvaluated),
		sync: sync ? { startedAt: sync.startedAt, outcome: sync.outcome } : null,
	};
}

/** @param logs by day and class */
function byClass(logs: Awaited<ReturnType<typeof setAsideLogs>>): Overview["setAsideLogs"] {
	const places = new Map(logs.map((log) => [`${log.date} ${log.classType}`, log]));
	return [...places.values()].map(({ date, classType }) => ({
		date,
		classType,
		startNumbers: logs
			.filter((log) => log.date === date && log.classType === classType)
			.map(({ startNumber }) => startNumber),
	}));
}
