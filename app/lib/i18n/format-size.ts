import { formatNumber } from "./format-number";
import type { Language } from "./language";

const units = ["B", "kB", "MB", "GB"] as const;

/**
 * In decimal units (1 kB is 1,000 bytes), with at most one decimal place and a no-break space before the unit:
 * `1,2 MB` in Czech, `1.2 MB` in English.
 * @param bytes not negative
 */
export function formatSize(bytes: number, language: Language): string {
	let value = bytes;
	let unit = 0;
	// A value that rounds to 1,000 of a unit is 1 of the next unit.
	while (Math.round(value * 10) / 10 >= 1000 && unit < units.length - 1) {
		value /= 1000;
		unit += 1;
	}
	return `${formatNumber(value, language, [0, unit === 0 ? 0 : 1])}\u00a0${units[unit]}`;
}
