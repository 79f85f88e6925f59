export interface CalendarDay {
	id: string;
	/** `YYYY-MM-DD`, the local date. */
	date: string;
	summary: string;
	description?: string;
	cancelled?: boolean;
	updatedAt: Date;
}

export interface Calendar {
	name: string;
	/** Host of the edition; it makes the identifiers of the events unique. */
	host: string;
	location: string;
	/** Absolute address of the page about the days. */
	url: string;
	days: CalendarDay[];
}

const MAX_LINE_OCTETS = 75;
const DAY_MS = 86_400_000;

/** The competition days as an iCalendar file (RFC 5545) of all-day events. A day whose date is no date is left out. */
export function calendarIcs({ name, host, location, url, days }: Calendar): string {
	const lines = [
		"BEGIN:VCALENDAR",
		"VERSION:2.0",
		`PRODID:-//${escapeText(host)}//Competition days//EN`,
		"CALSCALE:GREGORIAN",
		"METHOD:PUBLISH",
		`X-WR-CALNAME:${escapeText(name)}`,
		...days.flatMap((day) => eventLines(day, host, location, url)),
		"END:VCALENDAR",
	];
	return lines.map((line) => `${fold(line)}\r\n`).join("");
}

function eventLines(day: CalendarDay, host: string, location: string, url: string): string[] {
	const start = /^\d{4}-\d{2}-\d{2}$/.test(day.date) ? Date.parse(`${day.date}T00:00:00Z`) : Number.NaN;
	if (Number.isNaN(start)) return [];
	return [
		"BEGIN:VEVENT",
		`UID:${escapeText(day.id)}@${host}`,
		`DTSTAMP:${dateTime(day.updatedAt)}`,
		`LAST-MODIFIED:${dateTime(day.updatedAt)}`,
		`DTSTART;VALUE=DATE:${basicDate(start)}`,
		// The end of an all-day event is the first day after it.
		`DTEND;VALUE=DATE:${basicDate(start + DAY_MS)}`,
		`SUMMARY:${escapeText(day.summary)}`,
		...(day.description ? [`DESCRIPTION:${escapeText(day.description)}`] : []),
		`LOCATION:${escapeText(location)}`,
		`URL:${url}`,
		`STATUS:${day.cancelled ? "CANCELLED" : "CONFIRMED"}`,
		"TRANSP:TRANSPARENT",
		"END:VEVENT",
	];
}

function basicDate(time: number): string {
	return new Date(time).toISOString().slice(0, 10).replaceAll("-", "");
}

function dateTime(time: Date): string {
	return `${time.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

/** Escapes a TEXT value (RFC 5545, 3.3.11) and drops control characters, which it cannot carry. */
function escapeText(text: string): string {
	return (
		text
			.replace(/[\\;,]/g, "\\$&")
			.replace(/\r\n|\r|\n/g, "\\n")
			// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to drop
			.replace(/[\u0000-\u0008\u000B-\u001F\u007F]|\p{Surrogate}/gu, "")
	);
}

/** Folds a content line so that no line is longer than 75 octets; a character is never split. */
function fold(line: string): string {
	const encoder = new TextEncoder();
	let folded = "";
	let octets = 0;
	for (const char of line) {
		const length = encoder.encode(char).byteLength;
		if (octets + length > MAX_LINE_OCTETS) {
			folded += "\r\n ";
			octets = 1;
		}
		folded += char;
		octets += length;
	}
	return folded;
}
