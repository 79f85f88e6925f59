import { inArray, lt } from "drizzle-orm";
import type { UnfinishedUploads } from "~/lib/files/store-upload.server";
import { incomingLogs } from "~db/schema";

/** Whatever organisers have sent together goes after an hour, stored or not: what was stored has an object of its own. */
export const sweptIncomingLogs: UnfinishedUploads = {
	find: (db, begunBefore, most) =>
		db
			.select({ id: incomingLogs.id, key: incomingLogs.key })
			.from(incomingLogs)
			.where(lt(incomingLogs.createdAt, begunBefore))
			.limit(most),
	remove: (db, ids) => [db.delete(incomingLogs).where(inArray(incomingLogs.id, [...ids]))],
};
