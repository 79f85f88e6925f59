import type { StatusOrNone } from "~/components/status-chip";
import type { CompetitorState } from "~db/enums";

/** Who needs help comes first, then who still flies; of the list. */
export const listOrder: readonly StatusOrNone[] = ["OUTLANDING", "FLYING", "none", "HOME", "DNF"];

/** Who may need help comes first, also those of whom nothing is known; who is back comes last. Of the board on a projector. */
export const boardOrder: readonly StatusOrNone[] = ["OUTLANDING", "none", "FLYING", "DNF", "HOME"];

/** Those under way come first; of the counts. */
export const countOrder: readonly StatusOrNone[] = ["FLYING", "OUTLANDING", "HOME", "DNF", "none"];

/** Sorts rows by their statuses. Rows of one status stay in their order. */
export function inOrder<R extends { readonly status: CompetitorState | null }>(
	rows: readonly R[],
	order: readonly StatusOrNone[],
): R[] {
	const place = ({ status }: R) => order.indexOf(status ?? "none");
	return rows.toSorted((one, other) => place(one) - place(other));
}
