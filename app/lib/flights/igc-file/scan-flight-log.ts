import type { FlightLogHeader, Recorder } from "~db/schema";
import {
	type Extensions,
	type FixTable,
	fixTable,
	mostFixes,
	noExtensions,
	readExtensionRecord,
	readFixRecord,
	shortestFix,
} from "./fix-records";
import type { FlightLogRefusal } from "./flight-log";
import { byteAt, type IgcRecord, readTime, upper, visitRecords } from "./records";

/** Everything that one pass over a file finds, before it is checked. */
interface FlightLogScan {
	recorder: Recorder | null;
	date: string | null;
	/** Line of the first date record without a real day. */
	invalidDateLine: number | undefined;
	/** The number in the date record, else that in the A record. */
	flightOfDay: number | null;
	header: UnfinishedHeader;
	table: FixTable;
	/** As in `FlightLog`. */
	events: number[];
	/** Of the first I record. */
	extensions: Extensions | null;
	/** The thing of which there is more than in any log, with the first line beyond the limit. */
	tooMuch: { readonly reason: FlightLogRefusal; readonly line: number } | null;
	unreadable: { count: number; firstLine: number | null };
	hasSignature: boolean;
	endsMidRecord: boolean;
}

/** The A record must be one of the first lines. */
const recorderWithinLines = 20;
/** Most header records that are read. Logs have some dozen. Reading one takes ten times as long as a fix. */
const mostHeaders = 2_000;
/** Most events that are read. A pilot presses three times, and a recorder writes some hundred. */
const mostEvents = 2_000;
/** A log with more unreadable records than this, and fewer readable fixes, is refused: the rest of it is not worth the time. */
const mostUnreadable = 100_000;

/** Letters of the records, as codes. */
const [recorder, fix, event, satellites, signature, header, extensions, extension] = [
	65, 66, 69, 70, 71, 72, 73, 75,
];
/** The letters of the format reach from A to P. */
const [firstLetter, lastLetter] = [65, 80];
/** Shortest lengths in bytes of records with a time, by letter. */
const shortestRecords: Readonly<Record<number, number>> = {
	[fix]: shortestFix,
	[event]: 10,
	[satellites]: 7,
	[extension]: 7,
};

/**
 * Scans a file. It ends early when the first lines hold no A record, when most of a large file is unreadable, or when there is too
 * much of something.
 */
export function scanFlightLog(bytes: Uint8Array): FlightLogScan {
	const scan = emptyScan(bytes);
	const text: TextLines = { likeFixes: 0, firstLine: null, isRecordAbove: false };
	/** Lengths in bytes of the last B record and of the one before it. */
	let [fixBytes, previousFixBytes] = [shortestFix, shortestFix];
	let isReadable = true;
	let [headers, events] = [0, 0];
	const stop = (reason: FlightLogRefusal, { line }: IgcRecord) => {
		scan.tooMuch = { reason, line };
		return false;
	};

	visitRecords(bytes, (record) => {
		if (scan.recorder === null && record.line > recorderWithinLines) return false;
		if (isText(bytes, record, text)) return !isMostlyUnreadable(scan, text);
		isReadable = true;
		if (record.letter === fix) {
			previousFixBytes = fixBytes;
			fixBytes = record.end - record.start;
			if (scan.table.length === mostFixes) return stop("tooManyFixes", record);
			countAsUnreadable(scan, text);
			isReadable = readFixRecord(bytes, record, scan.table, scan.extensions ?? noExtensions);
			if (!isReadable) {
				scan.unreadable.count++;
				scan.unreadable.firstLine ??= record.line;
				if (isMostlyUnreadable(scan, text)) return false;
			}
		} else if (record.letter === recorder) readRecorder(bytes, record, scan);
		else if (record.letter === header && headers++ < mostHeaders) readHeader(bytes, record, scan);
		else if (record.letter === event) {
			if (events++ === mostEvents) return stop("tooManyEvents", record);
			readEvent(bytes, record, scan);
		} else if (record.letter === extensions && scan.extensions === null) {
			scan.extensions = readExtensionRecord(bytes, record);
			if (scan.extensions === null) return stop("tooManyFields", record);
		} else if (record.letter === signature && record.end - record.start > 1) scan.hasSignature = true;
		// It holds at the end only if it is true of the last record.
		scan.endsMidRecord = isCutOff(record, previousFixBytes);
		return true;
	});

	// Below the fixes there may be the rest of a mail; a file of such lines alone is no log with a mail.
	if (text.likeFixes > scan.table.length) countAsUnreadable(scan, text);
	// A cut-off last record has its own warning, so it is not counted as unreadable.
	if (scan.endsMidRecord && !isReadable) {
		scan.unreadable.count--;
		if (scan.unreadable.count === 0) scan.unreadable.firstLine = null;
	}
	return scan;
}

