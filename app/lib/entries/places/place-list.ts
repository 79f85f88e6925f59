import type { PlaceByHand } from "~db/enums";
import type { Admission } from "~editions/schema";
import { byEntry, type EnteredAt } from "../reserve-queue";

/*
 * Who has a place and who waits, as the policy of an edition says. It proposes: an organiser applies it. Pages and the API call it for
 * the list that everybody sees.
 */

/** What the policy reads of an entry. */
export interface Candidate extends EnteredAt {
	readonly id: string;
	readonly classType: string;
	readonly paid: boolean;
	/** Whether it has a place as it was applied last. */
	readonly hasPlace: boolean;
	/** Whether it has flown on a competition day. */
	readonly hasFlown: boolean;
	/** Whether it has withdrawn, or its account was erased. */
	readonly isGone: boolean;
	readonly rankingPosition: number | null;
	readonly isWildcard: boolean;
	readonly placeByHand: PlaceByHand | null;
}

/** Why an entry has a place. */
type Reason = "flown" | "hand" | "wildcard" | "policy";

export interface Placed<C extends Candidate> {
	readonly entry: C;
	readonly reason: Reason;
}

export interface Waiting<C extends Candidate> {
	readonly entry: C;
	/** Place in the queue: of the class where each class has its places, else of all. The next one has 1. */
	readonly queuePlace: number;
	/** Why it has no place: the organisers' will, the fee that is due, or others who stand before it. */
	readonly reason: "hand" | "unpaid" | "full";
}

export interface PlaceList<C extends Candidate> {
	/** In the order of the list. */
	readonly placed: readonly Placed<C>[];
	/** In the order in which they would get a place. */
	readonly waiting: readonly Waiting<C>[];
}

/** Who gets in by which rule. */
export interface PlaceRules {
	readonly admission: Admission;
	/** Whether the list is final: unpaid entries stand behind the paid ones. */
	readonly isFinal: boolean;
	/** Whether the edition takes payments; where it takes none, nobody is unpaid. */
	readonly takesPayment: boolean;
}

/**
 * The list of an edition whose policy is not `by-hand`. A place stays with who has flown. Then come the places that organisers have
 * given, and wild cards, which take none of the places. The others get what is left, in their order: a paid one before an unpaid one in
 * a final list, where an unpaid wild card does not hold either.
 */
export function placeList<C extends Candidate>(entries: readonly C[], rules: PlaceRules): PlaceList<C> {
	const { places } = rules.admission;
	const order = orderOf(rules);
	const inOrder = entries.filter(isInList).sort(order);
	const parts =
		places && "byClass" in places
			? [...new Set(inOrder.map(({ classType }) => classType))].map((type) =>
					partOf(
						inOrder.filter(({ classType }) => classType === type),
						places.byClass[type] ?? 0,
						rules,
					),
				)
			: [partOf(inOrder, places?.total ?? 0, rules)];
	const byOrder = (one: { readonly entry: C }, other: { readonly entry: C }) => order(one.entry, other.entry);
	const waiting = parts.flatMap((part) => part.waiting);
	return {
		placed: parts.flatMap((part) => part.placed).sort(byOrder),
		// Who waits by the organisers' will stands last, as nobody moves up from there.
		waiting: waiting.sort(
			(one, other) => Number(one.reason === "hand") - Number(other.reason === "hand") || byOrder(one, other),
		),
	};
}

function isInList(entry: Candidate): boolean {
	return !entry.isGone && (entry.placeByHand !== "out" || keepsPlace(entry));
}

/** A place stays with who has flown. */
function keepsPlace({ hasPlace, hasFlown }: Candidate): boolean {
	return hasPlace && hasFlown;
}

/** The order of the list: in a final one the paid entries first, then by position in the ranking if the policy has one, then by entry. */
function orderOf(rules: PlaceRules) {
	const isByRanking = rules.admission.policy === "by-ranking";
	const positionOf = ({ rankingPosition }: Candidate) =>
		isByRanking ? (rankingPosition ?? Number.MAX_SAFE_INTEGER) : 0;
	return (one: Candidate, other: Candidate) =>
		Number(owes(one, rules)) - Number(owes(other, rules)) ||
		positionOf(one) - positionOf(other) ||
		byEntry(one, other);
}

/** Whether an entry stands behind for what it has not paid. */
function owes({ paid }: Candidate, { isFinal, takesPayment }: PlaceRules): boolean {
	return isFinal && takesPayment && !paid;
}

/** Entries that share some places. @param inOrder in the order of the list */
function partOf<C extends Candidate>(inOrder: readonly C[], places: number, rules: PlaceRules): PlaceList<C> {
	const reasons = new Map(inOrder.map((entry) => [entry.id, heldBy(entry, rules)]));
	const takes = [...reasons.values()].filter((reason) => reason === "flown" || reason === "hand").length;
	let left = places - takes;
	const placed: Placed<C>[] = [];
	const without: C[] = [];
	for (const entry of inOrder) {
		const held = reasons.get(entry.id);
		if (held) placed.push({ entry, reason: held });
		else if (entry.placeByHand !== "waits" && left > 0) {
			left -= 1;
			placed.push({ entry, reason: "policy" });
		} else without.push(entry);
	}
	return { placed, waiting: queueOf(without, rules) };
}

function queueOf<C extends Candidate>(without: readonly C[], rules: PlaceRules): readonly Waiting<C>[] {
	const isByHand = ({ placeByHand }: C) => placeByHand === "waits";
	return [...without.filter((entry) => !isByHand(entry)), ...without.filter(isByHand)].map(
		(entry, index) => ({
			entry,
			queuePlace: index + 1,
			reason: isByHand(entry) ? "hand" : owes(entry, rules) ? "unpaid" : "full",
		}),
	);
}

/** Why a place is an entry's whatever its order; null for one that takes its turn. */
function heldBy(entry: Candidate, rules: PlaceRules): Exclude<Reason, "policy"> | null {
	const keeps = keepsPlace(entry);
	if (entry.placeByHand === "place") return "hand";
	const isWild = entry.isWildcard && entry.placeByHand === null && rules.admission.policy === "by-ranking";
	if (isWild && (keeps || !owes(entry, rules))) return "wildcard";
	return keeps ? "flown" : null;
}
