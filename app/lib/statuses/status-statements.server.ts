import { and, eq, exists, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { competitionDays, competitorStatuses, registrations } from "~db/schema";

/** Rows made inside the database get their ids there: as random as those of the application. */
const newId = sql<string>`lower(hex(randomblob(16)))`;
const onTheGround = sql<"DNF">`'DNF'`;

const onceADay = [competitorStatuses.dayId, competitorStatuses.registrationId];

/**
 * Statement that gives every accepted competitor who has no status on a day yet one: on the ground. Run again it
 * changes nothing.
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
 * Statement that adds a competitor to every day whose statuses were made before the entry was accepted. It belongs
 * behind the statement that accepts; for an entry that is not accepted, and run again, it changes nothing.
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
					// A day with a task has its statuses made even where nobody had been accepted by then.
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
