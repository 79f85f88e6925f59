import type { Ctx } from "~/lib/context";
import { hasPolicy } from "~/lib/editions/admission";
import type { PlaceByHand } from "~db/enums";
import type { Edition } from "~editions/schema";
import type { QuickActions } from "../entry-schema";

/** Flags of an entry that change, with what organisers have decided against the policy. */
export interface PlaceFlags extends QuickActions {
	readonly placeByHand?: PlaceByHand | null | undefined;
	/** Why, for the audit log. */
	readonly reason?: string | undefined;
}

/**
 * The flags that organisers and clients of before set. Under a policy an entry has a place or waits, so they become a place by hand. Who
 * has flown withdraws, as without a policy.
 */
export function flagsByHand(
	{ edition, channel }: Pick<Ctx, "edition" | "channel">,
	entry: { readonly flownUntil: string | null },
	flags: QuickActions,
): PlaceFlags {
	const { accepted, isReserve } = flags;
	const isAboutPlace = accepted !== undefined || isReserve !== undefined;
	if (!hasPolicy(edition) || !isAboutPlace || (accepted === false && entry.flownUntil !== null)) return flags;
	const getsPlace = isReserve !== true && (accepted ?? isReserve === false);
	return {
		...flags,
		accepted: true,
		isReserve: !getsPlace,
		placeByHand: getsPlace ? "place" : "waits",
		...(channel === "api" ? { reason: "by client" } : {}),
	};
}

interface Shown {
	readonly accepted: boolean;
	readonly isReserve: boolean;
	/** Local date. */
	readonly withdrawnFrom: string | null;
	readonly placeByHand: PlaceByHand | null;
}

/** Whether an entry has a place as the list was applied last. */
export function hasPlace({ accepted, isReserve }: Pick<Shown, "accepted" | "isReserve">): boolean {
	return accepted && !isReserve;
}

/** What the API says of an entry: under a policy, whether it has a place, and whether it waits for one. */
export function shownFlags(edition: Pick<Edition, "admission">, entry: Shown) {
	const { accepted, isReserve, withdrawnFrom, placeByHand } = entry;
	if (!hasPolicy(edition)) return { accepted, isReserve };
	const has = hasPlace(entry);
	return { accepted: has, isReserve: !has && withdrawnFrom === null && placeByHand !== "out" };
}
