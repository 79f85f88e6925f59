import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { igcFiles, igcFileVersions, type Trace } from "~db/schema";

const trace = sql<string | null>`json_extract(${igcFileVersions.receipt}, '$.trace')`;

/** The traces of flights, the first flight of a competitor first. Old logs without a trace are left out. */
export async function tracesOf(db: Db, where: SQL | undefined) {
	const rows = await db
		.select({ id: igcFiles.id, registrationId: igcFiles.registrationId, trace })
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.where(and(where, isNotNull(trace)))
		.orderBy(igcFiles.flightNumber);
	return rows.map((row) => ({ ...row, trace: JSON.parse(row.trace ?? "") as Trace }));
}