function emptyScan(bytes: Uint8Array): FlightLogScan {
	return {
		recorder: null,
		date: null,
		invalidDateLine: undefined,
		flightOfDay: null,
		header: {
			pilot: null,
			gliderType: null,
			registration: null,
			competitionNumber: null,
			recorderType: null,
		},
		table: fixTable(bytes.length),
		events: [],
		extensions: null,
		tooMuch: null,
		unreadable: { count: 0, firstLine: null },
		hasSignature: false,
		endsMidRecord: false,
	};
}

/** Lines that no recorder writes. They are unreadable fixes when fixes follow, else the rest of the mail that the log came in. */
interface TextLines {
	/** Lines that begin with B since the last fix, and the first of them. */
	likeFixes: number;
	firstLine: number | null;
	/** Whether the line before was a record that begins with digits. */
	isRecordAbove: boolean;
}

/** Letters of the records that begin with digits, and how many. */
const digitsOfRecord: Readonly<Record<number, number>> = {
	[fix]: 6,
	[event]: 6,
	[satellites]: 6,
	[extensions]: 2,
	[extension]: 6,
};

/**
 * Whether a line is text: it begins with no letter of the format, or without the digits that stand behind the letter. A letter
 * alone is the rest of a record below another one, else text.
 */
function isText(bytes: Uint8Array, record: IgcRecord, text: TextLines): boolean {
	const { letter, start, end, line } = record;
	const digits = digitsOfRecord[letter] ?? 0;
	const until = Math.min(end, start + 1 + digits);
	let isRecord = letter >= firstLetter && letter <= lastLetter && (end - start > 1 || text.isRecordAbove);
	for (let position = start + 1; isRecord && position < until; position++)
		isRecord = isDigit(byteAt(bytes, position));
	text.isRecordAbove = isRecord && digits > 0;
	if (isRecord || letter !== fix) return !isRecord;
	text.likeFixes++;
	text.firstLine ??= line;
	return true;
}

function countAsUnreadable({ unreadable }: FlightLogScan, text: TextLines): void {
	if (text.likeFixes === 0) return;
	unreadable.count += text.likeFixes;
	unreadable.firstLine ??= text.firstLine;
	text.likeFixes = 0;
	text.firstLine = null;
}

function isMostlyUnreadable({ unreadable, table }: FlightLogScan, { likeFixes }: TextLines): boolean {
	return unreadable.count + likeFixes > Math.max(mostUnreadable, table.length);
}

function readRecorder(bytes: Uint8Array, record: IgcRecord, scan: FlightLogScan): void {
	if (scan.recorder !== null) return;
	const read = readRecorderRecord(bytes, record);
	if (read === null) return;
	scan.recorder = read.recorder;
	scan.flightOfDay ??= read.flightOfDay;
}

function readHeader(bytes: Uint8Array, record: IgcRecord, scan: FlightLogScan): void {
	const read = readDateRecord(bytes, record);
	if (read === null) readHeaderRecord(bytes, record, scan.header);
	else if (read.date === null) scan.invalidDateLine ??= record.line;
	else if (scan.date === null) {
		scan.date = read.date;
		scan.flightOfDay = read.flightOfDay ?? scan.flightOfDay;
	}
}

/** Reads `EHHMMSSPEV`: the pilot pressed the event marker. */
function readEvent(bytes: Uint8Array, { start, end }: IgcRecord, scan: FlightLogScan): void {
	const code = [7, 8, 9].map((offset) => String.fromCharCode(upper(byteAt(bytes, start + offset)))).join("");
	const time = readTime(bytes, start + 1);
	if (end - start < 10 || code !== "PEV" || Number.isNaN(time)) return;
	scan.events.push(time + scan.table.dayOffset);
}

/** Whether a record is too short for its letter, or is a fix without a line end that is shorter than the fix before it. */
function isCutOff(record: IgcRecord, fixBytes: number): boolean {
	const length = record.end - record.start;
	if (length < (shortestRecords[record.letter] ?? 0)) return true;
	return record.letter === fix && !record.isTerminated && length < fixBytes;
}

