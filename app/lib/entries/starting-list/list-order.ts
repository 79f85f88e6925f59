import { compareNames } from "~/lib/i18n/collate";

/** What decides an entry's place in the list. */
export interface Ordered {
	readonly startNumber: string;
	readonly isReserve: boolean;
	readonly createdAt: Date;
	readonly number: number;
}

/** By time of entry; the number decides between entries of the same instant. */
export function byEntry(a: Ordered, b: Ordered): number {
	return a.createdAt.getTime() - b.createdAt.getTime() || a.number - b.number;
}

/** By start number in natural order: 7, 7K, 12. */
export function byStartNumberThenEntry(a: Ordered, b: Ordered): number {
	return compareNames(a.startNumber, b.startNumber) || byEntry(a, b);
}

/** The order of the starting list: starters by start number, then reserves by time of entry. */
export function listOrder(a: Ordered, b: Ordered): number {
	if (a.isReserve !== b.isReserve) return a.isReserve ? 1 : -1;
	return a.isReserve ? byEntry(a, b) : byStartNumberThenEntry(a, b);
}
