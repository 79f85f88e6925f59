import { and, eq, exists, type SQL } from "drizzle-orm";
import { igcFiles, registrations, replays } from "~db/schema";
import type { Db } from "./client.server";

/**
 * Statement that takes back the packs with certain flights: nobody gets them any more, and one in the making is given up. The
 * scheduler makes others and removes the objects.
 * @param flights condition of `igcFiles`
 */
export function withdrawReplays(db: Db, flights: SQL) {
	const held = db
		.select({ id: igcFiles.id })
		.from(igcFiles)
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.where(
			and(
				eq(igcFiles.dayId, replays.dayId),
				eq(registrations.competitionClassId, replays.competitionClassId),
				flights,
			),
		);
	return db.update(replays).set({ digest: null, claimedAt: null }).where(exists(held));
}
