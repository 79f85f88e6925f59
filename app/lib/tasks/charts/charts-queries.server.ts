import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { type SQLiteColumn, unionAll } from "drizzle-orm/sqlite-core";
import type { Db } from "~/lib/db/client.server";
import { pick } from "~/lib/pick";
import type { ChartKind } from "~db/enums";
import {
	type Airspace,
	type ChartContent,
	chartParts,
	charts,
	documents,
	documentVersions,
	users,
	type Waypoint,
} from "~db/schema";

/** Condition: the file of a kind that is in force. */
export function isChartInForce(kind: ChartKind): SQL | undefined {
	return and(eq(charts.kind, kind), eq(charts.inForce, true));
}

/** Selects the parts of the file in force, in their order; no row without one. */
function chartInForce<Element extends ChartContent[number]>(db: Db, kind: ChartKind) {
	const contentOfKind = (column: SQLiteColumn) =>
		sql`${column}`.mapWith((json: string): readonly Element[] => JSON.parse(json));
	const first = db
		.select({ chartId: charts.id, content: contentOfKind(charts.content), part: sql<number>`0`.as("part") })
		.from(charts)
		.where(isChartInForce(kind));
	const others = db
		.select({
			chartId: chartParts.chartId,
			content: contentOfKind(chartParts.content),
			part: sql<number>`${chartParts.part}`.as("part"),
		})
		.from(chartParts)
		.innerJoin(charts, eq(charts.id, chartParts.chartId))
		.where(isChartInForce(kind));
	return unionAll(first, others).orderBy(sql`part`);
}

export function waypointsInForce(db: Db) {
	return chartInForce<Waypoint>(db, "waypoints");
}

export function airspacesInForce(db: Db) {
	return chartInForce<Airspace>(db, "airspace");
}

export function chartsInForce(db: Db) {
	return { waypoints: waypointsInForce(db), airspaces: airspacesInForce(db) };
}

/** All that a file holds. */
export function contentOf<Element>(
	parts: readonly { readonly content: readonly Element[] }[],
): readonly Element[] {
	return parts.flatMap(({ content }) => content);
}

/** Selects all files, the one in force of a kind first, then the newest. */
export function chartHistory(db: Db) {
	return db
		.select({
			...pick(charts, "id", "kind", "name", "size", "complaints", "inForce", "inForceSince"),
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
