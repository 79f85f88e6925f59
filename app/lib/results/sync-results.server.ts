import { and, eq } from "drizzle-orm";
import type { Ctx, StaffCtx } from "~/lib/context";
import { type AuditEntry, commit, commitOrStale, exactlyOne } from "~/lib/db/commit.server";
import { read } from "~/lib/db/read.server";
import { phaseOf } from "~/lib/editions/opening-times";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { describeError, logLine } from "~/lib/http/log.server";
import { done, type Result, refuse } from "~/lib/result";
import { hasResultsSource, type Settings } from "~/lib/settings.server";
import type { TaskStatus } from "~db/enums";
import { type ClassReport, competitionDays, resultTables, type SyncError, type SyncReport } from "~db/schema";
import { bindRows, competitorsOfClass } from "./bind-rows.server";
import { uncoverOurs } from "./own-table.server";
import {
	removalOf,
	replaceTable,
	type StoredTable,
	saysTheSame,
	summaryOf,
	type TableContent,
	type TableRow,
	tableQueries,
	toStoredTables,
} from "./result-tables.server";
import { createSoaringSpotClient, type SoaringSpotClient } from "./soaring-spot/client";
import { SoaringSpotError } from "./soaring-spot/hal";
import { type MappedResults, mapResults, matchClass, type SourceRow } from "./soaring-spot/map-results";
import type { SoaringSpotClass } from "./soaring-spot/resources";
import { beginSyncRun, emptyReport, endSyncRun, stillRuns } from "./sync-runs.server";

/** Returns null when there are no keys. */
export function sourceOf({ soaringSpot }: Settings): SoaringSpotClient | null {
	const { baseUrl, clientId, secret } = soaringSpot;
	return clientId !== null && secret !== null ? createSoaringSpotClient({ baseUrl, clientId, secret }) : null;
}

/**
 * Fetches the results of every class from SoaringSpot. Each class is one batch; the rows of a class that fails stay. Two runs never
 * overlap. The scheduler and an organiser's button call it.
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

/** Syncs on competition days when the edition has keys. The scheduler calls it. */
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
 * The classes of the edition's contest; null when the keys do not show which one it is. The only contest that the keys show is
 * taken, whatever edition number it has. Among several, none is guessed: its tables would replace ours.
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
 * @param where ids of the class and the day
 */
