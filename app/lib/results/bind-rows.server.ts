import { and, eq } from "drizzle-orm";
import { anonymousResult } from "~/lib/accounts/anonymous";
import type { Db } from "~/lib/db/client.server";
import { isPilotDay } from "~/lib/db/conditions.server";
import { flown } from "~/lib/db/flown.server";
import { isCompetitor } from "~/lib/entries/entries-queries.server";
import { foldedNumber } from "~/lib/i18n/collate";
import { competitionDays, pilotDays, registrations, users } from "~db/schema";
import type { TableRow, UnboundRow } from "./result-tables.server";
import { startNumberOf } from "./standings";

/**
 * Selects the competitors of a class on its days with their start numbers of the day, including those who have withdrawn.
 * @param dayId a day; all without it
 */
export function competitorsOfClass(db: Db, classId: string, dayId?: string) {
	return db
		.select({
			registrationId: registrations.id,
			dayId: competitionDays.id,
			startNumber: flown.startNumber,
			erasedAt: users.erasedAt,
		})
		.from(competitionDays)
		.crossJoin(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.leftJoin(pilotDays, isPilotDay(competitionDays.id))
		.where(
			and(
				dayId === undefined ? undefined : eq(competitionDays.id, dayId),
				eq(flown.classId, classId),
				isCompetitor,
			),
		);
}

type Competitor = Awaited<ReturnType<typeof competitorsOfClass>>[number];

/**
 * Binds each row of a day to the one competitor with its start number, and removes the names of erased accounts, which the source of the
 * results still has. A start number that two entries have binds nothing. A name binds nothing either: everybody types their
 * own. A row of a file without a number has got that of its name before, from `resolveCompetitors`.
 */
export function bindRows(
	rows: readonly UnboundRow[],
	competitors: readonly Competitor[],
	ofDay: string,
): TableRow[] {
	return rows.map((row) => {
		const number = startNumberOf(row);
		const [found, other] = competitors.filter(
			({ dayId, startNumber }) =>
				dayId === ofDay && number !== null && foldedNumber(startNumber) === foldedNumber(number),
		);
		if (!found || other) return { ...row, registrationId: null };
		const { registrationId, erasedAt } = found;
		return erasedAt === null ? { ...row, registrationId } : { ...row, registrationId, ...anonymousResult };
	});
}
