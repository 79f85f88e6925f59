import type { AdminCtx } from "~/lib/context";
import { allDays } from "~/lib/days/days-queries.server";
import { first, read } from "~/lib/db/read.server";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { allSheets, withSheets } from "~/lib/results/results-queries.server";
import { hasResultsSource } from "~/lib/results/sync-results.server";
import { latestSyncRun } from "~/lib/results/sync-runs.server";
import { toUnboundCompetitors, unboundResults } from "./unbound-results.server";

export async function readResultsAdmin({ db, settings, edition }: AdminCtx) {
	const { days, run, unbound, ...found } = await read(db, {
		classes: allClasses(db),
		sheets: allSheets(db),
		days: allDays(db),
		run: first(latestSyncRun(db)),
		unbound: unboundResults(db),
	});
	return {
		year: edition.year,
		hasSource: hasResultsSource(settings),
		classes: withSheets(found),
		days: days.map(({ id, name, date, task }) => ({ id, name, date, task })),
		lastRun: run
			? {
					outcome: run.outcome,
					at: run.finishedAt ?? run.startedAt,
					report: run.detail,
				}
			: null,
		unbound: { results: unbound.length, competitors: toUnboundCompetitors(unbound) },
	};
}

export type ResultsAdmin = Awaited<ReturnType<typeof readResultsAdmin>>;
