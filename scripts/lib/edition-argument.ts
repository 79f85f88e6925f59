import { editionOfYear, editions, newestEdition } from "~editions/index";
import type { Edition } from "~editions/schema";
import { openedQuery, openedYears } from "./opened-years";
import { Stop } from "./stop.mjs";
import { executeSql } from "./wrangler";

/** The edition of `--edition <year>`, by default the newest one that is no draft there. */
export async function editionOfArgument(
	year: string | undefined,
	where: "local" | "remote",
): Promise<Edition> {
	if (year === undefined) {
		const query = async (asked: number) => (await executeSql(asked, openedQuery, where)).at(-1) ?? [];
		return newestEdition(await openedYears(query));
	}
	const edition = editionOfYear(Number(year));
	if (edition) return edition;
	throw new Stop(`There is no edition ${year}, only ${editions.map((known) => known.year).join(", ")}.`);
}
