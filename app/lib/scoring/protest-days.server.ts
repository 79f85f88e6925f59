import { and, asc, eq, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import type { Write } from "~/lib/db/commit.server";
import { isCancelled } from "~/lib/db/conditions.server";
import { pick } from "~/lib/pick";
import { competitionDays, dayScores } from "~db/schema";
import { endBesideFinal, type FinalEnd, finalDate } from "./protest-deadline";
import { nameProtestEnd } from "./results-mails.server";

/** Selects the days with what the protest times of a class depend on. */
export function protestDays(db: Db, classId: string) {
	const isOfClass = and(eq(dayScores.dayId, competitionDays.id), eq(dayScores.competitionClassId, classId));
	return db
		.select({
			dayId: competitionDays.id,
			date: competitionDays.date,
			isCancelled: sql`${isCancelled(competitionDays.id, classId)}`.mapWith(Boolean),
			...pick(dayScores, "state", "stateSince", "protestsUntil", "protestsUntilReason"),
		})
		.from(competitionDays)
		.leftJoin(dayScores, isOfClass)
		.orderBy(asc(competitionDays.date));
}

type ProtestDays = Awaited<ReturnType<typeof protestDays>>;

/**
 * Statements that move the ends of the earlier days of a class with that of the final day, and what waiting mails say of them. None when
 * the day is not the final one. An earlier day that somebody else changes at the same moment keeps what it then has.
 */
export function moveEarlierEnds(
	{ db, edition, now }: Pick<Ctx, "db" | "edition" | "now">,
	classId: string,
	days: ProtestDays,
	final: FinalEnd,
): Write["statements"] {
	if (final.date !== finalDate(edition, days)) return [];
	return days.flatMap(({ dayId, date, state, protestsUntil, ...day }) => {
		if (date >= final.date || state !== "unofficial" || !protestsUntil) return [];
		const end = endBesideFinal(edition, { ...day, date, protestsUntil }, final, now);
		if (!end || end.getTime() === protestsUntil.getTime()) return [];
		const isSame = and(
			eq(dayScores.dayId, dayId),
			eq(dayScores.competitionClassId, classId),
			eq(dayScores.state, state),
			eq(dayScores.protestsUntil, protestsUntil),
		);
		return [
			db.update(dayScores).set({ protestsUntil: end }).where(isSame),
			nameProtestEnd(db, { dayId, classId }, end),
		];
	});
}
