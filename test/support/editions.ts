import { editions as configured } from "../../editions/index";
import { newestOf, parseEditions } from "../../editions/parse";
import type { Edition } from "../../editions/schema";

/*
 * What tests in Node and workerd find in `~editions/index`: the editions until 2025, of which the last is open, and no practice. A new year
 * changes no test and closes no edition that tests enter.
 */

const lastYear = 2025;

export function editionsOfTests(all: readonly Edition[]) {
	return parseEditions(all.filter(({ year, practice }) => year <= lastYear && !practice));
}

export const editions = editionsOfTests(configured);

export const newestEdition = newestOf(editions);

export function editionOfYear(year: number): Edition | undefined {
	return editions.find((edition) => edition.year === year);
}
