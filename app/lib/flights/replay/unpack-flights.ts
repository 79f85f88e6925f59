import { longestBridge } from "~/lib/flights/igc-file/flight-log";

/** The first bytes of a pack. */
export const magic = "GRP";
/** Every change of format or thinning raises it, and all packs are then made anew. */
export const formatVersion = 1;

export interface PackedFlight {
	/** Id of the entry. */
	readonly id: string;
	/** Text that changes with the logs of the flight. */
	readonly source: string;
	readonly track: Uint8Array;
}

/** A flight to draw: points in time, joined by straight lines at constant speed where `isBridged` says so. */
export interface UnpackedTrack {
	/** Seconds since 1970. */
	readonly times: Float64Array;
	/** Degrees, north and east positive. */
	readonly latitudes: Float64Array;
	readonly longitudes: Float64Array;
	/** Metres. */
	readonly heights: Float64Array;
}

/** Whether a line joins a point to the next one. It does not across a gap of hours, nor from one flight of the day to another. */
export function isBridged(times: Float64Array, index: number): boolean {
	return (times[index + 1] ?? 0) - (times[index] ?? 0) <= longestBridge;
}

/** Steps per degree in which a pack stores positions: 5.6 m to the north, 3.6 m to the east at 50° N. */
export const stepsPerDegree = 20_000;
/** Step in metres in which a pack stores heights. */
export const heightStep = 5;

class Reader {
	private position = 0;

	constructor(private readonly bytes: Uint8Array) {}

	take(length: number): Uint8Array {
		if (length > this.bytes.length - this.position) throw new RangeError("The pack ends too early");
		const taken = this.bytes.subarray(this.position, this.position + length);
		this.position += length;
		return taken;
	}

	number(): number {
		let value = 0;
		for (let factor = 1; factor <= Number.MAX_SAFE_INTEGER; factor *= 128) {
			const byte = this.bytes[this.position++];
			if (byte === undefined) throw new RangeError("The pack ends too early");
			value += (byte & 127) * factor;
			if (byte < 128) return value;
		}
		throw new RangeError("A number of the pack is too long");
	}

	signed(): number {
		const value = this.number();
		return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
	}

	text(): string {
		return new TextDecoder().decode(this.take(this.number()));
	}
}

/** The flights of a pack. @throws RangeError when the bytes are not a pack of this version */
export function unpackFlights(pack: Uint8Array): PackedFlight[] {
	const reader = new Reader(pack);
	const begins = new TextDecoder().decode(reader.take(magic.length));
	if (begins !== magic || reader.number() !== formatVersion) throw new RangeError("Not a pack of flights");
	return Array.from({ length: reader.number() }, () => ({
		id: reader.text(),
		source: reader.text(),
		track: reader.take(reader.number()),
	}));
}

/** @throws RangeError when the bytes are not a track */
export function unpackTrack(track: Uint8Array): UnpackedTrack {
	const reader = new Reader(track);
	const length = reader.number();
	if (length > track.length) throw new RangeError("The track ends too early");
	const column = (read: () => number, unit: number) => {
		const values = new Float64Array(length);
		let value = 0;
		for (let index = 0; index < length; index++) {
			value += read();
			values[index] = value * unit;
		}
		return values;
	};
	return {
		times: column(() => reader.number(), 1),
		latitudes: column(() => reader.signed(), 1 / stepsPerDegree),
		longitudes: column(() => reader.signed(), 1 / stepsPerDegree),
		heights: column(() => reader.signed(), heightStep),
	};
}
