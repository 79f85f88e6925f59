import type { FlightLogHeader, Recorder } from "~db/schema";
import { byteAt, type IgcRecord, upper } from "./records";

/** Bytes. */
const longestValue = 200;

/** Fields by the code of their record. */
const fieldOfCode: Readonly<Record<string, keyof FlightLogHeader>> = {
	PLT: "pilot",
	GTY: "gliderType",
	GID: "registration",
	CID: "competitionNumber",
	FTY: "recorderType",
};

/** Recorders and programs write these when nothing was entered. */
const nothingEntered = new Set(["nil", "nkn", "none", "not set", "not recorded", "unknown", "n/a", "-", "?"]);

/** A header while it is being read. */
export type UnfinishedHeader = { -readonly [Field in keyof FlightLogHeader]: FlightLogHeader[Field] };

export function emptyHeader(): UnfinishedHeader {
	return { pilot: null, gliderType: null, registration: null, competitionNumber: null, recorderType: null };
}

/** Sets the field of an H record (`H`, source, code, long name, `:`, value) in `header`; the first record counts. */
export function readHeaderRecord(bytes: Uint8Array, record: IgcRecord, header: UnfinishedHeader): void {
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
export function readRecorderRecord(
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

/** UTF-8, else windows-1250; blanks and control characters become one blank. */
function decodeText(bytes: Uint8Array): string {
	let text: string;
	try {
		text = utf8.decode(bytes);
	} catch {
		text = windows1250.decode(bytes);
	}
	return text.replace(/[\p{C}\s]+/gu, " ").trim();
}
