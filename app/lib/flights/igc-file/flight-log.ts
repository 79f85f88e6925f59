import { at } from "~/lib/numbers";
import type { FlightLogHeader, Recorder } from "~db/schema";

/** The B records in the order of the file, one array a field; each is `length` long. */
export interface Fixes {
	readonly length: number;
	/** Seconds since the UTC midnight that begins the log's date; they run on past midnight. */
	readonly times: Float64Array;
	/** Degrees, north positive. */
	readonly latitudes: Float64Array;
	/** Degrees, east positive. */
	readonly longitudes: Float64Array;
	/** Metres in the standard atmosphere; always 0 in recorders without a pressure sensor. */
	readonly pressureAltitudes: Int32Array;
	/** Metres above the ellipsoid or the geoid, depending on the recorder. */
	readonly gnssAltitudes: Int32Array;
	/** 1 for a three-dimensional position (A), 0 for none (V, or 0°/0° whatever the letter). */
	readonly valid: Uint8Array;
	/** The higher of engine noise (ENL) and means of propulsion (MOP), 0 to 999; 0 where the recorder measures none. */
	readonly noise: Uint16Array;
}

/**
 * Whether the recorder has a serial of its own. The IGC assigns three characters; programs on phones write the same ones, such as
 * AAA, for everybody.
 */
export function hasSerial({ serial }: Recorder): boolean {
	return serial.length >= 3 && new Set(serial).size > 1;
}

export function isSameRecorder(one: Recorder, other: Recorder): boolean {
	return one.maker === other.maker && one.serial === other.serial;
}

/**
 * Whether a competitor's text has the serial of a recorder as a word, in any case, and not behind the code of another maker: "FLA 6MS"
 * is not "LXV 6MS". A serial without a digit may be a word of a name, unless its maker stands before it.
 */
export function namesRecorder(text: string, { maker, serial }: Recorder): boolean {
	const words = text.toUpperCase().split(/[^A-Z0-9]+/);
	return words.some((word, index) => {
		if (word === maker + serial) return true;
		const before = words[index - 1] ?? "";
		return word === serial && (before === maker || (/\d/.test(serial) && !/^[A-Z]{3}$/.test(before)));
	});
}

interface Gaps {
	readonly count: number;
	readonly longest: number;
}

export function gapsOf({ times, length }: Fixes): Gaps {
	const gaps = { count: 0, longest: 0 };
	for (let index = 1; index < length; index++) {
		const seconds = at(times, index) - at(times, index - 1);
		if (seconds <= gapSeconds) continue;
		gaps.count++;
		gaps.longest = Math.max(gaps.longest, seconds);
	}
	return gaps;
}

/** The content of an IGC file. */
export interface FlightLog {
	/** UTC day of the first fix, `YYYY-MM-DD`. */
	readonly date: string;
	/** The recorder's own number of the flight on that day; some give none. */
	readonly flightOfDay: number | null;
	readonly recorder: Recorder;
	readonly header: FlightLogHeader;
	readonly fixes: Fixes;
	/** Times of fixes at which the pilot pressed the event marker (PEV). */
	readonly events: readonly number[];
	/** Unreadable B records, and the line of the first one (1-based). */
	readonly unreadable: { readonly count: number; readonly firstLine: number | null };
	/** Pauses of more than `gapSeconds` between fixes; `longest` in seconds. */
	readonly gaps: Gaps;
	/** Fixes at 0°/0° that are marked as positions. */
	readonly zeroPositions: number;
	/** Whether the altitudes seem to have six characters, so that they are read wrong. */
	readonly hasWideAltitudes: boolean;
	/** Whether the log has G records. Nobody checks whether the signature is right. */
	readonly hasSignature: boolean;
	readonly endsMidRecord: boolean;
}

/** Why a file is not a flight log. The text is `igc.refused.<reason>`. */
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
	| "tooLarge"
	| "tooManyEvents"
	| "tooManyFields"
	| "tooManyFixes";

/** Altitudes in metres beyond which the recorder must be at fault. */
const lowestPlausible = -1000;
const highestPlausible = 30_000;

export function isPlausibleAltitude(metres: number): boolean {
	return metres >= lowestPlausible && metres <= highestPlausible;
}

/** A longer pause between fixes is a gap. */
export const gapSeconds = 60;

/** Seconds. A line across a longer gap would show a path that nobody flew. */
export const longestBridge = 1_800;

export const daySeconds = 86_400;

/** Milliseconds since 1970 of a time in seconds since the UTC midnight of `date`. */
export function momentOf(date: string, seconds: number): number {
	return Date.parse(`${date}T00:00:00Z`) + seconds * 1000;
}

/** The complaint about a file that is not a flight log. @param line the line at fault */
export function logComplaint(reason: FlightLogRefusal, line?: number): string {
	return line === undefined ? `igc.refused.${reason}` : `igc.refused.${reason}?line=${line}`;
}
