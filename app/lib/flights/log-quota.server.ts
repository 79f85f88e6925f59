import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { mostStored, storedLogBytes } from "~/lib/files/object-storage.server";
import { countByAddress } from "~/lib/http/throttle.server";
import { igcBytesByOthers } from "~/lib/http/write-limits";
import { type Refusal, refuse, refuseForNow } from "~/lib/result";
import { editionState, igcFileVersions } from "~db/schema";
import type { Sender } from "./log-rights/log-sender.server";

/** Most bytes of logs that neither competitors nor organisers sent. A quarter of the room is left for theirs. */
const mostStoredOfOthers = (mostStored * 3) / 4;

/**
 * Counts the bytes of somebody else's log for their network, and checks whether the edition has room for a log (rule 46).
 * @param size bytes
 * @returns null when there is room, else `storage-failed`, or `too-many-requests` for a network
 */
export async function refuseWithoutRoom(ctx: Ctx, { kind }: Sender, size: number): Promise<Refusal | null> {
	const [stored] = await storedLogBytes(ctx.db);
	const most = kind === "other" ? mostStoredOfOthers : mostStored;
	if ((stored?.bytes ?? 0) + size > most) {
		return refused(refuse("storage-failed"), kind === "other" ? "igc.refused.noRoom" : "igc.refused.full");
	}
	const wait = kind === "other" ? await countByAddress(ctx, igcBytesByOthers, size) : null;
	return wait === null ? null : refused(refuseForNow(wait), "igc.refused.networkFull");
}

function refused(refusal: Refusal, complaint: string): Refusal {
	return { ...refusal, errors: { igc: complaint }, detail: complaint };
}

/** Statement for the batch that writes the row of a new log. @param size bytes */
export function takeRoom(db: Db, size: number) {
	return db.update(editionState).set({ storedLogBytes: sql`${editionState.storedLogBytes} + ${size}` });
}

/**
 * Statement for the batch that removes logs. It must stand before the statement that removes them.
 * @param logs condition on the versions
 */
export function releaseRoom(db: Db, logs: SQL | undefined) {
	const size = db
		.select({ size: sql`coalesce(sum(${igcFileVersions.size}), 0)` })
		.from(igcFileVersions)
		.where(logs);
	return db
		.update(editionState)
		.set({ storedLogBytes: sql`max(0, ${editionState.storedLogBytes} - (${size}))` });
}
