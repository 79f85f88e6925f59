import type { z } from "zod";
import * as archive from "./archive";
import * as common from "./common";
import { pastYears } from "./past-years";
import { type Capacity, type Edition, type EditionFile, editionSchema } from "./schema";

/** What is wrong in the files of the editions: a line each, with file, field and what is expected there. Commands show it without a stack. */
class WrongEdition extends Error {
	override name = "WrongEdition";
}

/**
 * Validates the configurations and sorts them, oldest first.
 * @throws WrongEdition with the file and the fields of wrong values, or with a year that is there twice
 */
export function parseEditions(configurations: readonly EditionFile[]): readonly [Edition, ...Edition[]] {
	const years = new Set<number>();
	const parsed = configurations.map((configuration) => {
		const result = editionSchema.safeParse(configuration);
		if (!result.success) throw new WrongEdition(complaintsOf(configuration, result.error.issues));
		const file = fileOf(configuration);
		requireClasses(result.data, file);
		if (years.has(result.data.year))
			throw new WrongEdition(
				`${file}: year: expected one of its own, ${result.data.year} stands there twice`,
			);
		years.add(result.data.year);
		return result.data;
	});
	const [oldest, ...younger] = parsed.sort((a, b) => a.year - b.year);
	if (!oldest || parsed.every(({ practice }) => practice))
		throw new WrongEdition("editions/index.ts: expected at least one edition that is no practice");
	for (const { year, archive: links } of parsed) requireNoPractice(year, links, parsed);
	return [oldest, ...younger];
}

function complaintsOf(configuration: EditionFile, issues: readonly z.core.$ZodIssue[]): string {
	return issues
		.map(({ path, message }) => {
			const [field] = path;
			const place = [fileOf(configuration, field), ...(path.length > 0 ? [path.join(".")] : [])].join(": ");
			return `${place}: ${message} (edition ${configuration.year})`;
		})
		.join("\n");
}

/** The file that has a field of an edition: its own, the table of years that are over, or what they share. */
function fileOf(configuration: EditionFile, field?: PropertyKey): string {
	const value = configuration[field as keyof EditionFile];
	const has = (shared: object) =>
		value !== undefined && (shared as EditionFile)[field as keyof EditionFile] === value;
	if (has(archive)) return "editions/archive.ts";
	if (pastYears.includes(configuration)) return "editions/past-years.ts";
	return has(common) ? "editions/common.ts" : `editions/${configuration.year}.ts`;
}

/**
 * Organisers may remove a class with what it costs and how many it takes; a file has no reason to name one that it does not have.
 * @throws WrongEdition when fees or places are those of no class
 */
function requireClasses({ classes, capacity, admission, fees }: Edition, file: string): void {
	const types = classes.map(({ type }) => type);
	const placesOf = (places: Capacity | undefined) => (places && "byClass" in places ? places.byClass : {});
	const named = {
		...{ "capacity.byClass": placesOf(capacity), "admission.places.byClass": placesOf(admission.places) },
		"fees.byClass": fees?.byClass ?? {},
	};
	for (const [field, byClass] of Object.entries(named)) {
		const unknown = Object.keys(byClass).find((key) => !types.includes(key));
		if (unknown)
			throw new WrongEdition(
				`${file}: ${field}.${unknown}: expected a class of the edition, one of ${types.join(", ")}`,
			);
	}
}

/** @throws WrongEdition when the archive of a year leads to the host of a practice */
function requireNoPractice(year: number, links: Edition["archive"], all: readonly Edition[]): void {
	const labels = links.flatMap(({ url }) => new URL(url).hostname.split("."));
	const found = all.find((edition) => edition.practice && labels.includes(String(edition.year)));
	if (found)
		throw new WrongEdition(
			`editions/archive.ts: archive: expected no practice, but ${found.year} is a practice (edition ${year})`,
		);
}

/**
 * The edition of the main domain: the last one that is neither a practice nor a draft. Where all are drafts, as in a first deployment, it is
 * the first of them.
 * @param opened the years that organisers have opened, of the editions that start as drafts
 */
export function newestOf(all: readonly Edition[], opened: ReadonlySet<number> = new Set()): Edition {
	const years = all.filter(({ practice }) => !practice).sort((a, b) => a.year - b.year);
	const newest = years.findLast(({ year, startsAsDraft }) => !startsAsDraft || opened.has(year)) ?? years[0];
	if (!newest) throw new WrongEdition("editions/index.ts: expected at least one edition that is no practice");
	return newest;
}
