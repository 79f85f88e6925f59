import type { Position } from "./geodesy";

/** Length in characters. */
export const longestPosition = 80;

/**
 * Reads coordinates as people type and paste them: `49.7311, 15.2022`, `49°43.868′ N 15°12.132′ E`, `N49 43 52 E15 12 08`.
 * @returns null when the text is not a position
 */
export function readPosition(text: string): Position | null {
	const plain = text
		.toUpperCase()
		.replace(/[−–]/g, "-")
		// A comma between digits is a decimal comma, unless the text has points: then it separates the numbers.
		.replace(/(\d),(?=\d)/g, text.includes(".") ? "$1 " : "$1.");
	if (/[^\d\s.,;:°º'’′"”″NSEW+-]/.test(plain)) return null;
	const numbers = [...plain.matchAll(/[+-]?\d+(?:\.\d+)?/g)].map(([number]) => number);
	const half = numbers.length / 2;
	if (half !== 1 && half !== 2 && half !== 3) return null;
	const [one, other] = [degreesOf(numbers.slice(0, half)), degreesOf(numbers.slice(half))];
	const letters = plain.match(/[NSEW]/g) ?? ["N", "E"];
	const [first = "", second = ""] = letters;
	const isTurned = /[EW]/.test(first);
	if (one === null || other === null || letters.length !== 2 || isTurned === /[EW]/.test(second)) return null;
	const values = [one * signOf(first), other * signOf(second)] as const;
	const [latitude, longitude] = isTurned ? [values[1], values[0]] : values;
	return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

const signOf = (letter: string) => (/[SW]/.test(letter) ? -1 : 1);

/** @param parts degrees, then minutes and seconds where they are given */
function degreesOf(parts: readonly string[]): number | null {
	const [degrees = 0, minutes = 0, seconds = 0] = parts.map(Number);
	const hasSign = parts.slice(1).some((part) => /^[+-]/.test(part));
	if (hasSign || minutes >= 60 || seconds >= 60) return null;
	const size = Math.abs(degrees) + minutes / 60 + seconds / 3600;
	return parts[0]?.startsWith("-") ? -size : size;
}
