import { edition2025 } from "./2025";
import { newestOf, parseEditions } from "./parse";
import { pastYears } from "./past-years";
import type { Edition } from "./schema";

/** Oldest first. The import of this module fails when a configuration is wrong. */
export const editions = parseEditions([...pastYears, edition2025]);

/** The edition of the main domain. @param opened the years that organisers have opened, of the editions that start as drafts */
export function newestEdition(opened?: ReadonlySet<number>): Edition {
	return newestOf(editions, opened);
}

export function editionOfYear(year: number): Edition | undefined {
	return editions.find((edition) => edition.year === year);
}
