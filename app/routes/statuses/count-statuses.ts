import type { StatusOrNone } from "~/components/status-chip";
import type { CompetitorState } from "~db/enums";

export interface StatusCount {
	readonly status: StatusOrNone;
	readonly count: number;
}

const inOrder: readonly StatusOrNone[] = ["FLYING", "OUTLANDING", "HOME", "DNF", "none"];

/** Competitors still under way first; those without a status only if there are any. */
export function countStatuses(
	statuses: readonly { readonly status: CompetitorState | null }[],
): StatusCount[] {
	return inOrder
		.map((wanted) => ({
			status: wanted,
			count: statuses.filter(({ status }) => (status ?? "none") === wanted).length,
		}))
		.filter(({ status, count }) => status !== "none" || count > 0);
}
