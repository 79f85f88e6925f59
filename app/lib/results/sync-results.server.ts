import { and, eq } from "drizzle-orm";
import type { AdminCtx, Ctx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { read } from "~/lib/db/read.server";
import { phaseOf } from "~/lib/editions/phase";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { done, type Result, refuse } from "~/lib/result";
import type { Settings } from "~/lib/settings.server";
import { competitionDays, resultTables, type SyncReport } from "~db/schema";
import { createSoaringSpotClient, type SoaringSpotClient } from "./soaring-spot/client";
import type { SoaringSpotClass } from "./soaring-spot/resources";
import { syncClass, syncErrorOf } from "./sync-class.server";
import { beginSyncRun, emptyReport, endSyncRun } from "./sync-runs.server";

export function hasResultsSource({ soaringSpot }: Settings): boolean {
	return soaringSpot.clientId !== null && soaringSpot.secret !== null;
}

/** Null without keys. */
export function sourceOf({ soaringSpot }: Settings): SoaringSpotClient | null {
	const { baseUrl, clientId, secret } = soaringSpot;
	return clientId !== null && secret !== null ? createSoaringSpotClient({ baseUrl, clientId, secret }) : null;
}

/**
 * Fetches the results of every class from SoaringSpot. Each class is one batch; the rows of a class that fails stay. Two
 * runs never overlap. The scheduler and an organiser's button call it.
 * @param source the client of the edition's keys, unless a test passes another
 */
export async function syncResults(
	ctx: Ctx,
	source: SoaringSpotClient | null = sourceOf(ctx.settings),
): Promise<Result<SyncReport, "results-source-missing" | "sync-running">> {
	if (!source) return refuse("results-source-missing");
	const startedAt = Date.now();
	const runId = await beginSyncRun(ctx);
	if (!runId) return refuse("sync-running");
	const report = await syncClasses(ctx, runId, source);
	await endSyncRun(ctx, runId, report, Date.now() - startedAt);
	return done(report);
}

/** For the scheduler: syncs on competition days when the edition has keys. */
export async function syncOnCompetitionDay(ctx: Ctx): Promise<void> {
	if (phaseOf(ctx.edition, ctx.now) === "flying" && hasResultsSource(ctx.settings)) await syncResults(ctx);
}

async function syncClasses(ctx: Ctx, runId: string, source: SoaringSpotClient): Promise<SyncReport> {
	try {
		const theirClasses = await classesOfContest(ctx, source);
		if (!theirClasses) return { ...emptyReport, error: "noContest" };
		const { classes, days } = await read(ctx.db, {
			classes: allClasses(ctx.db),
			days: ctx.db.select().from(competitionDays),
		});
		const sync = { runId, source, theirClasses, days };
		return { error: null, classes: await Promise.all(classes.map((one) => syncClass(ctx, one, sync))) };
	} catch (error) {
		return { ...emptyReport, error: syncErrorOf(ctx, error) };
	}
}

/**
 * The classes of the edition's contest; null when the keys do not show it. Keys that show one contest alone belong to it, whatever
 * number the edition has; of several none is guessed, as its tables would replace ours.
 */
export async function classesOfContest(
	{ edition }: Pick<Ctx, "edition">,
	source: SoaringSpotClient,
): Promise<readonly SoaringSpotClass[] | null> {
	const contests = await source.contests();
	const [first, ...others] = contests;
	const contest = others.length > 0 ? contests.find(({ id }) => id === edition.contestId) : first;
	return contest ? source.classes(contest.id) : null;
}

/**
 * Lets the sync replace an imported table again. Its rows stay until the source has results of that day.
 * @param where ids
 */
export async function followSource(
	ctx: AdminCtx,
	where: { readonly competitionClass: string; readonly day: string },
): Promise<Result<null, "stale">> {
	const written = await commit(ctx, {
		statements: [
			exactlyOne(
				ctx.db
					.update(resultTables)
					.set({ source: "soaring-spot" })
					.where(
						and(
							eq(resultTables.competitionClassId, where.competitionClass),
							eq(resultTables.dayId, where.day),
							eq(resultTables.source, "csv"),
						),
					),
			),
		],
		audit: {
			action: "results.follow-source",
			subjectId: where.competitionClass,
			before: { dayId: where.day, source: "csv" },
			after: { dayId: where.day, source: "soaring-spot" },
		},
		visible: true,
	});
	return written.ok ? done(null) : refuse("stale");
}
