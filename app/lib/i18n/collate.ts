/*
 * Lists of names are in Czech order whatever the language of the page: the names are the same in both.
 */
const collator = new Intl.Collator("cs", { numeric: true });

/** Compares two names by Czech collation; numbers in them count as numbers. */
export function compareNames(a: string, b: string): number {
	return collator.compare(a, b);
}
