import { and, eq, exists, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { competitionDays, competitorStatuses, registrations } from "~db/schema";

/** An INSERT … SELECT makes its own ids, as random as those of the application. */
const newId = sql<string>`lower(hex(randomblob(16)))`;
const onTheGround = sql<"DNF">`'DNF'`;

const onceADay = [competitorStatuses.dayId, competitorStatuses.registrationId];

/**
 * Statement that puts every accepted competitor without a status on that day on the ground. Run again, it changes
 * nothing.
 * @param by id of the organiser who asked for it
 */
export function missingStatuses(db: Db, dayId: string, now: Date, by: string) {
	return db
		.insert(competitorStatuses)
		.select(
			db
				.select({
					id: newId.as("id"),
					registrationId: registrations.id,
					dayId: sql<string>`${dayId}`.as("day_id"),
					status: onTheGround.as("status"),
					updatedAt: sql<Date>`${now.getTime()}`.as("updated_at"),
					updatedBy: sql<string>`${by}`.as("updated_by"),
				})
				.from(registrations)
				.where(eq(registrations.accepted, true)),
		)
		.onConflictDoNothing({ target: onceADay });
}

/**
 * Statement that adds a competitor to every day that had its statuses before the entry was accepted. Must follow the
 * statement that accepts the entry: it does nothing for an entry that is not accepted. Run again, it changes nothing.
 */
export function statusesForNewlyAccepted(db: Db, registrationId: string, now: Date) {
	return db
		.insert(competitorStatuses)
		.select(
			db
				.select({
					id: newId.as("id"),
					registrationId: registrations.id,
					dayId: competitionDays.id,
					status: onTheGround.as("status"),
					updatedAt: sql<Date>`${now.getTime()}`.as("updated_at"),
					updatedBy: sql<null>`NULL`.as("updated_by"),
				})
				.from(registrations)
				.innerJoin(
					competitionDays,
					// A day with a task counts even if nobody was accepted when it got its statuses.
					sql`${eq(competitionDays.task, "TASK")} OR ${exists(
						db
							.select({ one: sql`1` })
							.from(competitorStatuses)
							.where(eq(competitorStatuses.dayId, competitionDays.id)),
					)}`,
				)
				.where(and(eq(registrations.id, registrationId), eq(registrations.accepted, true))),
		)
		.onConflictDoNothing({ target: onceADay });
}
