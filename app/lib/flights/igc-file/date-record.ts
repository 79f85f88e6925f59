import { byteAt, type IgcRecord, upper } from "./records";

/** `date` is null when the record holds no day of the calendar. */
export interface DateRecord {
	readonly date: string | null;
	readonly flightOfDay: number | null;
}

/**
 * Reads `HFDTE150717`, `HFDTEDATE:150717`, `HFDTEDATE:150717,01` and the like: source F, O or P, blanks between the
 * parts. Null for any other record.
 */
export function readDateRecord(bytes: Uint8Array, record: IgcRecord): DateRecord | null {
	const { start, end } = record;
	const code = [2, 3, 4].map((offset) => String.fromCharCode(upper(byteAt(bytes, start + offset)))).join("");
	if (end - start < 5 || code !== "DTE") return null;
	let position = start + 5;
	const nextNumber = () => {
		while (position < end && !isDigit(byteAt(bytes, position))) position++;
		const from = position;
		while (position < end && isDigit(byteAt(bytes, position))) position++;
		return String.fromCharCode(...bytes.subarray(from, Math.min(position, from + 9)));
	};
	const date = calendarDate(nextNumber());
	const flight = nextNumber();
	return { date, flightOfDay: flight.length > 0 && flight.length <= 3 ? Number(flight) || null : null };
}

/** `DDMMYY` as `YYYY-MM-DD`; 80 to 99 are years of the 20th century. Null for a day that does not exist. */
function calendarDate(digits: string): string | null {
	if (digits.length !== 6) return null;
	const day = Number(digits.slice(0, 2));
	const month = Number(digits.slice(2, 4));
	const shortYear = Number(digits.slice(4));
	const year = shortYear >= 80 ? 1900 + shortYear : 2000 + shortYear;
	// `Date` moves a day that does not exist into another month.
	const date = new Date(Date.UTC(year, month - 1, day));
	if (date.getUTCMonth() !== month - 1) return null;
	return date.toISOString().slice(0, 10);
}

function isDigit(code: number): boolean {
	return code >= 48 && code <= 57;
}
