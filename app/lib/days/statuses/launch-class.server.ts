import { and, eq, inArray } from "drizzle-orm";
import type { AdminCtx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import { commit } from "~/lib/db/commit.server";
import { takesPart } from "~/lib/db/conditions/starters.server";
import { first, read } from "~/lib/db/read.server";
import { classByType } from "~/lib/entries/classes/classes-queries.server";
import { done, type Result, refuse } from "~/lib/result";
import type { ClassType } from "~db/enums";
import { competitorStatuses, registrations } from "~db/schema";

interface Launch {
	/** Its id. */
	readonly day: string;
	readonly class: ClassType;
	/** Time of an earlier launch, which is undone; absent for a new one. */
	readonly undo?: Date | undefined;
}

/**
 * Everybody of a class who is on the ground has launched. Undo sets back only those whom this launch changed last. Where nobody is left
 * to change, nothing is written.
 */
export async function launchClass(
	ctx: AdminCtx,
	{ day: dayId, class: classType, undo }: Launch,
): Promise<Result<null, "not-found">> {
	const { db, now, actor } = ctx;
	const { day, competitionClass } = await read(db, {
		day: first(dayById(db, dayId)),
		competitionClass: first(classByType(db, classType)),
	});
	if (!day || !competitionClass) return refuse("not-found");
	const classId = competitionClass.id;
	const [from, to] = undo ? (["FLYING", "DNF"] as const) : (["DNF", "FLYING"] as const);
	const ofClass = db
		.select({ id: registrations.id })
		.from(registrations)
		.where(and(eq(registrations.competitionClassId, classId), takesPart(dayId)));
	const isToChange = and(
		eq(competitorStatuses.dayId, dayId),
		eq(competitorStatuses.status, from),
		inArray(competitorStatuses.registrationId, ofClass),
		undo && eq(competitorStatuses.updatedAt, undo),
	);
	if ((await db.$count(competitorStatuses, isToChange)) === 0) return done(null);
	await commit(ctx, {
		statements: [
			db
				.update(competitorStatuses)
				.set({ status: to, updatedAt: now, updatedBy: actor.id })
				.where(isToChange),
		],
		audit: {
			action: "competitor-status.launch",
			subjectId: dayId,
			before: { class: classType, status: from },
			after: { class: classType, status: to },
		},
		effects: [{ kind: "scores-due", dayId, classId }],
		visible: true,
	});
	return done(null);
}
