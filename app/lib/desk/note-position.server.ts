import { and, desc, eq } from "drizzle-orm";
import type { z } from "zod";
import type { StaffCtx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { secondsOf } from "~/lib/editions/clock-times";
import { addDays, instantOf } from "~/lib/editions/prague-time";
import { readPosition } from "~/lib/maps/read-position";
import { done, type Result, refuse } from "~/lib/result";
import { lastPositions } from "~db/schema";
import type { positionSchema } from "./outlanding-schema";

interface Missing {
	readonly dayId: string;
	/** Local date of the day. */
	readonly date: string;
	readonly registrationId: string;
}

/** Notes where tracking, radio or a telephone last placed a pilot. Earlier notes stay. */
export async function notePosition(
	ctx: StaffCtx<"desk">,
	{ dayId, date, registrationId }: Missing,
	{ position, time, source }: z.infer<typeof positionSchema>,
): Promise<Result<null, "invalid-fields">> {
	const place = readPosition(position);
	const seconds = secondsOf(time);
	if (!place || seconds === null) return refuse("invalid-fields");
	const { db, now, actor } = ctx;
	// A telephone that answers in the night or in the next morning does so after the day.
	const nextMorning = instantOf(addDays(date, 1), seconds);
	const seenAt = nextMorning <= now ? nextMorning : instantOf(date, seconds);
	const row = { id: crypto.randomUUID(), dayId, registrationId, ...place, seenAt, source };
	await commit(ctx, {
		statements: [db.insert(lastPositions).values({ ...row, createdAt: now, createdBy: actor.id })],
		audit: {
			action: "overdue.position",
			subjectId: registrationId,
			after: { dayId, ...place, seenAt, source },
		},
		visible: false,
	});
	return done(null);
}

/** Removes a note that was wrong; the audit log keeps what it said. */
export async function removePosition(
	ctx: StaffCtx<"desk">,
	{ dayId, registrationId }: Pick<Missing, "dayId" | "registrationId">,
	{ id }: { readonly id: string },
): Promise<Result<null, "not-found">> {
	const found = (await positionsOf(ctx.db, dayId, registrationId)).find((noted) => noted.id === id);
	if (!found) return refuse("not-found");
	const { latitude, longitude, seenAt, source } = found;
	const committed = await commit(ctx, {
		statements: [exactlyOne(ctx.db.delete(lastPositions).where(eq(lastPositions.id, id)))],
		audit: {
			action: "overdue.position",
			subjectId: registrationId,
			before: { dayId, latitude, longitude, seenAt, source },
		},
		visible: false,
	});
	return committed.ok ? done(null) : refuse("not-found");
}

/** Selects the notes about a pilot on a day, the latest position first. */
export function positionsOf(db: Db, dayId: string, registrationId: string) {
	return db
		.select()
		.from(lastPositions)
		.where(and(eq(lastPositions.dayId, dayId), eq(lastPositions.registrationId, registrationId)))
		.orderBy(desc(lastPositions.seenAt), desc(lastPositions.createdAt));
}
