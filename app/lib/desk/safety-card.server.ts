import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { Ctx, UserCtx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { commit } from "~/lib/db/commit.server";
import { addDays, pragueDate } from "~/lib/editions/prague-time";
import { entryOfUser } from "~/lib/entries/entries-queries.server";
import { safetyCardDays } from "~/lib/kept-for";
import { done, type Result, refuse } from "~/lib/result";
import { safetyCards } from "~db/schema";
import type { safetyCardSchema } from "./safety-card-schema";

/** Saves the card of the own entry, and deletes an empty one. The audit log says that it was saved, and nothing of its content. */
export async function saveSafetyCard(
	ctx: UserCtx,
	card: z.output<typeof safetyCardSchema>,
): Promise<Result<null, "registration-missing">> {
	const { db, now, actor } = ctx;
	const [entry] = await entryOfUser(db, actor.id);
	if (!entry) return refuse("registration-missing");
	const isEmpty = Object.values(card).every((value) => value === null);
	const set = { ...card, updatedAt: now };
	await commit(ctx, {
		statements: [
			isEmpty
				? db.delete(safetyCards).where(eq(safetyCards.registrationId, entry.id))
				: db
						.insert(safetyCards)
						.values({ registrationId: entry.id, ...set })
						.onConflictDoUpdate({ target: safetyCards.registrationId, set }),
		],
		audit: { action: "safety-card.save", subjectId: entry.id, after: { isEmpty } },
		visible: false,
	});
	return done(null);
}

/** Selects a card. Only the pilot, organisers and the desk may read it. */
export function safetyCardOf(db: Db, registrationId: string) {
	return db.select().from(safetyCards).where(eq(safetyCards.registrationId, registrationId));
}

export type SafetyCard = typeof safetyCards.$inferSelect;

/** Erases all cards a month after the last competition day. */
export async function eraseSafetyCards(ctx: Ctx): Promise<number> {
	const { db, now, edition } = ctx;
	if (pragueDate(now) <= addDays(edition.competition.to, safetyCardDays)) return 0;
	const count = await db.$count(safetyCards);
	if (count === 0) return 0;
	await commit(ctx, {
		statements: [db.delete(safetyCards)],
		audit: { action: "safety-card.erase", after: { count } },
		visible: false,
	});
	return count;
}
