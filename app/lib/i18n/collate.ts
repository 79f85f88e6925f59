/** Sorts by Czech rules in both languages, because the names are the same. Digits in names are compared as numbers. */
const collator = new Intl.Collator("cs", { numeric: true });

export function compareNames(a: string, b: string): number {
	return collator.compare(a, b);
}

interface Competitor {
	readonly startNumber: string;
	readonly name: string;
	readonly surname: string;
}

/** Sorts by start number, for example 7, 12, AB. */
export function sortedByStartNumber<C extends Competitor>(competitors: readonly C[]): C[] {
	return competitors.toSorted(
		(a, b) =>
			compareNames(a.startNumber, b.startNumber) ||
			compareNames(a.surname, b.surname) ||
			compareNames(a.name, b.name),
	);
}

/** A competitor as a choice of a field: `7 – Nováková Jana`. */
export function pilotOption({ id, startNumber, name, surname }: Competitor & { readonly id: string }) {
	return { value: id, label: `${startNumber} – ${surname} ${name}` };
}

/** A start number for comparing and for joining results: it is the same however its letters and spaces are written. */
export function foldedNumber(startNumber: string): string {
	return startNumber.replace(/\s/g, "").toUpperCase();
}
