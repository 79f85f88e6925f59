import { z } from "zod";
import { edition2020 } from "./2020";
import { edition2021 } from "./2021";
import { edition2022 } from "./2022";
import { edition2023 } from "./2023";
import { edition2024 } from "./2024";
import { edition2025 } from "./2025";
import { type Edition, editionSchema } from "./schema";

/**
 * Validates the configurations and sorts them, oldest first.
 * @throws Error with the year and the keys of wrong values, or with a year that is there twice
 */
export function parseEditions(configurations: readonly Edition[]): readonly [Edition, ...Edition[]] {
	const years = new Set<number>();
	const parsed = configurations.map((configuration) => {
		const result = editionSchema.safeParse(configuration);
		if (!result.success) {
			throw new Error(`editions/${configuration.year}.ts is wrong:\n${z.prettifyError(result.error)}`);
		}
		if (years.has(result.data.year)) throw new Error(`The edition ${result.data.year} stands there twice.`);
		years.add(result.data.year);
		return result.data;
	});
	const [oldest, ...younger] = parsed.sort((a, b) => a.year - b.year);
	if (!oldest) throw new Error("There must be at least one edition.");
	return [oldest, ...younger];
}

/** Oldest first. The import of this module fails when a configuration is wrong. */
export const editions = parseEditions([
	edition2020,
	edition2021,
	edition2022,
	edition2023,
	edition2024,
	edition2025,
]);

/** The edition of the main domain. */
export const newestEdition: Edition = editions.at(-1) ?? editions[0];

export function editionOfYear(year: number): Edition | undefined {
	return editions.find((edition) => edition.year === year);
}
