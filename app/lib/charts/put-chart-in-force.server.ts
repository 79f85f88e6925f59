import { and, eq } from "drizzle-orm";
import type { AdminCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { sha256Hex } from "~/lib/digest";
import { addDocument } from "~/lib/documents/add-document.server";
import { documentByName } from "~/lib/documents/documents-queries.server";
import { done, type Result, refuse } from "~/lib/result";
import type { FileComplaint } from "~/lib/tasks/files/found-task";
import type { ChartKind } from "~db/enums";
import { charts, documentVersions } from "~db/schema";
import { readChart } from "./read-chart";

/** What was read of an upload; without elements nothing was stored. */
export interface AddedChart {
	readonly size: number;
	readonly complaints: readonly FileComplaint[];
}

/**
 * Publishes a waypoint or airspace file as a document and puts it in force. The same bytes again put the earlier upload in
 * force. A file that holds nothing readable is neither published nor stored.
 * @param file checked by `chartSchema`
 */
export async function addChart(ctx: AdminCtx, kind: ChartKind, file: File): Promise<Result<AddedChart>> {
	const { db, now, actor } = ctx;
	const bytes = new Uint8Array(await file.arrayBuffer());
	const { content, complaints } = readChart(kind, bytes);
	const added = { size: content.length, complaints };
	if (content.length === 0) return done(added);
	const published = await addDocument(ctx, file);
	if (!published.ok) return published;
	const { name } = published.value.document;
	const sha256 = await sha256Hex(bytes);
	const [document] = await documentByName(db, name);
	// Another organiser may have replaced the document at this moment.
	if (!document?.currentVersionId || document.sha256 !== sha256) return refuse("stale");
	const documentVersionId = document.currentVersionId;
	const read = { name, documentVersionId, content, size: content.length, complaints };
	const inForce = { inForce: true, inForceSince: now, inForceBy: actor.id };
	const committed = await commit(ctx, {
		statements: [
			withdraw(ctx, kind),
			db
				.insert(charts)
				.values({ id: crypto.randomUUID(), kind, sha256, ...read, ...inForce })
				.onConflictDoUpdate({ target: [charts.kind, charts.sha256], set: { ...read, ...inForce } }),
		],
		audit: {
			action: "chart.add",
			subjectId: document.id,
			after: { kind, name, sha256, size: content.length, complaints: complaints.length },
		},
		visible: true,
	});
	return committed.ok ? done(added) : refuse("stale");
}

/** Puts an earlier file in force again. */
export async function restoreChart(ctx: AdminCtx, id: string): Promise<Result<null, "not-found">> {
	const { db, now, actor } = ctx;
	const [chart] = await db
		.select({
			kind: charts.kind,
			name: charts.name,
			sha256: charts.sha256,
			documentId: documentVersions.documentId,
		})
		.from(charts)
		.innerJoin(documentVersions, eq(documentVersions.id, charts.documentVersionId))
		.where(eq(charts.id, id));
	if (!chart) return refuse("not-found");
	const { documentId, ...after } = chart;
	const committed = await commit(ctx, {
		statements: [
			withdraw(ctx, chart.kind),
			exactlyOne(
				db
					.update(charts)
					.set({ inForce: true, inForceSince: now, inForceBy: actor.id })
					.where(eq(charts.id, id)),
			),
		],
		audit: { action: "chart.restore", subjectId: documentId, after },
		visible: true,
	});
	return committed.ok ? done(null) : refuse("not-found");
}

/** The batch is a transaction, so whoever comes last wins, and one is in force at every moment. */
function withdraw({ db }: AdminCtx, kind: ChartKind) {
	return db
		.update(charts)
		.set({ inForce: false })
		.where(and(eq(charts.kind, kind), eq(charts.inForce, true)));
}
