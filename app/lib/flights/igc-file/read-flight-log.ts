import { fixesOf, hasWideAltitudes } from "./fix-records";
import { type FlightLog, type FlightLogRefusal, gapsOf } from "./flight-log";
import { probeContent, withoutPadding } from "./records";
import { scanFlightLog } from "./scan-flight-log";
import { checkUploadSize } from "./upload-limits";

/** `line` (1-based) is the line at fault, if there is one. */
export type FlightLogReading =
	| { readonly ok: true; readonly log: FlightLog }
	| { readonly ok: false; readonly reason: FlightLogRefusal; readonly line?: number };

const fewestPositions = 10;

/**
 * Reads an IGC file in one pass over its bytes; never throws. The first date record with a real day gives the date: some recorders
 * write another at midnight, which the fix times show anyway. A file needs ten fixes with a position (A). Format: `docs/formats.md`
 * section 2, after the FAI Technical Specification for GNSS Flight Recorders, appendix A.
 */
export function readFlightLog(file: Uint8Array): FlightLogReading {
	const size = checkUploadSize(file.length);
	if (size) return refused(size);
	const bytes = withoutPadding(file);
	const content = probeContent(bytes);
	if (content.kind === "html") return refused("html", content.line);
	if (content.kind !== "text") return refused(content.kind);

	const { recorder, date, invalidDateLine, table, unreadable, tooMuch, ...rest } = scanFlightLog(bytes);
	if (tooMuch) return refused(tooMuch.reason, tooMuch.line);
	if (recorder === null) return refused("noRecorder");
	if (date === null)
		return refused(invalidDateLine === undefined ? "noDate" : "invalidDate", invalidDateLine);
	if (unreadable.count > table.length && unreadable.count + table.length >= fewestPositions)
		return refused("mostUnreadable", unreadable.firstLine);
	const fixes = fixesOf(table);
	if (fixes.valid.reduce((count, valid) => count + valid, 0) < fewestPositions) return refused("tooFewFixes");
	const { flightOfDay, header, events, hasSignature, endsMidRecord } = rest;
	return {
		ok: true,
		log: {
			date,
			flightOfDay,
			recorder,
			header,
			fixes,
			events,
			unreadable,
			gaps: gapsOf(fixes),
			zeroPositions: table.zeroPositions,
			hasWideAltitudes: hasWideAltitudes(table),
			hasSignature,
			endsMidRecord,
		},
	};
}

function refused(reason: FlightLogRefusal, line?: number | null): FlightLogReading {
	return typeof line === "number" ? { ok: false, reason, line } : { ok: false, reason };
}
