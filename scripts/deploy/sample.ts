import type { Edition } from "~editions/schema";

/** What only the sample has: hosts that nobody can own, its airfield, account, people and telephone numbers. */
const ofSample =
	/\bexample\b|Lesnic|^49\.5312$|CZ6508000000192000145399|600\s158|Vránek|Zapletalová|Šípek|Termika Avionics|Kumulus|Kompozit/u;

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

/** The lines that a dry run prints about editions that are still those of the sample; none when there are none. */
export function sampleLines(editions: readonly Edition[]): string[] {
	return editions.flatMap((edition) => {
		const found = stillOfSample(edition).map(({ setting, value }) => `${setting} (${value})`);
		return found.length > 0 ? [`${edition.year}: ${found.join(", ")}`] : [];
	});
}

/** Texts and numbers, however deep they lie. */
function valuesIn(value: unknown): string[] {
	if (typeof value === "object" && value !== null) return Object.values(value).flatMap(valuesIn);
	return value === null || value === undefined ? [] : [String(value)];
}
