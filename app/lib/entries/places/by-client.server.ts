import { z } from "zod";
import type { StaffCtx } from "~/lib/context";
import { isByRanking } from "~/lib/editions/admission";
import { fieldErrorsOf } from "~/lib/forms/parse-form";
import { done, type Result, refuse } from "~/lib/result";
import { type Entry, entryById } from "../entries-queries.server";
import { setFlags } from "../entry-flags.server";
import { type AdminEntryInput, quickActionsSchema, rankedActionsSchema, rankedFields } from "../entry-schema";
import { updateEntry } from "../update-entry.server";
import { type RankedValues, setByClient } from "./set-place.server";

/* What clients of the API set in an edition with a ranking list, which clients of before do not know. Other editions ignore it. */

type Changed = Result<Entry, "not-found" | "invalid-fields" | "stale" | "not-admin">;

const rankedSchema = z.object(rankedFields);

/** Changes an entry, and its wild card and position in the ranking list. */
export async function updateByClient(
	ctx: StaffCtx<"entries">,
	id: string,
	input: AdminEntryInput,
	sent: Readonly<Record<keyof RankedValues, unknown>>,
): Promise<Changed> {
	const ranked = rankedSchema.safeParse(isByRanking(ctx.edition) ? sent : {});
	if (!ranked.success) return refuse("invalid-fields", fieldErrorsOf(ranked.error));
	const updated = await updateEntry(ctx, id, input);
	return updated.ok ? rank(ctx, updated.value, ranked.data) : updated;
}

/** Sets exactly the flags that are sent. */
export async function actByClient(
	ctx: StaffCtx<"entries">,
	id: string,
	sent: Readonly<Record<string, unknown>>,
): Promise<Changed> {
	const parsed = (isByRanking(ctx.edition) ? rankedActionsSchema : quickActionsSchema).safeParse(sent);
	if (!parsed.success) return refuse("invalid-fields", fieldErrorsOf(parsed.error));
	const { isWildcard, ...flags }: z.infer<typeof rankedActionsSchema> = parsed.data;
	const hasFlags = Object.values(flags).some((flag) => flag !== undefined);
	const [found] = await entryById(ctx.db, id);
	if (!found) return refuse("not-found");
	const set = hasFlags ? await setFlags(ctx, id, flags) : done(found);
	return set.ok ? rank(ctx, set.value, { isWildcard }) : set;
}

/** Sets what differs. */
async function rank(ctx: StaffCtx<"entries">, entry: Entry, ranked: RankedValues): Promise<Changed> {
	const { isWildcard, rankingPosition: position } = ranked;
	const different: RankedValues = {
		...(isWildcard === entry.isWildcard ? {} : { isWildcard }),
		...(position === entry.rankingPosition ? {} : { rankingPosition: position }),
	};
	if (Object.values(different).every((value) => value === undefined)) return done(entry);
	const set = await setByClient(ctx, entry.id, different);
	if (!set.ok) return set;
	const [changed] = await entryById(ctx.db, entry.id);
	return done(changed ?? entry);
}
