import type { Recorder } from "~db/schema";
import { readDateRecord } from "./date-record";
import { type ExtensionField, readExtensionRecord } from "./extensions";
import { type FixTable, fixTable, mostFixes, readFixRecord, shortestFix } from "./fix-records";
import type { FlightLogRefusal } from "./flight-log";
import { emptyHeader, readHeaderRecord, readRecorderRecord, type UnfinishedHeader } from "./header-records";
import { byteAt, type IgcRecord, readTime, upper, visitRecords } from "./records";

/** Everything that one pass over a file finds, before it is checked. */
export interface FlightLogScan {
	recorder: Recorder | null;
	date: string | null;
	/** Line of the first date record without a real day. */
	invalidDateLine: number | undefined;
	/** From the date record, else from the A record. */
	flightOfDay: number | null;
	header: UnfinishedHeader;
	table: FixTable;
	/** As in `FlightLog`. */
	events: number[];
	/** By the first I record. */
	noiseFields: readonly ExtensionField[] | null;
	/** What there is more of than in any log, with the first line beyond that. */
	tooMuch: { readonly reason: FlightLogRefusal; readonly line: number } | null;
	unreadable: { count: number; firstLine: number | null };
	hasSignature: boolean;
	endsMidRecord: boolean;
}

/** The A record is one of the first lines. */
const recorderWithinLines = 20;
/** Logs have some dozen header records. Reading one takes ten times as long as a fix. */
const mostHeaders = 2_000;
/** A pilot presses three times, and a recorder writes some hundred events. */
const mostEvents = 2_000;
/** A log that has more of them, and fewer readable fixes, is refused: the rest of it is not worth the time. */
const mostUnreadable = 100_000;

/** Codes of the records' letters. */
const [recorder, fix, event, satellites, signature, header, extensions, extension] = [
	65, 66, 69, 70, 71, 72, 73, 75,
];
/** Fewest bytes of records with a time, by letter. */
const shortestRecords: Readonly<Record<number, number>> = {
	[fix]: shortestFix,
	[event]: 10,
	[satellites]: 7,
	[extension]: 7,
};

/** Ends early when the first lines hold no A record, when most of a large file is unreadable, or when there is too much of something. */
export function scanFlightLog(bytes: Uint8Array): FlightLogScan {
	const scan: FlightLogScan = {
		recorder: null,
		date: null,
		invalidDateLine: undefined,
		flightOfDay: null,
		header: emptyHeader(),
		table: fixTable(bytes.length),
		events: [],
		noiseFields: null,
		tooMuch: null,
		unreadable: { count: 0, firstLine: null },
		hasSignature: false,
		endsMidRecord: false,
	};
	/** Bytes of the last B record and of the one before it. */
	let fixBytes = shortestFix;
	let previousFixBytes = shortestFix;
	let isReadable = true;
	let headers = 0;
	let events = 0;
	const stop = (reason: FlightLogRefusal, { line }: IgcRecord) => {
		scan.tooMuch = { reason, line };
		return false;
	};

	visitRecords(bytes, (record) => {
		if (scan.recorder === null && record.line > recorderWithinLines) return false;
		isReadable = true;
		if (record.letter === fix) {
			previousFixBytes = fixBytes;
			fixBytes = record.end - record.start;
			if (scan.table.length === mostFixes) return stop("tooManyFixes", record);
			isReadable = readFixRecord(bytes, record, scan.table, scan.noiseFields ?? []);
			if (!isReadable) {
				scan.unreadable.count++;
				scan.unreadable.firstLine ??= record.line;
				if (scan.unreadable.count > Math.max(mostUnreadable, scan.table.length)) return false;
			}
		} else if (record.letter === recorder) readRecorder(bytes, record, scan);
		else if (record.letter === header && headers++ < mostHeaders) readHeader(bytes, record, scan);
		else if (record.letter === event) {
			if (events++ === mostEvents) return stop("tooManyEvents", record);
			readEvent(bytes, record, scan);
		} else if (record.letter === extensions && scan.noiseFields === null) {
			scan.noiseFields = readExtensionRecord(bytes, record);
			if (scan.noiseFields === null) return stop("tooManyFields", record);
		} else if (record.letter === signature && record.end - record.start > 1) scan.hasSignature = true;
		// True at the end only when it holds for the last record.
		scan.endsMidRecord = isCutOff(record, previousFixBytes);
		return true;
	});

	// A cut-off last record has its own warning, so it is not counted as unreadable.
	if (scan.endsMidRecord && !isReadable) {
		scan.unreadable.count--;
		if (scan.unreadable.count === 0) scan.unreadable.firstLine = null;
	}
	return scan;
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

/** `EHHMMSSPEV`: the pilot's event marker was pressed. */
function readEvent(bytes: Uint8Array, { start, end }: IgcRecord, scan: FlightLogScan): void {
	const code = [7, 8, 9].map((offset) => String.fromCharCode(upper(byteAt(bytes, start + offset)))).join("");
	const time = readTime(bytes, start + 1);
	if (end - start < 10 || code !== "PEV" || Number.isNaN(time)) return;
	scan.events.push(time + scan.table.dayOffset);
}

/** Too short for its letter, or a fix without a line end that is shorter than the fix before it. */
function isCutOff(record: IgcRecord, fixBytes: number): boolean {
	const length = record.end - record.start;
	if (length < (shortestRecords[record.letter] ?? 0)) return true;
	return record.letter === fix && !record.isTerminated && length < fixBytes;
}
