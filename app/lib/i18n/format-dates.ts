import type { TFunction } from "i18next";
import { middayOf, pragueDate, timeZone } from "~/lib/editions/prague-time";
import { memoise } from "~/lib/memoise";
import type { Language } from "./language";

/*
 * Dates and times in Prague. No-break spaces join day, month and year, except in the dates of a competition, which the
 * style sheet does not break.
 */

const joint = "\u00A0";

type Fields = Readonly<Record<"weekday" | "day" | "month" | "year" | "hour" | "minute", string>>;

const minuteMilliseconds = 60_000;

/**
 * Caches the fields of a minute since 1970. A page writes the same few dates for every reader, and formatting one takes as long as
 * rendering twenty rows.
 */
function fieldsIn(locale: string, month: "numeric" | "long"): (minute: number) => Fields {
	const format = new Intl.DateTimeFormat(locale, {
		timeZone,
		weekday: "long",
		day: "numeric",
		month,
		year: "numeric",
		hour: "2-digit",
		minute: "2-digit",
		hourCycle: "h23",
	});
	return memoise((minute) => {
		const parts = format.formatToParts(minute * minuteMilliseconds);
		return Object.fromEntries(parts.map(({ type, value }) => [type, value.replace(/\.$/, "")])) as Fields;
	});
}

const fieldsOfMinute = { cs: fieldsIn("cs", "numeric"), en: fieldsIn("en-GB", "long") };

function fieldsOf(instant: Date, language: Language): Fields {
	return fieldsOfMinute[language](Math.floor(instant.getTime() / minuteMilliseconds));
}

function dateOf({ day, month, year }: Pick<Fields, "day" | "month" | "year">, language: Language): string {
	const parts = language === "cs" ? [`${day}.`, `${month}.`, year] : [day, month, year];
	return parts.filter(Boolean).join(joint);
}

/**
 * First and last day of a competition: `12. 7. – 20. 7. 2025`; in English `12–20 July 2025`, with both
 * months when they differ.
 * @param from local date `YYYY-MM-DD`
 * @param to local date `YYYY-MM-DD`
 */
export function formatCompetitionDates(from: string, to: string, language: Language): string {
	const first = fieldsOf(middayOf(from), language);
	const last = fieldsOf(middayOf(to), language);
	if (language === "cs") return `${first.day}. ${first.month}. – ${last.day}. ${last.month}. ${last.year}`;
	const end = `${last.day} ${last.month} ${last.year}`;
	return first.month === last.month ? `${first.day}–${end}` : `${first.day} ${first.month} – ${end}`;
}

/** `1. 3. 2025 12:00`; in English `1 March 2025, 12:00`. */
export function formatDayAndTime(instant: Date, language: Language): string {
	const fields = fieldsOf(instant, language);
	return `${dateOf(fields, language)}${language === "cs" ? "" : ","} ${fields.hour}:${fields.minute}`;
}

/** When a document or a news item changed: `sobota 12. 7. 2025 18:05`; in English `Saturday 12 July 2025, 18:05`. */
export function formatChangeTime(instant: Date, language: Language): string {
	return `${fieldsOf(instant, language).weekday} ${formatDayAndTime(instant, language)}`;
}

/**
 * A competition day within its year: `sobota 12. 7.`; in English `Saturday 12 July`.
 * @param date local date `YYYY-MM-DD`
 */
export function formatDay(date: string, language: Language): string {
	const { weekday, ...fields } = fieldsOf(middayOf(date), language);
	return `${weekday} ${dateOf({ ...fields, year: "" }, language)}`;
}

/** The weekday of a date in short: `so`; in English `Sat`. */
export function formatWeekday(date: string, language: Language): string {
	return fieldsOf(middayOf(date), language).weekday.slice(0, language === "cs" ? 2 : 3);
}

/** A competition day in a narrow column: `so 12. 7.`; in English `Sat 12 July`. @param date local date `YYYY-MM-DD` */
export function formatShortDay(date: string, language: Language): string {
	return `${formatWeekday(date, language)} ${formatDayOf(middayOf(date), language)}`;
}

/** The day of an instant within its year: `1. 3.`; in English `1 March`. */
export function formatDayOf(instant: Date, language: Language): string {
	return dateOf({ ...fieldsOf(instant, language), year: "" }, language);
}

/** `18:05` in both languages. */
export function formatTime(instant: Date, language: Language): string {
	const { hour, minute } = fieldsOf(instant, language);
	return `${hour}:${minute}`;
}

/** The time of an instant, with its day where that is another one. @param date local date of the day that is shown */
export function formatTimeOn(date: string, instant: Date, language: Language): string {
	return (pragueDate(instant) === date ? formatTime : formatChangeTime)(instant, language);
}

/** `18:05:31` in both languages. */
export function formatClock(instant: Date, language: Language): string {
	return `${formatTime(instant, language)}:${String(instant.getUTCSeconds()).padStart(2, "0")}`;
}

/**
 * A date of any year: `12. 7. 2025`; in English `12 July 2025`.
 * @param date local date `YYYY-MM-DD`
 */
export function formatDate(date: string, language: Language): string {
	return dateOf(fieldsOf(middayOf(date), language), language);
}

/** The number of "Den 3"; undefined for other names. */
export function dayNumber(name: string): string | undefined {
	return /^Den (\d+)$/.exec(name)?.[1];
}

/** Translates "Den 3" to "Day 3"; other names stay. */
export function dayName(t: TFunction, name: string): string {
	const number = dayNumber(name);
	return number ? t("competitionDay.name", { number }) : name;
}

/** Returns `Day 3, Thursday 17 July`. */
export function dayAndDate(
	t: TFunction,
	day: { readonly name: string; readonly date: string },
	language: Language,
): string {
	return `${dayName(t, day.name)}, ${formatDay(day.date, language)}`;
}
