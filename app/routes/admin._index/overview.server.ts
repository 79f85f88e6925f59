import type { AdminCtx } from "~/lib/context";
import { allDays } from "~/lib/days/days-queries.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { withoutFlight } from "~/lib/igc/pilots-queries.server";
import { mailCounts } from "~/lib/mail/outbox-queries.server";
import { waitingCount } from "~/lib/registrations/accepted-queries.server";
import { latestSyncRun } from "~/lib/results/sync-runs.server";

export interface Overview {
	readonly waitingEntries: number;
	/** Competitors without a flight log of today; null on a day without a task. */
	readonly missingLogs: number | null;
	readonly failedMails: number;
	readonly queuedMails: number;
	/** The latest run of the results sync. */
	readonly sync: {
		readonly startedAt: Date;
		readonly outcome: "running" | "ok" | "partial" | "failed";
	} | null;
}

export async function readOverview({ db, now }: AdminCtx): Promise<Overview> {
	const [[entries], days, mails, [sync]] = await db.batch([
		waitingCount(db),
		allDays(db),
		mailCounts(db),
		latestSyncRun(db),
	]);
	const today = days.find(({ date, task }) => date === pragueDate(now) && task === "TASK");
	const missing = today && (await withoutFlight(db, today.id));
	const mailsIn = (...states: readonly string[]) =>
		mails.filter(({ state }) => states.includes(state)).reduce((sum, row) => sum + row.mails, 0);
	return {
		waitingEntries: entries?.waiting ?? 0,
		missingLogs: missing ? missing.length : null,
		failedMails: mailsIn("failed"),
		queuedMails: mailsIn("queued", "sending"),
		sync: sync ? { startedAt: sync.startedAt, outcome: sync.outcome } : null,
	};
}