/** `date` is null when the record does not hold a day of the calendar. */
interface DateRecord {
	readonly date: string | null;
	readonly flightOfDay: number | null;
}

/**
 * Reads `HFDTE150717`, `HFDTEDATE:150717`, `HFDTEDATE:150717,01` and the like, with source F, O or P and blanks between the parts.
 * Null for any other record.
 */
function readDateRecord(bytes: Uint8Array, record: IgcRecord): DateRecord | null {
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

/** Returns `DDMMYY` as `YYYY-MM-DD`; 80 to 99 are years of the 20th century. Null for a day that does not exist. */
function calendarDate(digits: string): string | null {
	if (digits.length !== 6) return null;
	const day = Number(digits.slice(0, 2));
	const month = Number(digits.slice(2, 4));
	const shortYear = Number(digits.slice(4));
	const year = shortYear >= 80 ? 1900 + shortYear : 2000 + shortYear;
	// `Date` turns a day that does not exist into one of another month.
	const date = new Date(Date.UTC(year, month - 1, day));
	if (date.getUTCMonth() !== month - 1) return null;
	return date.toISOString().slice(0, 10);
}

function isDigit(code: number): boolean {
	return code >= 48 && code <= 57;
}

/** Length in bytes. */
const longestValue = 200;

const fieldOfCode: Readonly<Record<string, keyof FlightLogHeader>> = {
	PLT: "pilot",
	GTY: "gliderType",
	GID: "registration",
	CID: "competitionNumber",
	FTY: "recorderType",
};

/** Values that recorders and programs write when nothing was entered. */
const nothingEntered = new Set(["nil", "nkn", "none", "not set", "not recorded", "unknown", "n/a", "-", "?"]);

/** A header while it is being read. */
type UnfinishedHeader = { -readonly [Field in keyof FlightLogHeader]: FlightLogHeader[Field] };

/** Sets the field of an H record (`H`, source, code, long name, `:`, value) in `header`; the first record counts. */
function readHeaderRecord(bytes: Uint8Array, record: IgcRecord, header: UnfinishedHeader): void {
	const { start, end } = record;
	if (end - start < 6) return;
	const code = String.fromCharCode(
		upper(byteAt(bytes, start + 2)),
		upper(byteAt(bytes, start + 3)),
		upper(byteAt(bytes, start + 4)),
	);
	const field = fieldOfCode[code];
	if (field === undefined || header[field] !== null) return;
	const colon = bytes.subarray(start, end).indexOf(":".charCodeAt(0), 5);
	if (colon < 0) return;
	const value = decodeText(
		bytes.subarray(start + colon + 1, Math.min(end, start + colon + 1 + longestValue)),
	);
	if (value !== "" && !nothingEntered.has(value.toLowerCase())) header[field] = value;
}

/**
 * Reads an A record: maker, serial and, in some recorders, `FLIGHT:<number>`. A serial has three characters, in the
 * oldest recorders five digits; free text follows. Null when no maker can be read.
 */
function readRecorderRecord(
	bytes: Uint8Array,
	record: IgcRecord,
): { readonly recorder: Recorder; readonly flightOfDay: number | null } | null {
	const text = decodeText(
		bytes.subarray(record.start + 1, Math.min(record.end, record.start + 81)),
	).toUpperCase();
	const maker = text.slice(0, 3);
	if (!/^[A-Z0-9]{3}$/.test(maker)) return null;
	const flight = /FLIGHT: ?(\d{1,3})(?!\d)/.exec(text);
	const rest = text.slice(3, flight?.index);
	const identity = /^[ -]?([A-Z0-9]+)/.exec(rest)?.[1] ?? "";
	const serial = /^\d+$/.test(identity) ? identity : identity.slice(0, 3);
	return { recorder: { maker, serial }, flightOfDay: flight ? Number(flight[1]) || null : null };
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
const windows1250 = new TextDecoder("windows-1250");

/** Decodes UTF-8, else windows-1250. Blanks and control characters become one blank. */
function decodeText(bytes: Uint8Array): string {
	let text: string;
	try {
		text = utf8.decode(bytes);
	} catch {
		text = windows1250.decode(bytes);
	}
	return text.replace(/[\p{C}\s]+/gu, " ").trim();
}
