import { and, asc, desc, eq, gte, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { currentDate } from "~/lib/days/days-queries.server";
import type { Db } from "~/lib/db/client.server";
import { isPilotDay, takesPart } from "~/lib/db/conditions.server";
import { flown, isClassFlown, isGliderFlown } from "~/lib/db/flown.server";
import { addDays } from "~/lib/editions/prague-time";
import { pick } from "~/lib/pick";
import {
	competitionClasses,
	competitionDays,
	gliderTypes,
	outlandings,
	pilotDays,
	registrations,
	users,
} from "~db/schema";

const columns = {
	...pick(outlandings, "id", "dayId"),
	date: competitionDays.date,
	...pick(outlandings, "registrationId", "sender", "standing", "state", "latitude", "longitude", "place"),
	...pick(
		outlandings,
		"near",
		"isHurt",
		"phone",
		"crewOnWay",
		"note",
		"dutyLinkId",
		"createdAt",
		"updatedAt",
	),
	...pick(flown, "startNumber", "registrationNumber"),
	entryPhone: registrations.phone,
	userId: registrations.userId,
	...pick(users, "name", "surname"),
	gliderType: gliderTypes.name,
	classType: competitionClasses.type,
};

/** Selects reports with the pilots they are about; the caller adds a condition. */
export function selectOutlandings(db: Db) {
	return db
		.select(columns)
		.from(outlandings)
		.innerJoin(competitionDays, eq(competitionDays.id, outlandings.dayId))
		.innerJoin(registrations, eq(registrations.id, outlandings.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.leftJoin(pilotDays, isPilotDay(outlandings.dayId))
		.innerJoin(gliderTypes, isGliderFlown)
		.innerJoin(competitionClasses, isClassFlown)
		.$dynamic();
}

export type Outlanding = Awaited<ReturnType<typeof selectOutlandings>>[number];

/** The order that `countsAmong` and `unconfirmedAmong` need. Of two at the same moment the one that was written later is newer. */
export const newestFirst = [desc(outlandings.createdAt), desc(sql`${outlandings}.rowid`)];

/** @param date local date, or an expression for it */
export function outlandingsOfDate(db: Db, date: string | SQL<string | null>) {
	return selectOutlandings(db)
		.where(and(eq(competitionDays.date, date), ne(outlandings.standing, "dismissed")))
		.orderBy(...newestFirst);
}

/** Selects the reports of the current day, and those of the day before whose pilots are not back; the newest first. */
export function openOutlandings(db: Db, today: string, yesterday: string) {
	return selectOutlandings(db)
		.where(
			and(
				gte(competitionDays.date, yesterday),
				ne(outlandings.standing, "dismissed"),
				or(eq(competitionDays.date, currentDate(today)), ne(outlandings.state, "back")),
			),
		)
		.orderBy(...newestFirst);
}

/** Selects the days that a report can be of, the earlier first: a night belongs to the day before. @param today local date */
export function reportableDays(db: Db, today: string) {
	const { date } = competitionDays;
	return db
		.select()
		.from(competitionDays)
		.where(inArray(date, [addDays(today, -1), today]))
		.orderBy(asc(date));
}

export function outlandingById(db: Db, id: string) {
	return selectOutlandings(db).where(eq(outlandings.id, id));
}

/** Selects who takes part in a day, with the status, for a report about one of them. */
export function pilotsOfDay(db: Db, dayId: string) {
	return db
		.select({
			...pick(registrations, "id", "userId", "phone"),
			startNumber: flown.startNumber,
			...pick(users, "name", "surname"),
			...pick(pilotDays, "statusId", "status", "statusAt", "statusBy", "launches"),
		})
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.leftJoin(pilotDays, isPilotDay(dayId))
		.where(takesPart(dayId));
}
