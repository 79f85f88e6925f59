import { memoise } from "~/lib/memoise";

/** Time zone of competition days and of all times on pages. */
export const timeZone = "Europe/Prague";

const pragueParts = new Intl.DateTimeFormat("en-GB", {
	timeZone,
	year: "numeric",
	month: "2-digit",
	day: "2-digit",
});

const hourMilliseconds = 60 * 60 * 1000;
export const dayMilliseconds = 24 * hourMilliseconds;

/** The date of an hour, counted since 1970. Whole hours suffice: Prague has been whole hours ahead of UTC since 1891. */
const dateOfHour = memoise((hour: number): string => {
	const parts = pragueParts.formatToParts(hour * hourMilliseconds);
	const { year = "", month, day } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
	return `${year.padStart(4, "0")}-${month}-${day}`;
});

/** The local date in Prague, `YYYY-MM-DD`. */
export function pragueDate(now: Date): string {
	return dateOfHour(Math.floor(now.getTime() / hourMilliseconds));
}

/**
 * Noon UTC of a local date, which is an instant of the same date in Prague.
 * @param date `YYYY-MM-DD`
 */
export function middayOf(date: string): Date {
	return new Date(`${date}T12:00:00Z`);
}

/**
 * The first instant of a local date in Prague.
 * @param date `YYYY-MM-DD`
 */
export function startOfDay(date: string): Date {
	const midnight = new Date(`${date}T00:00:00Z`).getTime();
	// Prague is one hour ahead of UTC, two in summer; the clocks never change at midnight.
	const inSummer = new Date(midnight - 2 * hourMilliseconds);
	return pragueDate(inSummer) === date ? inSummer : new Date(midnight - hourMilliseconds);
}

/**
 * The instant of a time of day in Prague. It is counted from the end of the day, so that it is right when the clocks have changed.
 * @param date `YYYY-MM-DD`
 * @param seconds on the clock since midnight, of a time after three in the morning
 */
export function instantOf(date: string, seconds: number): Date {
	return new Date(startOfDay(addDays(date, 1)).getTime() - dayMilliseconds + seconds * 1000);
}

const pragueMinute = new Intl.DateTimeFormat("en-GB", {
	timeZone,
	year: "numeric",
	month: "2-digit",
	day: "2-digit",
	hour: "2-digit",
	minute: "2-digit",
	hourCycle: "h23",
});

/** `YYYY-MM-DDTHH:MM` in Prague, as a field of the type `datetime-local` has it. */
export function localMinute(instant: Date): string {
	const parts = pragueMinute.formatToParts(instant).map(({ type, value }) => [type, value]);
	const { year = "", month, day, hour, minute } = Object.fromEntries(parts);
	return `${year.padStart(4, "0")}-${month}-${day}T${hour}:${minute}`;
}

/**
 * The instant of a local date and time in Prague, at any time of the day; null for one that is not there, such as an hour that the clocks
 * leave out in spring. Of an hour that they have twice in autumn it is the second one.
 * @param text `YYYY-MM-DDTHH:MM`
 */
export function instantOfLocal(text: string): Date | null {
	const inUtc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
	if (Number.isNaN(inUtc)) return null;
	const inWinterAndSummer = [1, 2].map((hours) => new Date(inUtc - hours * hourMilliseconds));
	return inWinterAndSummer.find((instant) => localMinute(instant) === text) ?? null;
}

/**
 * @param date `YYYY-MM-DD`
 * @param days calendar days, regardless of daylight saving; may be negative
 */
export function addDays(date: string, days: number): string {
	return new Date(middayOf(date).getTime() + days * dayMilliseconds).toISOString().slice(0, 10);
}

/** The same weekday nearest to the same date of another year. @param date `YYYY-MM-DD` */
export function sameWeekdayOf(year: number, date: string): string {
	const sameDate = `${year}${date.slice(4)}`;
	const shift = (middayOf(date).getUTCDay() - middayOf(sameDate).getUTCDay() + 7) % 7;
	return addDays(sameDate, shift > 3 ? shift - 7 : shift);
}

/** Every date from the first to the last, both included; empty when the last is before the first. */
export function datesBetween(from: string, to: string): string[] {
	const dates: string[] = [];
	for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
	return dates;
}
