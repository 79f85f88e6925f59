/* How a telephone number is read, wherever somebody types one. */

/** The zero that is dialled within a country alone, behind its prefix: `+49 (0) 171`. */
const trunkZero = /^((?:\+|00)[0-9 /.-]+)\( ?0 ?\)/;
/** What people write between the digits of a number. */
const separators = /[/.()\-\u2010-\u2014\u2212]/g;

const singleSpaced = (text: string) => text.replace(/[ \u00A0\u202F]+/g, " ").trim();

/** Digits with spaces between them, whatever stood there. What is no number stays none. */
export function spacedPhone(typed: string): string {
	return singleSpaced(singleSpaced(typed).replace(trunkZero, "$1 ").replace(separators, " "));
}

/** The form that can be called from everywhere. A number of nine digits without a prefix is a Czech one, as people write it at home. */
export function internationalPhone(typed: string): string {
	const spaced = spacedPhone(typed).replace(/^00/, "+");
	const digits = spaced.replaceAll(" ", "");
	return /^[2-9]\d{8}$/.test(digits) ? `+420 ${digits.replace(/\d{3}(?=\d)/g, "$& ")}` : spaced;
}
