import type { FlightLogHeader, Recorder } from "./flight-log";
import { byteAt, type IgcRecord, upper } from "./records";

const MAX_VALUE_BYTES = 200;
const COLON = 58;

const FIELDS: Record<string, keyof FlightLogHeader> = {
	PLT: "pilot",
	GTY: "gliderType",
	GID: "registration",
	CID: "competitionNumber",
	FTY: "recorderType",
};

/** Words by which recorders and programs say that nothing was entered. */
const NOTHING_ENTERED = new Set([
	"nil",
	"nkn",
	"none",
	"not set",
	"not recorded",
	"unknown",
	"n/a",
	"-",
	"?",
]);

export const emptyHeader = (): FlightLogHeader => ({
	pilot: null,
	gliderType: null,
	registration: null,
	competitionNumber: null,
	recorderType: null,
});

/** Puts the value of an H record (`H`, source, code, long name, `:`, value) into `header`; the first one counts. */
export function readHeaderRecord(bytes: Uint8Array, record: IgcRecord, header: FlightLogHeader): void {
	const { start, end } = record;
	if (end - start < 6) return;
	const code = String.fromCharCode(
		upper(byteAt(bytes, start + 2)),
		upper(byteAt(bytes, start + 3)),
		upper(byteAt(bytes, start + 4)),
	);
	const field = FIELDS[code];
	if (field === undefined || header[field] !== null) return;
	const colon = bytes.subarray(start, end).indexOf(COLON, 5);
	if (colon < 0) return;
	const value = decodeText(
		bytes.subarray(start + colon + 1, Math.min(end, start + colon + 1 + MAX_VALUE_BYTES)),
	);
	if (value !== "" && !NOTHING_ENTERED.has(value.toLowerCase())) header[field] = value;
}

/**
 * Reads an A record: maker, serial, and behind them in some recorders `FLIGHT:<number>`. Serials have three
 * characters, in the oldest recorders five digits; what follows is free text. Null when no maker can be read.
 */
export function readRecorderRecord(
	bytes: Uint8Array,
	record: IgcRecord,
): { recorder: Recorder; flightOfDay: number | null } | null {
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

/** A value as UTF-8, else as windows-1250, on one line and without control characters. */
function decodeText(bytes: Uint8Array): string {
	let text: string;
	try {
		text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		text = new TextDecoder("windows-1250").decode(bytes);
	}
	return text.replace(/[\p{C}\s]+/gu, " ").trim();
}
