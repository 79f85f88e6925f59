import type { Ctx } from "~/lib/context";
import { type AuditEntry, commit } from "~/lib/db/commit.server";
import { describeError, logLine } from "~/lib/http/log.server";
import type { TaskStatus } from "~db/enums";
import { competitorsOfClass, withoutErased } from "./erased-competitors.server";
import type { SoaringSpotClient } from "./soaring-spot/client";
import { SoaringSpotError } from "./soaring-spot/error";
import { type MappedResults, mapResults, matchClass, type ScoredRow } from "./soaring-spot/map-results";
import type { SoaringSpotClass } from "./soaring-spot/resources";
import {
	type KeptRow,
	removeSheet,
	replaceSheet,
	type SheetContent,
	type StoredSheet,
	saysTheSame,
	sheetQueries,
	toStoredSheets,
} from "./stored-sheets.server";
import type { ClassReport, SyncError } from "./sync-report";
import { stillRuns } from "./sync-runs.server";

interface Class {
	readonly id: string;
	readonly name: string;
	readonly type: string;
}

interface Day {
	readonly id: string;
	readonly date: string;
	readonly task: TaskStatus;
}

export interface ClassSync {
	readonly runId: string;
	readonly source: SoaringSpotClient;
	readonly theirClasses: SoaringSpotClass[];
	readonly days: readonly Day[];
}

/** Why something failed, in the words of a report; what is not the source's fault is logged. */
export function syncErrorOf(ctx: Ctx, error: unknown): SyncError {
	logLine("error", "results.sync", { requestId: ctx.requestId, ...describeError(error) });
	return error instanceof SoaringSpotError ? error.kind : "internal";
}

/** Brings the results of one class up to date in one batch. A failure is reported, never thrown. */
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
		const [competitors, sheets, rows] = await ctx.db.batch([
			competitorsOfClass(ctx.db, ours.id),
			...sheetQueries(ctx.db, ours.id),
		]);
		const keep = (scored: readonly ScoredRow[]) => withoutErased(scored.map(toKeptRow), competitors);
		const plan = planOf(mapped, toStoredSheets(sheets, rows), sync.days, keep);
		const found = { imported: plan.imported, hidden: plan.hidden };
		if (plan.writes.length === 0 && plan.removals.length === 0) {
			return report(mapped.days.length > 0 ? "unchanged" : "empty", found);
		}
		const written = await commit(ctx, {
			statements: [
				stillRuns(ctx.db, sync.runId),
				...plan.writes.flatMap(({ dayId, before, after }) =>
					replaceSheet(ctx.db, { classId: ours.id, dayId }, before, after, ctx.now),
				),
				...plan.removals.flatMap((sheet) => removeSheet(ctx.db, sheet)),
			],
			audit: [
				...plan.writes.map(
					({ dayId, before, after }): AuditEntry => ({
						action: "results.replace",
						subjectId: ours.id,
						before: before && {
							dayId,
							status: before.status,
							source: before.source,
							rows: before.rows.length,
						},
						after: { dayId, status: after.status, source: after.source, rows: after.rows.length },
					}),
				),
				...plan.removals.map(
					({ dayId, status, source, rows }): AuditEntry => ({
						action: "results.remove",
						subjectId: ours.id,
						before: { dayId, status, source, rows: rows.length },
					}),
				),
			],
			visible: true,
		});
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

interface Plan {
	readonly writes: readonly {
		readonly dayId: string;
		readonly before: StoredSheet | null;
		readonly after: SheetContent;
	}[];
	readonly removals: readonly StoredSheet[];
	readonly imported: string[];
	readonly hidden: string[];
}

/**
 * What has to change. A table that an organiser imported stays; a table of ours whose task the source has cancelled
 * goes. A day the source says nothing about is left as it is: silence may be a fault.
 * @param keep makes of the source's rows those that are kept
 */
function planOf(
	mapped: MappedResults,
	stored: readonly StoredSheet[],
	days: readonly Day[],
	keep: (rows: readonly ScoredRow[]) => readonly KeptRow[],
): Plan {
	const sheetOf = (dayId: string) => stored.find((sheet) => sheet.dayId === dayId) ?? null;
	const fresh = mapped.days.map(({ dayId, status, rows }) => ({
		dayId,
		before: sheetOf(dayId),
		after: { status, source: "soaring-spot", rows: keep(rows) } satisfies SheetContent,
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

function toKeptRow({ penalty: _, ...row }: ScoredRow): KeptRow {
	return row;
}
