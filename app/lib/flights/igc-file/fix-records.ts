import { at } from "~/lib/numbers";
import { daySeconds, type Fixes } from "./flight-log";
import { byteAt, type IgcRecord, readNumber, readTime, upper } from "./records";

/** A field in every B record that the I record announces. */
interface ExtensionField {
	/** Bytes from the start of the record. */
	readonly offset: number;
	readonly length: number;
}

/** What an I record announces. */
export interface Extensions {
	/** Fields of engine noise. */
	readonly noise: readonly ExtensionField[];
	/** Bytes of all fields. */
	readonly length: number;
}

export const noExtensions: Extensions = { noise: [], length: 0 };

/** Codes of engine noise, and of the sensor for an engine without noise. */
const noiseCodes = ["ENL", "MOP"] as const;
/** Most fields: the record counts them in two digits. */
const mostFields = 99;
/** Length of a field's description, `SSFFCCC`: first byte and last byte counted from 1, and the code. */
const fieldBytes = 7;
const loudest = 999;

/**
 * Reads what the B records hold behind the altitudes, from a record such as `I023638FXA3941ENL`. Null when it announces more fields
 * than two digits count.
 */
export function readExtensionRecord(bytes: Uint8Array, { start, end }: IgcRecord): Extensions | null {
	if (end - start - 3 > mostFields * fieldBytes) return null;
	const fields = new Map<string, ExtensionField>();
	let bytesOfAll = 0;
	for (let position = start + 3; position + fieldBytes <= end; position += fieldBytes) {
		const first = readNumber(bytes, position, 2);
		const length = readNumber(bytes, position + 2, 2) - first + 1;
		const code = [4, 5, 6]
			.map((offset) => String.fromCharCode(upper(byteAt(bytes, position + offset))))
			.join("");
		if (!(length >= 1) || fields.has(code)) continue;
		fields.set(code, { offset: first - 1, length });
		bytesOfAll += length;
	}
	// A code announced twice is taken once, as these fields are read in every fix.
	const noise = noiseCodes.flatMap((code) => fields.get(code) ?? []).filter(({ length }) => length <= 3);
	return { noise, length: bytesOfAll };
}

/** Returns the highest of the fields. A field that is cut off or holds no number is 0. */
function readNoise(bytes: Uint8Array, { start, end }: IgcRecord, fields: readonly ExtensionField[]): number {
	let noise = 0;
	for (const { offset, length } of fields) {
		if (start + offset + length > end) continue;
		const value = readNumber(bytes, start + offset, length);
		if (value > noise) noise = value;
	}
	return Math.min(loudest, noise);
}

/** Bytes of a B record without extensions. */
export const shortestFix = 35;

const halfDay = daySeconds / 2;
/** Character codes. */
const [minus, north, south, east, west, valid, invalid] = [45, 78, 83, 69, 87, 65, 86];

/** Fixes while they are being read; the arrays have spare room. */
export interface FixTable extends Fixes {
	length: number;
	/** Fixes at 0°/0° that are marked A. */
	zeroPositions: number;
	/** Fixes whose altitudes agree only when one has six characters, or both, and those whose altitudes agree when both have. */
	wideAltitudes: { count: number; both: number };
	/** Seconds to add to times for the midnights passed so far. */
	dayOffset: number;
}

/** Most fixes of a log: a fix a second for 41 hours. */
export const mostFixes = 150_000;

/** Makes a table with room for all fixes that a file of `size` bytes may hold. */
export function fixTable(size: number): FixTable {
	const room = Math.min(mostFixes, Math.floor(size / shortestFix)) + 1;
	return {
		length: 0,
		times: new Float64Array(room),
		latitudes: new Float64Array(room),
		longitudes: new Float64Array(room),
		pressureAltitudes: new Int32Array(room),
		gnssAltitudes: new Int32Array(room),
		valid: new Uint8Array(room),
		noise: new Uint16Array(room),
		zeroPositions: 0,
		wideAltitudes: { count: 0, both: 0 },
		dayOffset: 0,
	};
}

/** Appends a B record. @returns false when a part of it is unreadable */
export function readFixRecord(
	bytes: Uint8Array,
	record: IgcRecord,
	table: FixTable,
	extensions: Extensions,
): boolean {
	const { start } = record;
	if (record.end - start < shortestFix) return false;
	const timeOfDay = readTime(bytes, start + 1);
	const latitude = readAngle(bytes, start + 7, latitudes);
	const longitude = readAngle(bytes, start + 15, longitudes);
	const validity = upper(byteAt(bytes, start + 24));
	const pressureAltitude = readAltitude(bytes, start + 25);
	const gnssAltitude = readAltitude(bytes, start + 30);
	// The sum is NaN when one of the numbers is.
	if (Number.isNaN(timeOfDay + latitude + longitude + pressureAltitude + gnssAltitude)) return false;
	if (validity !== valid && validity !== invalid) return false;
	const index = table.length++;
	table.times[index] = passMidnight(timeOfDay, index, table);
	table.latitudes[index] = latitude;
	table.longitudes[index] = longitude;
	table.pressureAltitudes[index] = pressureAltitude;
	table.gnssAltitudes[index] = gnssAltitude;
	const isZero = isAtZero(latitude, longitude);
	table.valid[index] = validity === valid && !isZero ? 1 : 0;
	if (isZero && validity === valid) table.zeroPositions++;
	table.noise[index] = readNoise(bytes, record, extensions.noise);
	const spare = record.end - start - shortestFix - extensions.length;
	const wide = spare > 0 ? wideAltitudesAt(bytes, start + 25, spare) : undefined;
	if (wide && Math.abs(pressureAltitude - gnssAltitude) > mostApart) table.wideAltitudes.count++;
	if (wide && wide === wideAltitudes[0]) table.wideAltitudes.both++;
	return true;
}

