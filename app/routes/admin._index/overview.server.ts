import type { AdminCtx } from "~/lib/context";
import { allDays } from "~/lib/days/days-queries.server";
import type { Db } from "~/lib/db/client.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { partByFlying, withoutFlight } from "~/lib/igc/pilots-queries.server";
import { mailCounts } from "~/lib/mail/outbox-queries.server";
import { waitingCount } from "~/lib/registrations/accepted-queries.server";
import { latestSyncRun } from "~/lib/results/sync-runs.server";
import { expectedCount } from "~/lib/statuses/expected-queries.server";

export interface Overview {
	readonly waitingEntries: number;
	/** Numbers of competitors today; null on a day without a task. */
	readonly logs: { readonly expected: number; readonly flying: number; readonly missing: number } | null;
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
	const logs = today ? await readMissingLogs(db, today.id) : null;
	const mailsIn = (...states: readonly string[]) =>
		mails.filter(({ state }) => states.includes(state)).reduce((sum, row) => sum + row.mails, 0);
	return {
		waitingEntries: entries?.waiting ?? 0,
		logs,
		failedMails: mailsIn("failed"),
		queuedMails: mailsIn("queued", "sending"),
		sync: sync ? { startedAt: sync.startedAt, outcome: sync.outcome } : null,
	};
}

async function readMissingLogs(db: Db, dayId: string): Promise<Overview["logs"]> {
	const [[count], without] = await db.batch([expectedCount(db, dayId), withoutFlight(db, dayId)]);
	const { missing, flying } = partByFlying(without);
	return { expected: count?.expected ?? 0, flying: flying.length, missing: missing.length };
}
