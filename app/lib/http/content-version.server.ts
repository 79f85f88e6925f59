import { editionState } from "~db/schema";
import type { Db } from "../db/client.server";

/** Query for the number that every visible change raises; cached pages carry it in their key. */
export function contentVersion(db: Db) {
	return db.select({ contentVersion: editionState.contentVersion }).from(editionState);
}
