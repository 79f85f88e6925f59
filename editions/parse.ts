import { z } from "zod";
import { type Edition, type EditionFile, editionSchema } from "./schema";

/**
 * Validates the configurations and sorts them, oldest first.
 * @throws Error with the year and the keys of wrong values, or with a year that is there twice
 */
export function parseEditions(configurations: readonly EditionFile[]): readonly [Edition, ...Edition[]] {
	const years = new Set<number>();
	const parsed = configurations.map((configuration) => {
		const result = editionSchema.safeParse(configuration);
		if (!result.success) {
			throw new Error(`The edition ${configuration.year} is wrong:\n${z.prettifyError(result.error)}`);
		}
		requireClasses(result.data);
		if (years.has(result.data.year)) throw new Error(`The edition ${result.data.year} stands there twice.`);
		years.add(result.data.year);
		return result.data;
	});
	const [oldest, ...younger] = parsed.sort((a, b) => a.year - b.year);
	if (!oldest || parsed.every(({ practice }) => practice))
		throw new Error("There must be at least one edition that is no practice.");
	for (const { year, archive } of parsed) requireNoPractice(year, archive, parsed);
	return [oldest, ...younger];
}

/**
 * Organisers may remove a class with what it costs and how many it takes; a file has no reason to name one that it does not have.
 * @throws Error when fees or places are those of no class
 */
function requireClasses({ year, classes, capacity, fees }: Edition): void {
	const named = { ...(capacity && "byClass" in capacity ? capacity.byClass : {}), ...fees?.byClass };
	const unknown = Object.keys(named).find((key) => classes.every(({ type }) => type !== key));
	if (unknown) throw new Error(`The edition ${year} is wrong: fees or places are those of ${unknown}.`);
}

/** @throws Error when the archive of a year leads to the host of a practice */
function requireNoPractice(year: number, archive: Edition["archive"], all: readonly Edition[]): void {
	const labels = archive.flatMap(({ url }) => new URL(url).hostname.split("."));
	const found = all.find((edition) => edition.practice && labels.includes(String(edition.year)));
	if (found)
		throw new Error(`The edition ${year} is wrong: ${found.year} is a practice and belongs in no archive.`);
}

/**
 * The edition of the main domain: the last one that is neither a practice nor a draft. Where all are drafts, as in a first deployment, it is
 * the first of them.
 * @param opened the years that organisers have opened, of the editions that start as drafts
 */
export function newestOf(all: readonly Edition[], opened: ReadonlySet<number> = new Set()): Edition {
	const years = all.filter(({ practice }) => !practice).sort((a, b) => a.year - b.year);
	const newest = years.findLast(({ year, startsAsDraft }) => !startsAsDraft || opened.has(year)) ?? years[0];
	if (!newest) throw new Error("There must be at least one edition that is no practice.");
	return newest;
}
