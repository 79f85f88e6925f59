import { count, eq } from "drizzle-orm";
import { allClasses } from "~/lib/classes/classes-queries.server";
import { aliased } from "~/lib/db/aliased.server";
import type { Db } from "~/lib/db/client.server";
import { isAcceptedOrWaiting, isWaiting } from "~/lib/registrations/accepted-queries.server";
import { type competitionClasses, gliderTypes, registrations, users } from "~db/schema";

function selectListed(db: Db) {
	return db
		.select({
			id: registrations.id,
			userId: registrations.userId,
			number: registrations.number,
			classId: registrations.competitionClassId,
			birthDate: registrations.birthDate,
			aeroclub: registrations.aeroclub,
			startNumber: registrations.startNumber,
			registrationNumber: registrations.registrationNumber,
			accepted: registrations.accepted,
			paid: registrations.paid,
			isReserve: registrations.isReserve,
			registrationCompleted: registrations.registrationCompleted,
			hasEngine: registrations.hasEngine,
			gliderTypeId: registrations.gliderTypeId,
			requestedChange: registrations.requestedChange,
			version: registrations.version,
			createdAt: registrations.createdAt,
			name: aliased(users.name, "user_name"),
			surname: aliased(users.surname, "user_surname"),
			erasedAt: aliased(users.erasedAt, "user_erased_at"),
			gliderName: aliased(gliderTypes.name, "glider_name"),
			gliderIndex: aliased(gliderTypes.index, "glider_index"),
		})
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.innerJoin(gliderTypes, eq(gliderTypes.id, registrations.gliderTypeId))
		.$dynamic();
}

export type ListedEntry = Awaited<ReturnType<typeof selectListed>>[number];
export type ListedClass = typeof competitionClasses.$inferSelect;

/** Visitors see accepted entries, and only the number of waiting entries in each class. */
export function publicListQueries(db: Db) {
	return [
		allClasses(db),
		selectListed(db).where(eq(registrations.accepted, true)),
		db
			.select({ classId: registrations.competitionClassId, waiting: count() })
			.from(registrations)
			.innerJoin(users, eq(users.id, registrations.userId))
			.where(isWaiting)
			.groupBy(registrations.competitionClassId),
	] as const;
}

/** For `toWholeList`. */
export function wholeListQueries(db: Db) {
	return [allClasses(db), selectListed(db).where(isAcceptedOrWaiting)] as const;
}
