import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { type SQLiteColumn, unionAll } from "drizzle-orm/sqlite-core";
import type { Db } from "~/lib/db/client.server";
import { pick } from "~/lib/pick";
import { plainName } from "~/lib/tasks/airspace/airspace";
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
		.select({
			...{ chartId: charts.id, takenIn: charts.takenIn },
			content: contentOfKind(charts.content),
			part: sql<number>`0`.as("part"),
		})
		.from(charts)
		.where(isChartInForce(kind));
	const others = db
		.select({
			...{ chartId: chartParts.chartId, takenIn: charts.takenIn },
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

interface PartInForce<Element> {
	readonly chartId: string;
	readonly takenIn: readonly string[];
	readonly content: readonly Element[];
}

/** All that a file holds. */
export function contentOf<Element>(
	parts: readonly { readonly content: readonly Element[] }[],
): readonly Element[] {
	return parts.flatMap(({ content }) => content);
}

/** The spaces of a file as flights are checked against them: those that organisers have taken in wait no longer. */
export function airspacesOf(parts: readonly PartInForce<Airspace>[]): readonly Airspace[] {
	return parts.flatMap(({ content, takenIn }) =>
		content.map((space) => {
			if (!space.waits || !takenIn.includes(plainName(space.name))) return space;
			const { waits: _, ...takenInSpace } = space;
			return takenInSpace;
		}),
	);
}

/**
 * Id of the file in force, as the result of a check states it. Null when organisers have taken in other spaces meanwhile: the log is due
 * again.
 */
export function idOfChecked({
	chartId,
	takenIn,
}: Omit<PartInForce<Airspace>, "content">): SQL<string | null> {
	const names = JSON.stringify(takenIn);
	return sql`(SELECT ${charts.id} FROM ${charts} WHERE ${charts.id} = ${chartId} AND ${charts.takenIn} = ${names})`;
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
