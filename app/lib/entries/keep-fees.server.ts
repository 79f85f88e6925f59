import { isNull, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { registrations } from "~db/schema";
import { selectEntries } from "./entries-queries.server";
import { feeOf } from "./fees";

/** Statements: entries that were sent before entries kept their fees keep what they owe, before it changes. */
export async function keepFees({ db, edition }: Pick<Ctx, "db" | "edition">) {
	const isWithout = isNull(registrations.fee);
	const entries = await selectEntries(db).where(isWithout);
	const fees = entries.map(({ id, competitionClass, createdAt }) => [
		id,
		feeOf(edition, competitionClass.type, createdAt),
	]);
	if (!edition.payment || fees.length === 0) return [];
	const kept = sql`(SELECT value FROM json_each(${JSON.stringify(Object.fromEntries(fees))}) WHERE key = ${registrations.id})`;
	return [db.update(registrations).set({ fee: kept }).where(isWithout)];
}
