import { eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { type FlightRecord, igcFiles, igcFileVersions } from "~db/schema";

/** JSON text of the record of the whole flight of which a log is a piece; its own record for other logs, and before it is evaluated. */
export const flownRecordText: SQL<string> = sql<string>`coalesce((SELECT json_set(
		json_extract(head.flown_record, '$.record'), '$.header', json_extract(${igcFileVersions.receipt}, '$.header'))
	FROM ${igcFiles} AS head WHERE head.id = coalesce(${igcFiles.continues}, ${igcFiles.id})
		AND json_extract(head.flown_record, '$.flownAs') = ${igcFiles.flownAs}), ${igcFileVersions.receipt})`;

export const flownRecord = sql`${flownRecordText}`.mapWith((text: string): FlightRecord => JSON.parse(text));

/** Statement that keeps the record of what was evaluated as one flight, without what somebody typed. @param igcFileId its first piece */
export function keepFlownRecord(
	db: Db,
	{ igcFileId, flownAs }: { readonly igcFileId: string; readonly flownAs: string },
	{ header: _, ...record }: FlightRecord,
) {
	return db.update(igcFiles).set({ flownRecord: { flownAs, record } }).where(eq(igcFiles.id, igcFileId));
}
