import { and, eq, type SQL } from "drizzle-orm";
import { isAddressTrusted } from "~/lib/accounts/account-queries.server";
import type { ClassDay } from "~/lib/class-day";
import type { Db } from "~/lib/db/client.server";
import { takesPart } from "~/lib/db/conditions.server";
import { classOn } from "~/lib/db/flown.server";
import { pick } from "~/lib/pick";
import { registrations, users } from "~db/schema";

/** Selects the accounts of accepted competitors, as recipients of a mail to all of them. */
export function acceptedAccounts(db: Db, now: Date) {
	return recipients(db, and(eq(registrations.accepted, true), isAddressTrusted(now)));
}

/**
 * Selects the accounts of those of a class who fly on a day, as recipients of a mail about its task or results. A reserve is among
 * them only when an organiser has added it to the day; one who has withdrawn since is.
 */
export function flyingAccounts(db: Db, now: Date, { dayId, classId }: ClassDay) {
	return recipients(db, and(takesPart(dayId), eq(classOn(dayId), classId), isAddressTrusted(now)));
}

function recipients(db: Db, where: SQL | undefined) {
	return db
		.select({
			...pick(users, "id", "email", "language"),
			/** Id of the entry. */
			registrationId: registrations.id,
		})
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.where(where);
}
