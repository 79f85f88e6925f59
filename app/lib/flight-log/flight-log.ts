/** Readings of one record series, index by index; all arrays are `length` long and in the order of the file. */
export interface Fixes {
	length: number;
	/** Seconds since the UTC midnight that begins the log's date; they run on past midnight. */
	times: Float64Array;
	/** Degrees, north positive. */
	latitudes: Float64Array;
	/** Degrees, east positive. */
	longitudes: Float64Array;
	/** Metres in the standard atmosphere; 0 throughout in recorders without a pressure sensor. */
	pressureAltitudes: Int32Array;
	/** Metres above the ellipsoid or the geoid, as the recorder has it. */
	gnssAltitudes: Int32Array;
	/** 1 where the recorder marked a three-dimensional position (A), 0 where it did not (V). */
	valid: Uint8Array;
}

/** Who recorded: the maker's three-letter code and the recorder's serial, upper case; the serial may be "". */
export interface Recorder {
	maker: string;
	serial: string;
}

/** What the H records say, null where the file says nothing. It is what somebody typed, not a fact. */
export interface FlightLogHeader {
	pilot: string | null;
	gliderType: string | null;
	registration: string | null;
	competitionNumber: string | null;
	recorderType: string | null;
}

/** A flight log as read from an IGC file. */
export interface FlightLog {
	/** UTC day of the first fix, `YYYY-MM-DD`. */
	date: string;
	/** The recorder's own number of the flight on that day, when it gives one. */
	flightOfDay: number | null;
	recorder: Recorder;
	header: FlightLogHeader;
	fixes: Fixes;
	/** B records that could not be read, and the line of the first one (1-based). */
	unreadable: { count: number; firstLine: number | null };
	/** Pauses of more than `GAP_SECONDS` between two fixes, and the longest in seconds. */
	gaps: { count: number; longest: number };
	/** There are G records. Whether the signature is right cannot be told here. */
	hasSignature: boolean;
	/** The last record is cut off. */
	endsMidRecord: boolean;
}

/** Why a file is no flight log; the text stands under `igc.refused.<reason>`. */
export type FlightLogRefusal =
	| "archive"
	| "empty"
	| "html"
	| "invalidDate"
	| "mostUnreadable"
	| "noDate"
	| "noRecorder"
	| "notIgc"
	| "notText"
	| "tooFewFixes"
	| "tooLarge";

/** A pause between fixes longer than this is a gap. */
export const GAP_SECONDS = 60;

export const DAY_SECONDS = 86_400;

/** The moment of a reading as milliseconds since 1970, from a log's date and its seconds. */
export function momentOf(date: string, seconds: number): number {
	return Date.parse(`${date}T00:00:00Z`) + seconds * 1000;
}

/** Element of a typed array; 0 outside of it. */
export function at(values: Float64Array | Int32Array | Uint32Array | Uint8Array, index: number): number {
	return values[index] ?? 0;
}
