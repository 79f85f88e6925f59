import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { addDocument } from "~/lib/content/change-documents.server";
import { documentByName } from "~/lib/content/documents-queries.server";
import type { StaffCtx } from "~/lib/context";
import type { CodePage } from "~/lib/csv/csv-reader";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import type { Effect } from "~/lib/db/effects";
import { sha256Hex } from "~/lib/digest";
import { readObject, withStorageTimeout } from "~/lib/files/object-storage.server";
import { pick } from "~/lib/pick";
import { done, type Result, refuse } from "~/lib/result";
import { unpackCupx } from "~/lib/tasks/files/unpack-cupx";
import type { ChartKind } from "~db/enums";
import { type ChartContent, chartParts, charts, documentVersions, type FileComplaint } from "~db/schema";
import { plainName } from "../airspace/airspace";
import { isChartInForce } from "./charts-queries.server";
import { largestChart, readChart } from "./read-chart";

/** What was read from an upload. Without elements nothing was stored. */
interface AddedChart {
	readonly size: number;
	readonly complaints: readonly FileComplaint[];
	/** Whether organisers decide about some of its spaces. */
	readonly waits: boolean;
}

/**
 * Publishes a waypoint or airspace file as a document and puts it in force. The same bytes again put the earlier upload in
 * force. A file that holds nothing readable is neither published nor stored.
 * @param file of a size and a name that the page has checked
 */
export async function addChart(
	ctx: StaffCtx<"tasks">,
	kind: ChartKind,
	file: File,
): Promise<Result<AddedChart>> {
	const { db, now, actor } = ctx;
	const bytes = new Uint8Array(await file.arrayBuffer());
	const { content, complaints } = await readChartFile(kind, bytes);
	const waits = content.some((element) => "waits" in element);
	const added = { size: content.length, complaints, waits };
	if (content.length === 0) return done(added);
	const published = await addDocument(ctx, file);
	if (!published.ok) return published;
	const { name } = published.value.document;
	const sha256 = await sha256Hex(bytes);
	const [document] = await documentByName(db, name);
	// Another organiser may have replaced the document at this moment.
	if (!document?.currentVersionId || document.sha256 !== sha256) return refuse("stale");
	const documentVersionId = document.currentVersionId;
	const [first = [], ...others] = partsOf(content);
	const takenIn = await takenInUntilNow(ctx, kind, content);
	const read = { name, documentVersionId, content: first, size: content.length, complaints };
	const inForce = { inForce: true, inForceSince: now, inForceBy: actor.id };
	const committed = await commit(ctx, {
		statements: [
			withdraw(ctx, kind),
			db
				.insert(charts)
				.values({ id: crypto.randomUUID(), kind, sha256, takenIn, ...read, ...inForce })
				.onConflictDoUpdate({ target: [charts.kind, charts.sha256], set: { ...read, ...inForce } }),
			...replaceParts(ctx, and(eq(charts.kind, kind), eq(charts.sha256, sha256)), others),
		],
		audit: {
			action: "chart.add",
			subjectId: document.id,
			after: { kind, name, sha256, size: content.length, complaints: complaints.length },
		},
		effects: effectsOf(kind),
		visible: true,
	});
	return committed.ok ? done(added) : refuse("stale");
}

/** Reads a file as it was uploaded. */
async function readChartFile(kind: ChartKind, bytes: Uint8Array<ArrayBuffer>, codePage?: CodePage) {
	const cup = kind === "waypoints" ? await unpackCupx(bytes, largestChart) : ({ ok: true, bytes } as const);
	return cup.ok
		? readChart(kind, cup.bytes, codePage)
		: { content: [], complaints: [{ line: null, complaint: cup.complaint }] };
}

/**
 * Reads a file of waypoints anew in the code page that somebody has chosen by its names, as its bytes do not say which one they have:
 * windows-1250 and windows-1252 share most of them. Whether it is in force stays. The names are stored, the choice is not: the same bytes
 * uploaded again are read as at first.
 */
