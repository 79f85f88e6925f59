import type { Db } from "~/lib/db/client.server";
import { editionState } from "~db/schema";

/** Bytes of the flight logs of an edition. All competitors together send a tenth of it. */
export const mostStored = 20_000_000_000;

/** Query for the bytes of the flight logs of an edition. */
export function storedLogBytes(db: Db) {
	return db.select({ bytes: editionState.storedLogBytes }).from(editionState);
}
