import { eq, gte, lt, or, sql } from "drizzle-orm";
import type { Ctx, StaffCtx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { commit } from "~/lib/db/commit.server";
import { done, type Result } from "~/lib/result";
import { jobFuses } from "~db/schema";

/** Runs in a row that may begin without finishing, until the job is set aside. */
const mostUnfinished = 2;
/** Milliseconds after which a job that is set aside is tried again: the server or bucket it depends on may be available again. */
const restsFor = 60 * 60 * 1000;

/**
 * Runs a job of the schedule, unless it is set aside. It records the beginning first, because a job that ends with its isolate
 * throws nothing. Fuses belong to no edition's data, so they raise no version.
 * @returns false for a job that is set aside
 * @throws what the job throws
 */
export async function runJob(ctx: Ctx, job: string, work: (ctx: Ctx) => Promise<unknown>): Promise<boolean> {
	if (!(await begin(ctx, job))) return false;
	await work(ctx);
	await ctx.db.update(jobFuses).set({ unfinished: 0 }).where(eq(jobFuses.job, job));
	return true;
}

/** @returns false for a job that is set aside */
async function begin({ db, now }: Ctx, job: string): Promise<boolean> {
	const { unfinished, beganAt } = jobFuses;
	const [begun] = await db
		.insert(jobFuses)
		.values({ job, unfinished: 1, beganAt: now })
		.onConflictDoUpdate({
			target: jobFuses.job,
			set: { unfinished: sql`${unfinished} + 1`, beganAt: now },
			setWhere: or(lt(unfinished, mostUnfinished), lt(beganAt, new Date(now.getTime() - restsFor))),
		})
		.returning();
	return begun !== undefined;
}

export const isSetAside = gte(jobFuses.unfinished, mostUnfinished);

export function setAsideJobs(db: Db) {
	return db
		.select({ job: jobFuses.job, beganAt: jobFuses.beganAt })
		.from(jobFuses)
		.where(isSetAside)
		.orderBy(jobFuses.job);
}

/** Lets the next run of the schedule try all jobs that are set aside. */
export async function retryJobs(ctx: StaffCtx<"operations">): Promise<Result<null>> {
	const jobs = await setAsideJobs(ctx.db);
	if (jobs.length === 0) return done(null);
	const retried = ctx.db.update(jobFuses).set({ unfinished: 0 }).where(isSetAside);
	await commit(ctx, {
		statements: [retried],
		audit: { action: "job.retry", after: { jobs: jobs.map(({ job }) => job) } },
		visible: false,
	});
	return done(null);
}
