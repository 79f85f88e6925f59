import { and, eq } from "drizzle-orm";
import { anonymousResult } from "~/lib/accounts/own-data-rules";
import type { Db } from "~/lib/db/client.server";
import { registrations, users } from "~db/schema";
import { foldedNumber } from "./resolve-competitors";
import { startNumberOf } from "./standings";
import type { KeptRow } from "./stored-sheets.server";

/** Query for the start numbers of the accepted entries of a class, with when their accounts were erased. */
export function competitorsOfClass(db: Db, classId: string) {
	return db
		.select({ startNumber: registrations.startNumber, erasedAt: users.erasedAt })
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.where(and(eq(registrations.competitionClassId, classId), eq(registrations.accepted, true)));
}

type Competitor = Awaited<ReturnType<typeof competitorsOfClass>>[number];

/**
 * Results without the names of those who had their accounts erased: the source of the results still has them. A start
 * number that somebody else has as well tells nothing.
 */
export function withoutErased(rows: readonly KeptRow[], competitors: readonly Competitor[]): KeptRow[] {
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
