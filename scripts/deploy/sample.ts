import { groupedBy } from "~/lib/grouped-by";
import type { Edition } from "~editions/schema";

/** What only the sample has: hosts that nobody can own, its airfield, accounts, people and telephone numbers. */
const ofSample =
	/\bexample\b|Lesnic|^49\.5312$|CZ6508000000192000145399|DE89370400440532013000|600\s158|600\s000\s121|Vránek|Zapletalová|Šípek|Termika Avionics|Kumulus|Kompozit/u;

export interface SampleSetting {
	/** Key of the edition. */
	readonly setting: keyof Edition;
	/** The first value that shows it. */
	readonly value: string;
}

/** The settings of an edition that are still those of the sample, such as its account, people, addresses, albums and past years. */
export function stillOfSample(edition: Edition): SampleSetting[] {
	return (Object.keys(edition) as (keyof Edition)[]).flatMap((setting) => {
		const value = valuesIn(edition[setting]).find((text) => ofSample.test(text));
		return value === undefined ? [] : [{ setting, value }];
	});
}

/** Characters of a value that say which one it is. */
const longestValue = 60;

/**
 * The lines that a dry run prints about editions that are still those of the sample: each setting once for all years in which it has a
 * value. None when there are none.
 */
export function sampleLines(editions: readonly Edition[]): string[] {
	const lines = editions.flatMap((edition) =>
		stillOfSample(edition).map(({ setting, value }) => {
			const shown = value.length > longestValue ? `${value.slice(0, longestValue)}…` : value;
			return { line: `${setting} (${shown})`, year: edition.year };
		}),
	);
	return [...groupedBy(lines, ({ line }) => line)].map(
		([line, same]) => `${line}: ${same.map(({ year }) => year).join(", ")}`,
	);
}

/** Texts and numbers, however deep they lie. */
function valuesIn(value: unknown): string[] {
	if (typeof value === "object" && value !== null) return Object.values(value).flatMap(valuesIn);
	return value === null || value === undefined ? [] : [String(value)];
}
