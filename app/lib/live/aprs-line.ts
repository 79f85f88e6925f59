/*
 * Beacons of the Open Glider Network, lines of APRS 1.0.1 with the network's own words in the comment. docs/formats.md, 12, has the
 * format and its sources.
 */

export interface Beacon {
	/** FLARM, ICAO or OGN id: six hexadecimal digits in capitals. */
	readonly device: string;
	/** Seconds since midnight UTC. */
	readonly timeOfDay: number;
	/** Degrees, north and east positive. */
	readonly latitude: number;
	readonly longitude: number;
	/** Metres above mean sea level. */
	readonly altitude: number;
	/** Kilometres an hour over the ground; 0 where the beacon says none. */
	readonly speed: number;
	/** Degrees, true; 0 where the beacon says none. */
	readonly track: number;
	/** Metres a second; null where the beacon says none. */
	readonly climb: number | null;
	/** Whether the device asks for no tracking, or for stealth: then nothing of it is kept. */
	readonly isPrivate: boolean;
}

const metresPerFoot = 0.3048;
const kmhPerKnot = 1.852;

/** Time, latitude, a table of symbols, longitude, a symbol, course and speed, altitude in feet. */
const position =
	/:\/([01]\d|2[0-3])([0-5]\d)([0-5]\d)h([0-8]\d)([0-5]\d\.\d\d)([NS]).(0\d\d|1[0-7]\d)([0-5]\d\.\d\d)([EW]).(?:(\d{3})\/(\d{3}))?\/A=(-\d{5}|\d{6})(?: |$)/;
/** Third digits of the minutes. */
const precision = / !W(\d)(\d)!/;
/** The flags of a device and its id: two and six digits, of OGNAVI four and six. */
const identity = / id([0-9A-F]{2}|[0-9A-F]{4})([0-9A-F]{6})(?: |$)/;
const climbRate = / ([+-]\d{1,5})fpm(?: |$)/;

/** Both flags stand at the front, before the kind of aircraft, in the short form and in that of OGNAVI. */
function isPrivate(flags: string): boolean {
	return (Number.parseInt(flags.slice(0, 2), 16) & 0b1100_0000) !== 0;
}

function degrees(whole: string, minutes: string, thirdDigit: string, isNegative: boolean): number {
	const value = Number(whole) + (Number(minutes) + Number(thirdDigit) / 1000) / 60;
	return isNegative ? -value : value;
}

/** Reads a line; null for one that is no position of a device: words of the server, receivers, other kinds of packets, garbage. */
export function readBeacon(line: string): Beacon | null {
	const at = position.exec(line);
	const who = at && identity.exec(line);
	if (!at || !who) return null;
	const [, hours, minutes, seconds, north = "", northMinutes = "", south] = at;
	const [east = "", eastMinutes = "", west, course, knots, feet] = at.slice(7);
	const [, flags = "", device = ""] = who;
	const [, northDigit = "0", eastDigit = "0"] = precision.exec(line) ?? [];
	const climb = climbRate.exec(line)?.[1];
	return {
		device,
		timeOfDay: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
		latitude: degrees(north, northMinutes, northDigit, south === "S"),
		longitude: degrees(east, eastMinutes, eastDigit, west === "W"),
		altitude: Number(feet) * metresPerFoot,
		speed: Number(knots ?? 0) * kmhPerKnot,
		track: Number(course ?? 0) % 360,
		climb: climb === undefined ? null : (Number(climb) * metresPerFoot) / 60,
		isPrivate: isPrivate(flags),
	};
}

/** Characters; the network's own lines have some 150. */
const longestLine = 1_000;

/**
 * Cuts what a server sends into lines, whatever the pieces in which it comes. A line that is too long is left out, and none of it is
 * kept: a server that never ends a line fills no memory.
 */
export function createLineReader(): (bytes: Uint8Array) => readonly string[] {
	const decoder = new TextDecoder("latin1");
	let begun = "";
	let isTooLong = false;
	return (bytes) => {
		const pieces = (begun + decoder.decode(bytes)).split(/\r?\n/);
		const skipsFirst = isTooLong;
		begun = pieces.pop() ?? "";
		if (pieces.length > 0) isTooLong = false;
		if (begun.length > longestLine) isTooLong = true;
		if (isTooLong) begun = "";
		return (skipsFirst ? pieces.slice(1) : pieces).filter(
			({ length }) => length > 0 && length <= longestLine,
		);
	};
}
