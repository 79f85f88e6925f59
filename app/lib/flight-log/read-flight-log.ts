import { fixesOf } from "./fix-records";
import type { FlightLog, FlightLogRefusal } from "./flight-log";
import { probeContent, withoutPadding } from "./records";
import { scanFlightLog } from "./scan-flight-log";
import { checkUploadSize } from "./upload-limits";

/** A log, or why there is none; `line` (1-based) where a line is to blame. */
export type FlightLogReading =
	| { ok: true; log: FlightLog }
	| { ok: false; reason: FlightLogRefusal; line?: number };

const MIN_VALID_FIXES = 10;

const refused = (reason: FlightLogRefusal, line?: number | null): FlightLogReading =>
	typeof line === "number" ? { ok: false, reason, line } : { ok: false, reason };

/**
 * Reads an IGC file in one pass over its bytes; it never throws. The date is that of the first date record with a
 * real day; later ones, which some recorders write at midnight, are ignored in favour of the run of the fix times.
 * A file needs 10 fixes with a position (A): V marks those without. Source of the format: FAI Technical
 * Specification for GNSS Flight Recorders, appendix A.
 */
export function readFlightLog(file: Uint8Array): FlightLogReading {
	const size = checkUploadSize(file.length);
	if (size) return refused(size);
	const bytes = withoutPadding(file);
	const content = probeContent(bytes);
	if (content.kind === "html") return refused("html", content.line);
	if (content.kind !== "text") return refused(content.kind);

	const { recorder, date, invalidDateLine, table, unreadable, ...rest } = scanFlightLog(bytes);
	if (recorder === null) return refused("noRecorder");
	if (date === null)
		return refused(invalidDateLine === undefined ? "noDate" : "invalidDate", invalidDateLine);
	if (unreadable.count > table.length && unreadable.count + table.length >= MIN_VALID_FIXES)
		return refused("mostUnreadable", unreadable.firstLine);
	const fixes = fixesOf(table);
	if (fixes.valid.reduce((count, valid) => count + valid, 0) < MIN_VALID_FIXES) return refused("tooFewFixes");
	const { flightOfDay, header, hasSignature, endsMidRecord } = rest;
	return {
		ok: true,
		log: {
			date,
			flightOfDay,
			recorder,
			header,
			fixes,
			unreadable,
			gaps: table.gaps,
			hasSignature,
			endsMidRecord,
		},
	};
}
