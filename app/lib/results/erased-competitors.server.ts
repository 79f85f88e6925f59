import { and, eq } from "drizzle-orm";
import { anonymousResult } from "~/lib/accounts/anonymous";
import type { Db } from "~/lib/db/client.server";
import { registrations, users } from "~db/schema";
import { foldedNumber } from "./resolve-competitors";
import { startNumberOf } from "./standings";
import type { SheetRow } from "./stored-sheets.server";

/** Query for the start numbers of the accepted entries of a class. */
export function competitorsOfClass(db: Db, classId: string) {
	return db
		.select({ startNumber: registrations.startNumber, erasedAt: users.erasedAt })
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.where(and(eq(registrations.competitionClassId, classId), eq(registrations.accepted, true)));
}

type Competitor = Awaited<ReturnType<typeof competitorsOfClass>>[number];

/**
 * Removes the names of erased accounts, which the source of the results still has. A start number that another
 * competitor has too does not identify anybody.
 */
export function withoutErased(rows: readonly SheetRow[], competitors: readonly Competitor[]): SheetRow[] {
	const numbersOf = (erased: boolean) =>
		competitors
			.filter(({ erasedAt }) => (erasedAt !== null) === erased)
			.map(({ startNumber }) => foldedNumber(startNumber));
	const others = new Set(numbersOf(false));
	const gone = new Set(numbersOf(true).filter((number) => !others.has(number)));
	return rows.map((row) =>
		gone.has(foldedNumber(startNumberOf(row) ?? "")) ? { ...row, ...anonymousResult } : row,
	);
}
