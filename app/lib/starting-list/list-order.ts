import { compareNames } from "~/lib/i18n/collate";

/** What the order of the list depends on. */
interface Ordered {
	readonly startNumber: string;
	readonly isReserve: boolean;
	readonly createdAt: Date;
	readonly number: number;
}

/** Orders in which visitors can have the list; the first is its own. */
export const listSorts = ["startNumber", "name", "aeroclub", "glider"] as const;
export type ListSort = (typeof listSorts)[number];

export function isListSort(value: unknown): value is ListSort {
	return listSorts.some((sort) => sort === value);
}

/** By time of entry; the number tells entries of the same instant apart. */
export function byEntry(a: Ordered, b: Ordered): number {
	return a.createdAt.getTime() - b.createdAt.getTime() || a.number - b.number;
}

/** Start numbers in natural order: 7, 7K, 12. */
function byStartNumber(a: Ordered, b: Ordered): number {
	return compareNames(a.startNumber, b.startNumber) || byEntry(a, b);
}

/** The order of the starting list: those who start by start number, then the reserves by time of entry. */
export function listOrder(a: Ordered, b: Ordered): number {
	if (a.isReserve !== b.isReserve) return a.isReserve ? 1 : -1;
	return a.isReserve ? byEntry(a, b) : byStartNumber(a, b);
}

interface Shown extends Ordered {
	readonly name: string;
	readonly surname: string;
	readonly aeroclub: string;
	readonly gliderName: string;
}

const keys: Record<Exclude<ListSort, "startNumber">, (entry: Shown) => string> = {
	name: ({ surname, name }) => `${surname} ${name}`,
	aeroclub: ({ aeroclub }) => aeroclub,
	glider: ({ gliderName }) => gliderName,
};

/**
 * Entries in the chosen order. Reserves stay behind, by time of entry, as that is their place in the queue.
 * @param entries in the order of the list
 */
export function sortEntries<E extends Shown>(entries: readonly E[], sort: ListSort): readonly E[] {
	if (sort === "startNumber") return entries;
	const key = keys[sort];
	return entries.toSorted((a, b) =>
		a.isReserve || b.isReserve ? listOrder(a, b) : compareNames(key(a), key(b)) || byStartNumber(a, b),
	);
}