/** Degrees. Within them from 0°/0° there is only sea, and recorders without a position write zeros. */
const nearZero = 1 / 60;

function isAtZero(latitude: number, longitude: number): boolean {
	return Math.abs(latitude) < nearZero && Math.abs(longitude) < nearZero;
}

/** Metres between the two altitudes of a fix that are not both right. */
const mostApart = 1_000;
/** Metres, below and above which they say nothing. */
const [lowestWide, highestWide] = [100, 20_000];
/** Characters of pressure and GNSS altitude, as some programs on phones write them. */
const wideAltitudes = [
	[6, 6],
	[6, 5],
	[5, 6],
] as const;

/** The first of the wide forms in which two altitudes agree. @param spare bytes that no record announces */
function wideAltitudesAt(bytes: Uint8Array, position: number, spare: number) {
	return wideAltitudes.find(([pressure, gnss]) => {
		if (pressure + gnss - 10 > spare) return false;
		const altitude = readAltitude(bytes, position, pressure);
		const other = readAltitude(bytes, position + pressure, gnss);
		const isSaying = Math.min(altitude, other) >= lowestWide && Math.max(altitude, other) < highestWide;
		return isSaying && Math.abs(altitude - other) <= mostApart;
	});
}

/** Fixes from which on they are no accident, and the share of all fixes. */
const [fewestWide, mostlyWide] = [10, 0.9];

/** Whether the altitudes of a log seem to have six characters. */
export function hasWideAltitudes({ length, wideAltitudes: { count, both } }: FixTable): boolean {
	return count >= fewestWide || both >= Math.max(fewestWide, mostlyWide * length);
}

/** Copies the fixes without the spare room. */
export function fixesOf(table: FixTable): Fixes {
	const { length } = table;
	return {
		length,
		times: table.times.slice(0, length),
		latitudes: table.latitudes.slice(0, length),
		longitudes: table.longitudes.slice(0, length),
		pressureAltitudes: table.pressureAltitudes.slice(0, length),
		gnssAltitudes: table.gnssAltitudes.slice(0, length),
		valid: table.valid.slice(0, length),
		noise: table.noise.slice(0, length),
	};
}

/** Seconds. A recorder is silent over midnight for less. A longer silence means that the clock was wrong before the first satellite. */
const longestNight = 6 * 3600;

/**
 * Counts midnights. A fall of the time by more than half a day is a midnight. A rise by more than half a day after it undoes that:
 * a single wrong time only looked like a midnight.
 */
function passMidnight(timeOfDay: number, index: number, table: FixTable): number {
	if (index === 0) return timeOfDay;
	const previous = at(table.times, index - 1);
	const step = timeOfDay + table.dayOffset - previous;
	if (step < -halfDay && step + daySeconds < longestNight) table.dayOffset += daySeconds;
	else if (step > halfDay && table.dayOffset > 0) table.dayOffset -= daySeconds;
	return timeOfDay + table.dayOffset;
}

/** How angles of one kind are written. */
interface AngleFormat {
	readonly digits: number;
	/** Degrees. */
	readonly limit: number;
	/** Letters of the hemispheres. */
	readonly positive: number;
	readonly negative: number;
}

const latitudes: AngleFormat = { digits: 2, limit: 90, positive: north, negative: south };
const longitudes: AngleFormat = { digits: 3, limit: 180, positive: east, negative: west };

/** Reads degrees, minutes, thousandths of minutes and the letter of the hemisphere. */
function readAngle(
	bytes: Uint8Array,
	position: number,
	{ digits, limit, positive, negative }: AngleFormat,
): number {
	const minutes = readNumber(bytes, position + digits, 5);
	const angle = readNumber(bytes, position, digits) + minutes / 60_000;
	const hemisphere = upper(byteAt(bytes, position + digits + 5));
	// Programs that round write 60.000 minutes instead of the next degree.
	if (!(minutes <= 60_000 && angle <= limit)) return Number.NaN;
	if (hemisphere === positive) return angle;
	return hemisphere === negative ? -angle : Number.NaN;
}

/** Reads digits, or a minus and digits. Old recorders pad with blanks. */
function readAltitude(bytes: Uint8Array, position: number, characters = 5): number {
	const end = position + characters;
	let first = position;
	while (first < end && byteAt(bytes, first) === 32) first++;
	const sign = byteAt(bytes, first) === minus ? -1 : 1;
	if (sign < 0) first++;
	if (first >= end) return sign < 0 ? Number.NaN : 0;
	return sign * readNumber(bytes, first, end - first);
}
