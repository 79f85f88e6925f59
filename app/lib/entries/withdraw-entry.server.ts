import { z } from "zod";
import type { AdminCtx } from "~/lib/context";
import { complaints, optionalText, requiredDate } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";
import { type Result, refuse } from "~/lib/result";
import { type Entry, entryById } from "./entries-queries.server";
import { setFlags } from "./quick-actions.server";

/** `from` is the first day on which the competitor is not expected. */
export const withdrawalSchema = z.object({ from: requiredDate, reason: optionalText(limits.reason) });

/**
 * Withdraws a competitor who has flown. Refuses with `invalid-fields` a day before the last flight, whose record would be lost, and
 * with `stale` an entry that is not accepted or has not flown.
 */
export async function withdrawEntry(
	ctx: AdminCtx,
	id: string,
	withdrawal: z.infer<typeof withdrawalSchema>,
): Promise<Result<Entry, "not-found" | "stale" | "invalid-fields">> {
	const [entry] = await entryById(ctx.db, id);
	if (!entry) return refuse("not-found");
	if (!entry.accepted || entry.flownUntil === null) return refuse("stale");
	if (withdrawal.from < entry.flownUntil) return refuse("invalid-fields", { from: complaints.choice });
	return setFlags(ctx, id, { accepted: false }, null, withdrawal);
}
