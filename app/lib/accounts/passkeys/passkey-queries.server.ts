import { and, desc, eq } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { passkeys } from "~db/schema";

/** Query for the passkeys of an account, the newest first. */
export function passkeysOf(db: Db, userId: string) {
	return db
		.select()
		.from(passkeys)
		.where(eq(passkeys.userId, userId))
		.orderBy(desc(passkeys.createdAt), passkeys.id);
}

/** Query for the ids of those that work on a host. */
export function passkeyIds(db: Db, userId: string, host: string) {
	return db
		.select({ id: passkeys.id })
		.from(passkeys)
		.where(and(eq(passkeys.userId, userId), eq(passkeys.host, host)));
}
