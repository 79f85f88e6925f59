import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { competitionDays, dayScores, registrations } from "~db/schema";
import type { Effect, ScoresDue } from "./effects";
import { classOn } from "./flown.server";

/**
 * Statements that note in unofficial scores that an organiser changes what they are made of. Such scores may change points; the note
 * is of the same batch, so it holds for whoever scores the class next, the schedule too.
 */
export function organiserActs({ db, now }: Pick<Ctx, "db" | "now">, effects: readonly Effect[]) {
	return effects
		.filter((effect): effect is ScoresDue => "by" in effect && effect.by === "organiser")
		.map((effect) =>
			db
				.update(dayScores)
				// Two acts of one millisecond must differ: the second one may come after the first was read.
				.set({ actedAt: sql`max(${now.getTime()}, coalesce(${dayScores.actedAt}, 0) + 1)` })
				.where(and(eq(dayScores.state, "unofficial"), scopeOf(effect))),
		);
}

function scopeOf(effect: ScoresDue): SQL | undefined {
	const { dayId, competitionClassId } = dayScores;
	switch (effect.kind) {
		case "scores-due":
			return and(eq(dayId, effect.dayId), eq(competitionClassId, effect.classId));
		case "entry-scores-due":
			return and(
				eq(dayId, effect.dayId),
				sql`${competitionClassId} = (SELECT ${classOn(effect.dayId)} FROM ${registrations}
					WHERE ${registrations.id} = ${effect.registrationId})`,
			);
		case "class-scores-due":
			return and(
				effect.classIds === null ? undefined : inArray(competitionClassId, [...effect.classIds]),
				effect.from === null
					? undefined
					: sql`${dayId} IN (SELECT ${competitionDays.id} FROM ${competitionDays} WHERE ${competitionDays.date} >= ${effect.from})`,
			);
		case "all-scores-due":
			return undefined;
	}
}
