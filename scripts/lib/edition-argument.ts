import { editionOfYear, editions, newestEdition } from "~editions/index";
import type { Edition } from "~editions/schema";
import { Stop } from "./stop.mjs";

/** The edition of `--edition <year>`, by default the newest one. */
export function editionOfArgument(year: string | undefined): Edition {
	if (year === undefined) return newestEdition;
	const edition = editionOfYear(Number(year));
	if (edition) return edition;
	throw new Stop(`There is no edition ${year}, only ${editions.map((known) => known.year).join(", ")}.`);
}
