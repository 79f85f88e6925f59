import { editionOfYear, editions, newestEdition } from "~editions/index";
import type { Edition } from "~editions/schema";
import { openedQuery, openedYears } from "./opened-years";
import { Stop } from "./stop.mjs";

type Execute = (year: number, sql: string) => Promise<Record<string, unknown>[][]>;

/** The edition of `--edition <year>`, by default the newest one that is no draft there. @param execute statements there */
export async function editionOfArgument(year: string | undefined, execute: Execute): Promise<Edition> {
	if (year !== undefined) return requireEdition(year);
	const query = async (asked: number) => (await execute(asked, openedQuery)).at(-1) ?? [];
	return newestEdition(await openedYears(query));
}

/** @throws Stop when there is no such edition */
export function requireEdition(year: string): Edition {
	const edition = editionOfYear(Number(year));
	if (edition) return edition;
	throw new Stop(`There is no edition ${year}, only ${editions.map((known) => known.year).join(", ")}.`);
}
