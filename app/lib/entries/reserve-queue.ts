/*
 * An organiser moves the next reserve of a class up to its starters; nobody moves up by himself, whatever the time or the places.
 * Next is who entered first: acceptance, payment and the start number change nothing.
 */

/** The fields that decide who entered first. */
export interface EnteredAt {
	readonly createdAt: Date;
	readonly number: number;
}

/** Compares by time of entry. The number decides between entries of the same instant. */
export function byEntry(a: EnteredAt, b: EnteredAt): number {
	return a.createdAt.getTime() - b.createdAt.getTime() || a.number - b.number;
}

interface Reserve extends EnteredAt {
	readonly id: string;
}

/** Returns the places in the queue by id of the entry; the next one has place 1. @param reserves accepted ones of one class */
export function reserveQueue(reserves: readonly Reserve[]): ReadonlyMap<string, number> {
	return new Map(reserves.toSorted(byEntry).map(({ id }, index) => [id, index + 1]));
}
