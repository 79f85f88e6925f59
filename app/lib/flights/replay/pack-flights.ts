import { at } from "~/lib/numbers";
import type { Track } from "./thin-track";
import { formatVersion, heightStep, magic, type PackedFlight, stepsPerDegree } from "./unpack-flights";

/** Most bytes of a whole number up to 2⁵³. */
const longestNumber = 8;

/** An array of bytes that grows. */
class Writer {
	private bytes = new Uint8Array(16_384);
	private length = 0;

	add(bytes: Uint8Array): void {
		this.makeRoom(bytes.length);
		this.bytes.set(bytes, this.length);
		this.length += bytes.length;
	}

	/** Writes seven bits a byte, the lowest first. All bytes but the last have the eighth bit. @param value whole, not negative */
	number(value: number): void {
		this.makeRoom(longestNumber);
		let rest = value;
		for (; rest >= 128; rest = Math.floor(rest / 128)) this.bytes[this.length++] = (rest % 128) + 128;
		this.bytes[this.length++] = rest;
	}

	/** Writes 0, -1, 1, -2 and so on as 0, 1, 2, 3. */
	signed(value: number): void {
		this.number(value < 0 ? -2 * value - 1 : 2 * value);
	}

	text(value: string): void {
		const bytes = new TextEncoder().encode(value);
		this.number(bytes.length);
		this.add(bytes);
	}

	end(): Uint8Array<ArrayBuffer> {
		return this.bytes.slice(0, this.length);
	}

	private makeRoom(length: number): void {
		if (this.length + length <= this.bytes.length) return;
		const grown = new Uint8Array(2 * (this.length + length));
		grown.set(this.bytes);
		this.bytes = grown;
	}
}

/** Packs a track in the format of `docs/formats.md` section 8. @param track thinned */
export function packTrack(track: Track): Uint8Array<ArrayBuffer> {
	const writer = new Writer();
	writer.number(track.length);
	const column = (values: Float64Array, perUnit: number, write: (value: number) => void) => {
		let before = 0;
		for (let index = 0; index < track.length; index++) {
			const value = Math.round(at(values, index) * perUnit);
			write(value - before);
			before = value;
		}
	};
	column(track.times, 1, (seconds) => writer.number(seconds));
	column(track.latitudes, stepsPerDegree, (steps) => writer.signed(steps));
	column(track.longitudes, stepsPerDegree, (steps) => writer.signed(steps));
	column(track.heights, 1 / heightStep, (steps) => writer.signed(steps));
	return writer.end();
}

/** Returns the bytes of a pack, not yet compressed. */
export function packFlights(flights: readonly PackedFlight[]): Uint8Array<ArrayBuffer> {
	const writer = new Writer();
	writer.add(new TextEncoder().encode(magic));
	writer.number(formatVersion);
	writer.number(flights.length);
	for (const { id, source, track } of flights) {
		writer.text(id);
		writer.text(source);
		writer.number(track.length);
		writer.add(track);
	}
	return writer.end();
}
