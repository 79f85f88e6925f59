import { readDateRecord } from "./date-record";
import { FIX_BYTES, type FixTable, fixTable, readFixRecord } from "./fix-records";
import type { FlightLogHeader, Recorder } from "./flight-log";
import { emptyHeader, readHeaderRecord, readRecorderRecord } from "./header-records";
import { type IgcRecord, visitRecords } from "./records";

/** What one pass over a file has found, before anything is judged. */
export interface FlightLogScan {
	recorder: Recorder | null;
	date: string | null;
	/** Line of the first date record without a real day. */
	invalidDateLine: number | undefined;
	/** From the date record, else from the A record. */
	flightOfDay: number | null;
	header: FlightLogHeader;
	table: FixTable;
	unreadable: { count: number; firstLine: number | null };
	hasSignature: boolean;
	endsMidRecord: boolean;
}

/** The A record must stand within so many lines. */
const RECORDER_WITHIN_LINES = 20;

const [A, B, E, F, G, H, K] = [65, 66, 69, 70, 71, 72, 75];
/** Bytes that records with a time have at least. */
const SHORTEST: Record<number, number> = { [B]: FIX_BYTES, [E]: 10, [F]: 7, [K]: 7 };

/** Reads all records; it ends early when the first lines hold no A record. */
export function scanFlightLog(bytes: Uint8Array): FlightLogScan {
	const scan: FlightLogScan = {
		recorder: null,
		date: null,
		invalidDateLine: undefined,
		flightOfDay: null,
		header: emptyHeader(),
		table: fixTable(bytes.length),
		unreadable: { count: 0, firstLine: null },
		hasSignature: false,
		endsMidRecord: false,
	};
	/** Lengths of the last B record and the one before it. */
	let fixBytes = FIX_BYTES;
	let previousFixBytes = FIX_BYTES;
	let isReadable = true;

	visitRecords(bytes, (record) => {
		if (scan.recorder === null && record.line > RECORDER_WITHIN_LINES) return false;
		isReadable = true;
		if (record.letter === B) {
			previousFixBytes = fixBytes;
			fixBytes = record.end - record.start;
			isReadable = readFixRecord(bytes, record, scan.table);
			if (!isReadable) {
				scan.unreadable.count++;
				scan.unreadable.firstLine ??= record.line;
			}
		} else if (record.letter === A) readRecorder(bytes, record, scan);
		else if (record.letter === H) readHeader(bytes, record, scan);
		else if (record.letter === G && record.end - record.start > 1) scan.hasSignature = true;
		// The last record has the last word.
		scan.endsMidRecord = isCutOff(record, previousFixBytes);
		return true;
	});

	// A cut-off last record has a warning of its own and is not counted among the unreadable ones.
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

/** Too short for its kind, or, without a line end behind it, a fix shorter than the fix before it. */
function isCutOff(record: IgcRecord, fixBytes: number): boolean {
	const length = record.end - record.start;
	if (length < (SHORTEST[record.letter] ?? 0)) return true;
	return record.letter === B && !record.isTerminated && length < fixBytes;
}