export async function rereadChart(
	ctx: StaffCtx<"tasks">,
	id: string,
	codePage: CodePage,
): Promise<Result<AddedChart, "not-found" | "storage-failed" | "stale">> {
	const { db } = ctx;
	const isChart = and(eq(charts.id, id), eq(charts.kind, "waypoints"));
	const [chart] = await db
		.select({
			...pick(charts, "name", "sha256", "documentVersionId"),
			...pick(documentVersions, "documentId", "key"),
		})
		.from(charts)
		.innerJoin(documentVersions, eq(documentVersions.id, charts.documentVersionId))
		.where(isChart);
	if (!chart) return refuse("not-found");
	const object = await readObject(ctx, chart.key);
	if (!object.ok) return object;
	const bytes = new Uint8Array(await withStorageTimeout(object.value.arrayBuffer()));
	const { content, complaints } = await readChartFile("waypoints", bytes, codePage);
	const [first = [], ...others] = partsOf(content);
	const { name, sha256, documentId, documentVersionId } = chart;
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				db
					.update(charts)
					.set({ content: first, size: content.length, complaints })
					.where(and(isChart, eq(charts.documentVersionId, documentVersionId))),
			),
			...replaceParts(ctx, isChart, others),
		],
		audit: {
			action: "chart.add",
			subjectId: documentId,
			after: {
				kind: "waypoints",
				name,
				sha256,
				size: content.length,
				complaints: complaints.length,
				codePage,
			},
		},
		visible: true,
	});
	return committed.ok ? done({ size: content.length, complaints, waits: false }) : refuse("stale");
}

/** What organisers have taken in of the file in force, as far as it waits in the next one. */
async function takenInUntilNow(
	{ db }: StaffCtx<"tasks">,
	kind: ChartKind,
	next: ChartContent,
): Promise<string[]> {
	const [inForce] = await db.select({ takenIn: charts.takenIn }).from(charts).where(isChartInForce(kind));
	const waiting = new Set(next.flatMap((one) => ("waits" in one ? [plainName(one.name)] : [])));
	return (inForce?.takenIn ?? []).filter((name) => waiting.has(name));
}

/**
 * Characters of JSON, which are nearly all a byte: a national airspace file has a megabyte of corners, and a row of D1 holds two. One
 * airspace has at most 110,000.
 */
const longestPart = 200_000;

/** What was read of a file, in its order, as rows hold it. */
function partsOf(content: ChartContent): ChartContent[] {
	const parts: ChartContent[number][][] = [];
	let room = 0;
	for (const element of content) {
		const { length } = JSON.stringify(element);
		if (length > room) {
			parts.push([]);
			room = longestPart;
		}
		room -= length;
		parts.at(-1)?.push(element);
	}
	return parts;
}

/** The reader may have changed since the same file was read before. @param condition of the chart */
function replaceParts({ db }: StaffCtx<"tasks">, condition: SQL | undefined, parts: readonly ChartContent[]) {
	const chart = db.select({ id: charts.id }).from(charts).where(condition);
	const rows = parts.map((content, index) => ({
		id: crypto.randomUUID(),
		chartId: sql`(${chart})`,
		part: index + 1,
		content,
	}));
	return [
		db.delete(chartParts).where(inArray(chartParts.chartId, chart)),
		...rows.map((row) => db.insert(chartParts).values(row)),
	];
}

/** Puts an earlier file in force again; `stale` when it is in force. */
export async function restoreChart(
	ctx: StaffCtx<"tasks">,
	id: string,
): Promise<Result<null, "not-found" | "stale">> {
	const { db, now, actor } = ctx;
	const [chart] = await db
		.select({
			...pick(charts, "kind", "name", "sha256", "inForce"),
			documentId: documentVersions.documentId,
		})
		.from(charts)
		.innerJoin(documentVersions, eq(documentVersions.id, charts.documentVersionId))
		.where(eq(charts.id, id));
	if (!chart) return refuse("not-found");
	const { documentId, inForce, ...after } = chart;
	if (inForce) return refuse("stale");
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
		effects: effectsOf(chart.kind),
		visible: true,
	});
	return committed.ok ? done(null) : refuse("not-found");
}

/** A new airspace file makes every log due for a check. */
const effectsOf = (kind: ChartKind): readonly Effect[] =>
	kind === "airspace" ? [{ kind: "all-scores-due", by: "organiser" }] : [];

/**
 * Statement that withdraws the file in force. The batch is a transaction, so the last writer wins, and exactly one file is in force
 * at every moment.
 */
function withdraw({ db }: StaffCtx<"tasks">, kind: ChartKind) {
	return db.update(charts).set({ inForce: false }).where(isChartInForce(kind));
}
