import type { Ctx } from "~/lib/context";
import { dayPath } from "~/lib/editions/competition-day";
import { editionOrigin } from "~/lib/editions/edition-hosts";
import { dayMilliseconds } from "~/lib/editions/prague-time";
import { dayName } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { allDays } from "./days-queries.server";

interface CalendarEvent {
	readonly id: string;
	/** Local date `YYYY-MM-DD` of an all-day event, or the instant of a short one. */
	readonly date: string | Date;
	readonly summary: string;
	readonly description?: string;
	readonly updatedAt: Date;
	/** Absolute address. */
	readonly url: string;
}

export interface Calendar {
	readonly name: string;
	/** Host of the edition, part of every event's UID. */
	readonly host: string;
	readonly location: string;
	readonly events: readonly CalendarEvent[];
}

/** Length in octets (RFC 5545, 3.1). */
const longestLine = 75;

/** Writes an iCalendar file (RFC 5545). It leaves out events with an invalid date. */
export function calendarIcs({ name, host, location, events }: Calendar): string {
	const lines = [
		"BEGIN:VCALENDAR",
		"VERSION:2.0",
		`PRODID:-//${escapeText(host)}//Competition days//EN`,
		"CALSCALE:GREGORIAN",
		"METHOD:PUBLISH",
		`X-WR-CALNAME:${escapeText(name)}`,
		...events.flatMap((event) => eventLines(event, host, location)),
		"END:VCALENDAR",
	];
	return lines.map((line) => `${fold(line)}\r\n`).join("");
}

function eventLines(event: CalendarEvent, host: string, location: string): string[] {
	const time = timeLines(event.date);
	if (!time) return [];
	return [
		"BEGIN:VEVENT",
		`UID:${escapeText(event.id)}@${host}`,
		`DTSTAMP:${dateTime(event.updatedAt)}`,
		`LAST-MODIFIED:${dateTime(event.updatedAt)}`,
		...time,
		`SUMMARY:${escapeText(event.summary)}`,
		...(event.description ? [`DESCRIPTION:${escapeText(event.description)}`] : []),
		`LOCATION:${escapeText(location)}`,
		`URL:${event.url}`,
		"STATUS:CONFIRMED",
		"TRANSP:TRANSPARENT",
		"END:VEVENT",
	];
}

/** The lines of an event's times; null for an invalid date. */
function timeLines(date: CalendarEvent["date"]): string[] | null {
	// An event without an end is a moment.
	if (date instanceof Date) return [`DTSTART:${dateTime(date)}`];
	const start = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
	if (Number.isNaN(start)) return null;
	return [
		`DTSTART;VALUE=DATE:${basicDate(start)}`,
		// An all-day event ends on the day after its last day.
		`DTEND;VALUE=DATE:${basicDate(start + dayMilliseconds)}`,
	];
}

function basicDate(time: number): string {
	return new Date(time).toISOString().slice(0, 10).replaceAll("-", "");
}

function dateTime(time: Date): string {
	return `${time.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

/** Escapes a TEXT value (RFC 5545, 3.3.11) and drops control characters, which it must not contain. */
function escapeText(text: string): string {
	return (
		text
			.replace(/[\\;,]/g, "\\$&")
			.replace(/\r\n|\r|\n/g, "\\n")
			// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to drop
			.replace(/[\u0000-\u0008\u000B-\u001F\u007F]|\p{Surrogate}/gu, "")
	);
}

/** Folds a long line between two characters. */
function fold(line: string): string {
	const encoder = new TextEncoder();
	let folded = "";
	let octets = 0;
	for (const char of line) {
		const length = encoder.encode(char).byteLength;
		if (octets + length > longestLine) {
			folded += "\r\n ";
			octets = 1;
		}
		folded += char;
		octets += length;
	}
	return folded;
}

/**
 * Writes the calendar in the reader's language. The description of each event says its task status, and where to read what became
 * of it.
 */
export async function readCalendar(ctx: Ctx): Promise<string> {
	const { t } = textsOf(ctx.language);
	const days = await allDays(ctx.db);
	const origin = editionOrigin(ctx.edition, ctx.settings);
	const events = days.map(({ id, name, date, task, updatedAt }) => {
		const url = `${origin}${dayPath(ctx.edition, date)}`;
		return {
			id,
			date,
			updatedAt,
			summary: `${ctx.edition.title}: ${dayName(t, name)}`,
			description: `${t(`competitionDay.task.${task}`)}\n${url}`,
			url,
		};
	});
	return calendarOf(ctx, events);
}

/** The calendar with nothing but the moment at which signup opens. */
export function signupCalendar(ctx: Ctx): string {
	const { title, competition } = ctx.edition;
	const { t } = textsOf(ctx.language);
	const event = {
		id: "signup",
		date: new Date(competition.signupSince),
		updatedAt: ctx.now,
		summary: `${title}: ${t("calendar.signupOpens")}`,
		url: `${editionOrigin(ctx.edition, ctx.settings)}/signup`,
	};
	return calendarOf(ctx, [event]);
}

function calendarOf({ edition, language, settings }: Ctx, events: readonly CalendarEvent[]) {
	const origin = editionOrigin(edition, settings);
	return calendarIcs({
		name: edition.title,
		host: new URL(origin).host,
		location: edition.place[language],
		events,
	});
}
