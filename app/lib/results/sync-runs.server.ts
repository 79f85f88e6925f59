import { and, desc, eq, lte, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { type SyncReport, syncRuns } from "~db/schema";

/** Milliseconds after which a run that has not ended counts as dead. */
const longestRun = 10 * 60_000;

export const emptyReport: SyncReport = { error: null, classes: [] };

/** The outcome of a run. It has failed when every class has. */
export function outcomeOf({ error, classes }: SyncReport): "ok" | "partial" | "failed" {
	const failed = classes.filter(({ outcome }) => outcome === "failed" || outcome === "notMatched");
	if (error !== null || (classes.length > 0 && failed.length === classes.length)) return "failed";
	return failed.length > 0 ? "partial" : "ok";
}

const isRunning = eq(syncRuns.outcome, "running");

/** Begins a run, which blocks others until it ends or is dead. @returns the run's id; null while another run continues */
export async function beginSyncRun(ctx: Ctx): Promise<string | null> {
	const { db, now } = ctx;
	const id = crypto.randomUUID();
	const dead = new Date(now.getTime() - longestRun);
	const interrupted: SyncReport = { ...emptyReport, error: "interrupted" };
	const written = await commit(ctx, {
		statements: [
			db
				.update(syncRuns)
				.set({ outcome: "failed", finishedAt: now, detail: interrupted })
				.where(and(isRunning, lte(syncRuns.startedAt, dead))),
			exactlyOne(
				db.insert(syncRuns).select(
					sql`SELECT ${id}, ${now.getTime()}, NULL, 'running', ${JSON.stringify(emptyReport)}
						WHERE NOT EXISTS (SELECT 1 FROM ${syncRuns} WHERE outcome = 'running')`,
				),
			),
		],
		audit: ctx.actor ? { action: "results.sync", subjectId: id } : [],
		visible: false,
	});
	return written.ok ? id : null;
}

/** Statement that undoes the batch when another run has declared this one dead. */
export function stillRuns(db: Db, id: string) {
	return exactlyOne(
		db
			.update(syncRuns)
			.set({ outcome: "running" })
			.where(and(eq(syncRuns.id, id), isRunning)),
	);
}

/** @param took duration in milliseconds */
export async function endSyncRun(ctx: Ctx, id: string, report: SyncReport, took: number): Promise<void> {
	await commit(ctx, {
		statements: [
			ctx.db
				.update(syncRuns)
				.set({
					outcome: outcomeOf(report),
					finishedAt: new Date(ctx.now.getTime() + took),
					detail: report,
				})
				.where(and(eq(syncRuns.id, id), isRunning)),
		],
		audit: [],
		visible: false,
	});
}

export function latestSyncRun(db: Db) {
	return db.select().from(syncRuns).orderBy(desc(syncRuns.startedAt)).limit(1);
}