export async function followSource(
	ctx: StaffCtx<"scoring">,
	where: { readonly competitionClass: string; readonly day: string },
): Promise<Result<null, "stale" | "results-source-missing">> {
	if (!hasResultsSource(ctx.settings)) return refuse("results-source-missing");
	return commitOrStale(ctx, {
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
}

interface Class {
	readonly id: string;
	readonly name: string;
	readonly type: string;
}

interface Day {
	readonly id: string;
	/** Local date. */
	readonly date: string;
	readonly task: TaskStatus;
}

interface ClassSync {
	readonly runId: string;
	readonly source: SoaringSpotClient;
	readonly theirClasses: readonly SoaringSpotClass[];
	readonly days: readonly Day[];
}

/** Logs an error and returns its reason for the report. */
function syncErrorOf(ctx: Ctx, error: unknown): SyncError {
	logLine("error", "results.sync", { requestId: ctx.requestId, ...describeError(error) });
	return error instanceof SoaringSpotError ? error.kind : "internal";
}

/** Updates the results of one class in one batch; never throws. */
async function syncClass(ctx: Ctx, ours: Class, sync: ClassSync): Promise<ClassReport> {
	const { name, type } = ours;
	const report = (outcome: ClassReport["outcome"], more: Partial<ClassReport> = {}): ClassReport => ({
		name,
		type,
		outcome,
		error: null,
		written: [],
		removed: [],
		imported: [],
		hidden: [],
		...more,
	});
	try {
		const theirs = matchClass(ours, sync.theirClasses, ctx.edition.classes);
		if (!theirs) return report("notMatched");
		const mapped = mapResults(await sync.source.results(theirs.id), [...sync.days]);
		const { competitors, ...official } = await read(ctx.db, {
			competitors: competitorsOfClass(ctx.db, ours.id),
			...tableQueries(ctx.db, ours.id),
		});
		const toStored = (scored: readonly SourceRow[], dayId: string) => bindRows(scored, competitors, dayId);
		const tables = toStoredTables(official);
		const plan = planOf(mapped, tables, sync.days, toStored);
		const found = { imported: plan.imported, hidden: plan.hidden };
		if (plan.writes.length === 0 && plan.removals.length === 0) {
			return report(mapped.days.length > 0 ? "unchanged" : "empty", found);
		}
		const written = await writePlan(ctx, { runId: sync.runId, classId: ours.id, tables }, plan);
		if (!written.ok) return report("overtaken", found);
		const dateOf = ({ dayId }: { readonly dayId: string }) =>
			sync.days.find(({ id }) => id === dayId)?.date ?? "";
		return report("updated", {
			...found,
			written: plan.writes.map(dateOf),
			removed: plan.removals.map(dateOf),
		});
	} catch (error) {
		return report("failed", { error: syncErrorOf(ctx, error) });
	}
}

/** The changes that a sync makes. */
interface Plan {
	readonly writes: readonly {
		readonly dayId: string;
		readonly before: StoredTable | null;
		readonly after: TableContent;
	}[];
	readonly removals: readonly StoredTable[];
	/** Dates of imported tables, for the report. */
	readonly imported: string[];
	readonly hidden: string[];
}

/**
 * Plans the changes. A table that an organiser imported stays. A synced table is removed when the source has cancelled its task. A
 * day that the source does not mention stays as it is: silence may be a fault.
 * @param toStored turns rows of the source into rows of the table
 */
function planOf(
	mapped: MappedResults,
	stored: readonly StoredTable[],
	days: readonly Day[],
	toStored: (rows: readonly SourceRow[], dayId: string) => readonly TableRow[],
): Plan {
	const sheetOf = (dayId: string) => stored.find((sheet) => sheet.dayId === dayId) ?? null;
	const fresh = mapped.days.map(({ dayId, status, rows }) => ({
		dayId,
		before: sheetOf(dayId),
		after: { status, source: "soaring-spot", rows: toStored(rows, dayId) } satisfies TableContent,
	}));
	const scored = new Set(mapped.days.map(({ dayId }) => dayId));
	const cancelled = new Set(
		mapped.skipped
			.filter(({ reason }) => reason === "cancelled" || reason === "practice")
			.map(({ date }) => date),
	);
	const dayOf = (dayId: string) => days.find(({ id }) => id === dayId);
	const dates = (ids: readonly { readonly dayId: string }[]) =>
		ids.flatMap(({ dayId }) => dayOf(dayId)?.date ?? []);
	return {
		writes: fresh.filter(
			({ before, after }) => before?.source !== "csv" && !(before && saysTheSame(before, after)),
		),
		removals: stored.filter(
			({ dayId, source }) =>
				source === "soaring-spot" && !scored.has(dayId) && cancelled.has(dayOf(dayId)?.date ?? ""),
		),
		imported: dates(fresh.filter(({ before }) => before?.source === "csv")),
		hidden: dates(fresh.filter(({ dayId }) => dayOf(dayId)?.task !== "TASK")),
	};
}

interface Where {
	readonly runId: string;
	readonly classId: string;
	readonly tables: readonly StoredTable[];
}

async function writePlan(ctx: Ctx, { runId, classId, tables }: Where, { writes, removals }: Plan) {
	const uncovered = await Promise.all(removals.map((sheet) => uncoverOurs(ctx, tables, sheet)));
	return commit(ctx, {
		statements: [
			stillRuns(ctx.db, runId),
			...writes.flatMap(({ dayId, before, after }) => replaceTable(ctx, { classId, dayId }, before, after)),
			...uncovered.flat(),
		],
		audit: [
			...writes.map(
				({ dayId, before, after }): AuditEntry => ({
					action: "results.replace",
					subjectId: classId,
					before: before && summaryOf(dayId, before),
					after: summaryOf(dayId, after),
				}),
			),
			...removals.map(removalOf),
		],
		visible: true,
	});
}
