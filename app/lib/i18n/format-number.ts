import type { Language } from "./language";

const locales: Record<Language, string> = { cs: "cs", en: "en-GB" };

/** Caches formats: constructing one takes longer than formatting a hundred numbers. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(language: Language, least: number, most: number): Intl.NumberFormat {
	const key = `${language} ${least} ${most}`;
	const cached = formats.get(key);
	if (cached) return cached;
	const format = new Intl.NumberFormat(locales[language], {
		minimumFractionDigits: least,
		maximumFractionDigits: most,
	});
	formats.set(key, format);
	return format;
}

/** An amount of money; whole amounts have no decimals. @param currency ISO 4217 */
export function formatAmount(amount: number, currency: string, language: Language): string {
	return new Intl.NumberFormat(locales[language], {
		style: "currency",
		currency,
		minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
	}).format(amount);
}

/** A pressure in hPa as an altimeter shows it: "1017", never "1,017". */
export function formatPressure(value: number, language: Language): string {
	return new Intl.NumberFormat(locales[language], { maximumFractionDigits: 2, useGrouping: false }).format(
		value,
	);
}

/** Frequencies of the airband, with two or three decimals, as people type them in either language. */
const frequency = /(?<![\d.,])(1[0-3]\d)[.,](\d{2,3})(?![\d.,])/g;

/** A typed text whose frequencies in MHz have the decimal mark of the reader's language. */
export function withFrequencies(text: string, language: Language): string {
	return text.replace(frequency, language === "cs" ? "$1,$2" : "$1.$2");
}

/** @param fractionDigits exact number of decimals, or the least and the greatest number */
export function formatNumber(
	value: number,
	language: Language,
	fractionDigits: number | readonly [least: number, most: number] = 0,
): string {
	const [least, most] =
		typeof fractionDigits === "number" ? [fractionDigits, fractionDigits] : fractionDigits;
	return formatOf(language, least, most).format(value);
}

/**
 * A speed rounded to hundredths, as official results state it. All places round it this way first: without it one would show 99.0
 * and another 99.1.
 */
export function statedSpeed(kmh: number): number {
	return Math.round(kmh * 100) / 100;
}

export function formatSpeed(kmh: number, language: Language, digits = 1): string {
	return formatNumber(statedSpeed(kmh), language, digits);
}

/** Least and greatest number of decimals of a handicap. */
export const handicapDigits = [3, 4] as const;

/** A handicap, the factor of the scoring: "1.052". */
export function formatHandicap(factor: number, language: Language): string {
	return formatNumber(factor, language, handicapDigits);
}

/** "95 s", from two minutes on "38 min 15 s". @param seconds whole */
export function formatSeconds(seconds: number, language: Language): string {
	const [minutes, rest] = seconds < 120 ? [0, seconds] : [Math.floor(seconds / 60), seconds % 60];
	const parts = [
		...(minutes > 0 ? [`${formatNumber(minutes, language)}\u00a0min`] : []),
		...(rest > 0 || minutes === 0 ? [`${formatNumber(rest, language)}\u00a0s`] : []),
	];
	return parts.join("\u00a0");
}

/** Points with a decimal when they have one. */
export function formatPoints(points: number, language: Language): string {
	return formatNumber(points, language, [0, 1]);
}

/** Kilometres of a distance in metres. @param decimals as of `formatNumber`, where one is too few or too many */
export function formatKilometres(
	metres: number,
	language: Language,
	{ decimals = 1 }: { readonly decimals?: number | readonly [least: number, most: number] } = {},
): string {
	return formatNumber(metres / 1000, language, decimals);
}

/** The fewest decimals that show all values of a column as `most` decimals would. */
export function columnDigits(
	values: readonly (number | null)[],
	[least, most]: readonly [least: number, most: number],
): number {
	let digits = least;
	const shows = (value: number | null) =>
		value === null || Number(value.toFixed(digits)) === Number(value.toFixed(most));
	while (digits < most && !values.every(shows)) digits++;
	return digits;
}

const units = ["B", "kB", "MB", "GB"] as const;

/**
 * Formats a size in decimal units (1 kB is 1,000 bytes), with at most one decimal place and a no-break space before the unit: `1,2
 * MB` in Czech, `1.2 MB` in English.
 * @param bytes not negative
 */
export function formatSize(bytes: number, language: Language): string {
	let value = bytes;
	let unit = 0;
	// A value that rounds to 1,000 of a unit is shown as 1 of the next unit.
	while (Math.round(value * 10) / 10 >= 1000 && unit < units.length - 1) {
		value /= 1000;
		unit += 1;
	}
	return `${formatNumber(value, language, [0, unit === 0 ? 0 : 1])}\u00a0${units[unit]}`;
}
