import type { StatusOrNone } from "~/components/status-chip";
import type { PilotStatus } from "~db/enums";

/** The list begins with those who need help, and with those who still fly. */
export const listOrder: readonly StatusOrNone[] = ["OUTLANDING", "FLYING", "none", "HOME", "DNF"];

/** The board on a projector begins with those who may need help, also those of whom nothing is known, and ends with who is back. */
export const boardOrder: readonly StatusOrNone[] = ["OUTLANDING", "none", "FLYING", "DNF", "HOME"];

/** The counts begin with those under way. */
export const countOrder: readonly StatusOrNone[] = ["FLYING", "OUTLANDING", "HOME", "DNF", "none"];

/** Sorts rows by their statuses. Rows of one status stay in their order. */
export function sortedByStatus<R extends { readonly status: PilotStatus | null }>(
	rows: readonly R[],
	order: readonly StatusOrNone[],
): R[] {
	const place = ({ status }: R) => order.indexOf(status ?? "none");
	return rows.toSorted((one, other) => place(one) - place(other));
}
