import type { Ctx } from "~/lib/context";
import { phaseOf } from "~/lib/editions/phase";
import { done, type Result, refuse } from "~/lib/result";
import type { Settings } from "~/lib/settings.server";
import { competitionClasses, competitionDays } from "~db/schema";
import { createSoaringSpotClient, type SoaringSpotClient } from "./soaring-spot/client";
import { syncClass, syncErrorOf } from "./sync-class.server";
import { emptyReport, type SyncReport } from "./sync-report";
import { beginSyncRun, endSyncRun } from "./sync-runs.server";

/** Whether an edition has the keys of its contest. */
export function hasResultsSource({ soaringSpot }: Settings): boolean {
	return soaringSpot.clientId !== null && soaringSpot.secret !== null;
}

/** The client with the edition's keys; null without them. */
function sourceOf({ soaringSpot }: Settings): SoaringSpotClient | null {
	const { baseUrl, clientId, secret } = soaringSpot;
	return clientId !== null && secret !== null ? createSoaringSpotClient({ baseUrl, clientId, secret }) : null;
}

/**
 * Fetches the results of every class from SoaringSpot. Each class is one batch; a class that fails keeps its rows
 * and is told in the report. Two runs never overlap. Called by the scheduler and by an organiser's button.
 * @param source another client than that of the edition's keys
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

/** What the scheduler runs: nothing but on competition days of an edition that has keys. */
export async function syncOnCompetitionDay(ctx: Ctx): Promise<void> {
	if (phaseOf(ctx.edition, ctx.now) === "flying" && hasResultsSource(ctx.settings)) await syncResults(ctx);
}

async function syncClasses(ctx: Ctx, runId: string, source: SoaringSpotClient): Promise<SyncReport> {
	try {
		const contests = await source.contests();
		const contest = contests.find(({ id }) => id === ctx.edition.mapViewer.contestId) ?? contests[0];
		if (!contest) return { ...emptyReport, error: "noContest" };
		const theirClasses = await source.classes(contest.id);
		const [classes, days] = await ctx.db.batch([
			ctx.db.select().from(competitionClasses).orderBy(competitionClasses.name),
			ctx.db.select().from(competitionDays),
		]);
		const sync = { runId, source, theirClasses, days };
		return { error: null, classes: await Promise.all(classes.map((one) => syncClass(ctx, one, sync))) };
	} catch (error) {
		return { ...emptyReport, error: syncErrorOf(ctx, error) };
	}
}
