import { and, desc, eq, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import type { Airspace } from "~/lib/airspace/airspace";
import type { Db } from "~/lib/db/client.server";
import type { FileComplaint } from "~/lib/tasks/files/found-task";
import type { Waypoint } from "~/lib/tasks/files/read-cup-waypoints";
import type { ChartKind } from "~db/enums";
import { chartParts, charts, documents, documentVersions, users } from "~db/schema";

/** Condition: the airspace in force. */
export const isAirspaceInForce = and(eq(charts.kind, "airspace"), eq(charts.inForce, true));

/** Query for the parts of the file in force, in their order; no row without one. */
function chartInForce(db: Db, kind: ChartKind) {
	const isInForce = and(eq(charts.kind, kind), eq(charts.inForce, true));
	const first = db
		.select({
			chartId: charts.id,
			content: charts.content,
			part: sql<number>`0`.as("part"),
		})
		.from(charts)
		.where(isInForce);
	const others = db
		.select({
			chartId: chartParts.chartId,
			content: chartParts.content,
			part: sql<number>`${chartParts.part}`.as("part"),
		})
		.from(chartParts)
		.innerJoin(charts, eq(charts.id, chartParts.chartId))
		.where(isInForce);
	return unionAll(first, others).orderBy(sql`part`);
}

/** A part of the file in force. */
export type ChartInForce = Awaited<ReturnType<typeof chartInForce>>[number];

export function waypointsInForce(db: Db) {
	return chartInForce(db, "waypoints");
}

export function airspacesInForce(db: Db) {
	return chartInForce(db, "airspace");
}

/** The queries for both files in force. */
export function chartsInForce(db: Db) {
	return { waypoints: waypointsInForce(db), airspaces: airspacesInForce(db) };
}

/** The column is trusted: only `readChart` fills it. @param rows of `waypointsInForce` */
export function waypointsOf(rows: readonly ChartInForce[]): readonly Waypoint[] {
	return rows.flatMap(({ content }) => content as Waypoint[]);
}

/** The column is trusted: only `readChart` fills it. @param rows of `airspacesInForce` */
export function airspacesOf(rows: readonly ChartInForce[]): readonly Airspace[] {
	return rows.flatMap(({ content }) => content as Airspace[]);
}

/** Query for all files, the one in force of a kind first, then the newest. */
export function chartHistory(db: Db) {
	return db
		.select({
			id: charts.id,
			kind: charts.kind,
			name: charts.name,
			size: charts.size,
			complaints: charts.complaints,
			inForce: charts.inForce,
			inForceSince: charts.inForceSince,
			byName: users.name,
			bySurname: users.surname,
			documentId: documents.id,
			documentName: documents.name,
			versionId: documentVersions.id,
			deletedAt: documents.deletedAt,
		})
		.from(charts)
		.innerJoin(documentVersions, eq(documentVersions.id, charts.documentVersionId))
		.innerJoin(documents, eq(documents.id, documentVersions.documentId))
		.leftJoin(users, eq(users.id, charts.inForceBy))
		.orderBy(desc(charts.inForce), desc(charts.inForceSince), desc(charts.id));
}

export type ChartRow = Awaited<ReturnType<typeof chartHistory>>[number];

/** The column is trusted: only `readChart` fills it. */
export function complaintsOf({ complaints }: Pick<ChartRow, "complaints">): readonly FileComplaint[] {
	return complaints as FileComplaint[];
}
