/*
 * Lists of names are in Czech order whatever the language of the page: the names are the same in both.
 */
const collator = new Intl.Collator("cs", { numeric: true });

/** Compares two names by Czech collation; numbers in them count as numbers. */
export function compareNames(a: string, b: string): number {
	return collator.compare(a, b);
}

interface Competitor {
	readonly startNumber: string;
	readonly name: string;
	readonly surname: string;
}

/** By start number, numbers in it as numbers: 7, 12, AB. */
export function byStartNumber<C extends Competitor>(competitors: readonly C[]): C[] {
	return competitors.toSorted(
		(a, b) =>
			compareNames(a.startNumber, b.startNumber) ||
			compareNames(a.surname, b.surname) ||
			compareNames(a.name, b.name),
	);
}
