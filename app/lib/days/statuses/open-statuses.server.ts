import { and, asc, eq, inArray, lt, type SQL } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { takesPart } from "~/lib/db/conditions/starters.server";
import { sortedByStartNumber } from "~/lib/i18n/collate";
import { competitionDays, competitorStatuses, registrations, users } from "~db/schema";

/**
 * Query for who is still flying or in a field on a day before today, by date: somebody is missing, or was forgotten.
 * @param today local date, or an expression for it
 */
export function openStatuses(db: Db, today: string | SQL<string>) {
	return db
		.select({
			date: competitionDays.date,
			startNumber: registrations.startNumber,
			name: users.name,
			surname: users.surname,
		})
		.from(competitorStatuses)
		.innerJoin(competitionDays, eq(competitionDays.id, competitorStatuses.dayId))
		.innerJoin(registrations, eq(registrations.id, competitorStatuses.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.where(
			and(
				lt(competitionDays.date, today),
				inArray(competitorStatuses.status, ["FLYING", "OUTLANDING"]),
				takesPart(competitionDays.id),
			),
		)
		.orderBy(asc(competitionDays.date));
}

/** A day with open statuses, and whose they are. */
export interface OpenDay {
	readonly date: string;
	readonly pilots: readonly string[];
}

export function openDays(rows: Awaited<ReturnType<typeof openStatuses>>): readonly OpenDay[] {
	return [...new Set(rows.map(({ date }) => date))].map((date) => ({
		date,
		pilots: sortedByStartNumber(rows.filter((row) => row.date === date)).map(
			({ startNumber, name, surname }) => `${startNumber} ${name} ${surname}`,
		),
	}));
}
