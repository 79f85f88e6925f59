import { and, count, eq, isNull } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { recoveryCodes, secondFactors } from "~db/schema";
import type { Edition } from "~editions/schema";

/** Whether a role needs a second factor here. */
export function isFactorRequired({
	edition,
	settings,
}: Pick<Ctx, "settings"> & { readonly edition: Pick<Edition, "secondFactor"> }): boolean {
	return !settings.local && edition.secondFactor !== "optional";
}

export type SecondFactor = typeof secondFactors.$inferSelect;

export function secondFactorOf(db: Db, userId: string) {
	return db.select().from(secondFactors).where(eq(secondFactors.userId, userId));
}

export function recoveryCodesLeft(db: Db, userId: string) {
	return db
		.select({ left: count() })
		.from(recoveryCodes)
		.where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
}
