import { dayNumber } from "~/lib/editions/day-path";
import { pragueDate } from "~/lib/editions/prague-time";
import type { Edition } from "~editions/schema";

/** Adds the competition day on which an item was written; null at other times. */
export function withDay<R extends { readonly createdAt: Date }>(
	edition: Pick<Edition, "competition">,
	items: readonly R[],
) {
	return items.map((item) => {
		const date = pragueDate(item.createdAt);
		return { ...item, day: date > edition.competition.to ? null : dayNumber(edition, date) };
	});
}
