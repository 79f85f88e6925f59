import type { Ctx } from "~/lib/context";
import { type AuditEntry, commit } from "~/lib/db/commit.server";
import { read } from "~/lib/db/read.server";
import { describeError, logLine } from "~/lib/http/log.server";
import type { TaskStatus } from "~db/enums";
import type { ClassReport, SyncError } from "~db/schema";
import { bindRows, competitorsOfClass } from "./bind-rows.server";
import type { SoaringSpotClient } from "./soaring-spot/client";
import { SoaringSpotError } from "./soaring-spot/hal";
import { type MappedResults, mapResults, matchClass, type ScoredRow } from "./soaring-spot/map-results";
import type { SoaringSpotClass } from "./soaring-spot/resources";
import {
	removeSheet,
	replaceSheet,
	type SheetContent,
	type SheetRow,
	type StoredTable,
	saysTheSame,
	sheetQueries,
	summaryOf,
	toStoredSheets,
} from "./stored-sheets.server";
import { stillRuns } from "./sync-runs.server";

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

export interface ClassSync {
	readonly runId: string;
	readonly source: SoaringSpotClient;
	readonly theirClasses: readonly SoaringSpotClass[];
	readonly days: readonly Day[];
}

/** Logs an error and gives its reason for the report. */
export function syncErrorOf(ctx: Ctx, error: unknown): SyncError {
	logLine("error", "results.sync", { requestId: ctx.requestId, ...describeError(error) });
	return error instanceof SoaringSpotError ? error.kind : "internal";
}

/** Updates the results of one class in one batch; never throws. */
export async function syncClass(ctx: Ctx, ours: Class, sync: ClassSync): Promise<ClassReport> {
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
		const theirs = matchClass(ours, sync.theirClasses);
		if (!theirs) return report("notMatched");
		const mapped = mapResults(await sync.source.results(theirs.id), [...sync.days]);
		const { competitors, ...official } = await read(ctx.db, {
			competitors: competitorsOfClass(ctx.db, ours.id),
			...sheetQueries(ctx.db, ours.id),
		});
		const toStored = (scored: readonly ScoredRow[]) => bindRows(scored, competitors);
		const plan = planOf(mapped, toStoredSheets(official), sync.days, toStored);
		const found = { imported: plan.imported, hidden: plan.hidden };
		if (plan.writes.length === 0 && plan.removals.length === 0) {
			return report(mapped.days.length > 0 ? "unchanged" : "empty", found);
		}
		const written = await writePlan(ctx, ours.id, sync.runId, plan);
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

/** What has to change. */
interface Plan {
	readonly writes: readonly {
		readonly dayId: string;
		readonly before: StoredTable | null;
		readonly after: SheetContent;
	}[];
	readonly removals: readonly StoredTable[];
	/** Dates, for the report. */
	readonly imported: string[];
	readonly hidden: string[];
}

/**
 * A table that an organiser imported stays. A synced table goes when the source has cancelled its task. A day that the
 * source does not mention stays as it is: silence may be a fault.
 * @param toStored turns rows of the source into rows of the table
 */
function planOf(
	mapped: MappedResults,
	stored: readonly StoredTable[],
	days: readonly Day[],
	toStored: (rows: readonly ScoredRow[]) => readonly SheetRow[],
): Plan {
	const sheetOf = (dayId: string) => stored.find((sheet) => sheet.dayId === dayId) ?? null;
	const fresh = mapped.days.map(({ dayId, status, rows }) => ({
		dayId,
		before: sheetOf(dayId),
		after: { status, source: "soaring-spot", rows: toStored(rows) } satisfies SheetContent,
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

function writePlan(ctx: Ctx, classId: string, runId: string, { writes, removals }: Plan) {
	return commit(ctx, {
		statements: [
			stillRuns(ctx.db, runId),
			...writes.flatMap(({ dayId, before, after }) =>
				replaceSheet(ctx.db, { classId, dayId }, before, after, ctx.now),
			),
			...removals.flatMap((sheet) => removeSheet(ctx.db, sheet)),
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
			...removals.map(
				(sheet): AuditEntry => ({
					action: "results.remove",
					subjectId: classId,
					before: summaryOf(sheet.dayId, sheet),
				}),
			),
		],
		visible: true,
	});
}
