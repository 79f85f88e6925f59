import type { Db } from "~/lib/db/client.server";
import { editionState } from "~db/schema";

/** Query for the number that every visible change raises; cached pages carry it in their key. */
export function contentVersion(db: Db) {
	return db.select({ contentVersion: editionState.contentVersion }).from(editionState);
}
