import { compareNames } from "~/lib/i18n/collate";
import { byStartNumberThenEntry, listOrder, type Ordered } from "./list-order";

/** The first is the list's own order. */
export const listSorts = ["startNumber", "name", "aeroclub", "glider"] as const;
export type ListSort = (typeof listSorts)[number];

export function isListSort(value: unknown): value is ListSort {
	return listSorts.some((sort) => sort === value);
}

interface Sorted extends Ordered {
	readonly name: string;
	readonly surname: string;
	readonly aeroclub: string;
	readonly gliderName: string;
}

const keys: Record<Exclude<ListSort, "startNumber">, (entry: Sorted) => string> = {
	name: ({ surname, name }) => `${surname} ${name}`,
	aeroclub: ({ aeroclub }) => aeroclub,
	glider: ({ gliderName }) => gliderName,
};

/**
 * Reserves stay last, by time of entry: that is their place in the queue.
 * @param entries in `listOrder`
 */
export function sortEntries<E extends Sorted>(entries: readonly E[], sort: ListSort): readonly E[] {
	if (sort === "startNumber") return entries;
	const key = keys[sort];
	return entries.toSorted((a, b) =>
		a.isReserve || b.isReserve
			? listOrder(a, b)
			: compareNames(key(a), key(b)) || byStartNumberThenEntry(a, b),
	);
}
