import { and, eq } from "drizzle-orm";
import { anonymousResult } from "~/lib/accounts/anonymous";
import type { Db } from "~/lib/db/client.server";
import { isCompetitor } from "~/lib/entries/entries-queries.server";
import { foldedNumber } from "~/lib/i18n/collate";
import { registrations, users } from "~db/schema";
import { startNumberOf } from "./standings";
import type { SheetRow, UnboundRow } from "./stored-sheets.server";

/** Selects the competitors of a class, including those who have withdrawn. */
export function competitorsOfClass(db: Db, classId: string) {
	return db
		.select({
			registrationId: registrations.id,
			startNumber: registrations.startNumber,
			erasedAt: users.erasedAt,
		})
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.where(and(eq(registrations.competitionClassId, classId), isCompetitor));
}

type Competitor = Awaited<ReturnType<typeof competitorsOfClass>>[number];

/**
 * Binds each row to the one competitor with its start number, and removes the names of erased accounts, which the source of the
 * results still has. A start number that two entries have binds nothing. A name binds nothing either: everybody types their
 * own. A row of a file without a number has got that of its name before, from `resolveCompetitors`.
 */
export function bindRows(rows: readonly UnboundRow[], competitors: readonly Competitor[]): SheetRow[] {
	return rows.map((row) => {
		const number = startNumberOf(row);
		const [found, other] = competitors.filter(
			({ startNumber }) => number !== null && foldedNumber(startNumber) === foldedNumber(number),
		);
		if (!found || other) return { ...row, registrationId: null };
		const { registrationId, erasedAt } = found;
		return erasedAt === null ? { ...row, registrationId } : { ...row, registrationId, ...anonymousResult };
	});
}
