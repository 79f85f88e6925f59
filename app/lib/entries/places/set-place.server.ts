import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { StaffCtx } from "~/lib/context";
import { type AuditEntry, commit, commitOrStale, exactlyOne } from "~/lib/db/commit.server";
import { sha256Hex } from "~/lib/digest";
import { optionalLine, requiredLine } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";
import { done, type Result, refuse } from "~/lib/result";
import { placesByHand } from "~db/enums";
import { registrations } from "~db/schema";
import { type Entry, entryById } from "../entries-queries.server";

/** A wild card that is given. */
export const wildcardSchema = z.object({ reason: requiredLine(limits.reason) });

/** A place against the policy; `policy` leaves the entry to it again. */
export const byHandSchema = z.object({
	place: z.enum([...placesByHand, "policy"]),
	reason: optionalLine(limits.reason),
});

/** What the policy reads of an entry and organisers set. Nobody moves by it before the list is applied. */
type Values = Partial<
	Pick<
		Entry,
		"isWildcard" | "wildcardReason" | "placeByHand" | "rankingPosition" | "igcId" | "secondPilotIgcId"
	>
>;

interface Setting {
	readonly values: Values;
	/** Whether forms of the entry that are open have the values too, and must not write them back. */
	readonly isInForm?: boolean;
	readonly audit: Pick<AuditEntry, "action"> & { readonly reason: string | null };
}

/** Refuses with `stale` when somebody else sets one of the values at the same moment. */
export async function setOfEntry(
	ctx: StaffCtx<"entries">,
	id: string,
	{ values, audit, isInForm = false }: Setting,
): Promise<Result<null, "not-found" | "stale">> {
	const { db, now } = ctx;
	const [entry] = await entryById(db, id);
	if (!entry) return refuse("not-found");
	const names = Object.keys(values) as (keyof Values)[];
	return commitOrStale(ctx, {
		statements: [
			exactlyOne(
				db
					.update(registrations)
					.set({
						...values,
						...(isInForm && { version: sql`${registrations.version} + 1` }),
						updatedAt: now,
					})
					.where(
						and(
							eq(registrations.id, id),
							...names.map((name) => sql`${registrations[name]} IS ${stored(entry[name])}`),
						),
					),
			),
		],
		audit: {
			action: audit.action,
			subjectId: id,
			before: Object.fromEntries(names.map((name) => [name, entry[name]])),
			after: { ...values, ...(audit.reason === null ? {} : { reason: audit.reason }) },
		},
		visible: true,
	});
}

/** A value as SQLite has it. */
const stored = (value: string | number | boolean | null) =>
	typeof value === "boolean" ? Number(value) : value;

/** Gives an entry a wild card, or takes it back. @param reason of the wild card; null takes it back */
export function setWildcard(ctx: StaffCtx<"entries">, id: string, why: string | null) {
	return setOfEntry(ctx, id, {
		values: { isWildcard: why !== null, wildcardReason: why },
		audit: { action: "registration.wildcard", reason: null },
	});
}

/** Decides about the place of an entry against the policy, or leaves it to the policy again. */
export function setPlaceByHand(
	ctx: StaffCtx<"entries">,
	id: string,
	{ place, reason: why }: z.infer<typeof byHandSchema>,
) {
	return setOfEntry(ctx, id, {
		values: { placeByHand: place === "policy" ? null : place },
		audit: { action: "registration.place", reason: why },
	});
}

/** What a client of the API sets of an entry; what it leaves out stays. */
export interface RankedValues {
	readonly isWildcard?: boolean | undefined;
	readonly rankingPosition?: number | null | undefined;
}

/** Sets what clients of the API say of an entry, with that as the reason. */
export function setByClient(ctx: StaffCtx<"entries">, id: string, ranked: RankedValues) {
	const { isWildcard, rankingPosition: position } = ranked;
	const why = "by client";
	return setOfEntry(ctx, id, {
		values: {
			...(isWildcard === undefined ? {} : { isWildcard, wildcardReason: isWildcard ? why : null }),
			...(position === undefined ? {} : { rankingPosition: position }),
		},
		audit: {
			action: isWildcard === undefined ? "registration.ranking" : "registration.wildcard",
			reason: why,
		},
	});
}

interface Positioned {
	readonly id: string;
	readonly rankingPosition: number | null;
}

/** Key of the positions of entries, by which a form says which ones it was made of. */
export function positionsKey(entries: readonly Positioned[]): Promise<string> {
	const texts = entries.map(({ id, rankingPosition: position }) => `${id} ${position}`);
	return sha256Hex(texts.sort().join("\n"));
}

/**
 * Sets the positions of entries in the ranking list.
 * @param entries those of the list, as they are
 * @param positions by the id of the entry; one that is left out stays
 * @returns how many have changed
 */
export async function setPositions(
	ctx: StaffCtx<"entries">,
	entries: readonly Positioned[],
	positions: ReadonlyMap<string, number | null>,
): Promise<Result<number, "stale">> {
	const { db, now } = ctx;
	const changed = entries.flatMap(({ id, rankingPosition: before }) => {
		const after = positions.get(id);
		return after === undefined || after === before ? [] : [{ id, before, after }];
	});
	const committed = await commit(ctx, {
		statements: changed.map(({ id, before, after }) =>
			exactlyOne(
				db
					.update(registrations)
					.set({ rankingPosition: after, updatedAt: now })
					.where(and(eq(registrations.id, id), sql`${registrations.rankingPosition} IS ${before}`)),
			),
		),
		audit: changed.map(({ id, before, after }) => ({
			action: "registration.ranking",
			subjectId: id,
			before: { rankingPosition: before },
			after: { rankingPosition: after },
		})),
		visible: true,
	});
	return committed.ok ? done(changed.length) : refuse("stale");
}
