import { crc32, deflateSync } from "node:zlib";
import type { Colour } from "./canvas";

export interface PalettePixels {
	readonly width: number;
	readonly height: number;
	/** The first one has the number 0. */
	readonly colours: readonly Colour[];
	/** Numbers of colours, row by row. */
	readonly pixels: Uint8Array;
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Eight bits, a palette, the only methods there are, not interlaced. */
const header = [8, 3, 0, 0, 0];
/** How a row is written: as it is, or as its difference to the row above. */
const filters = { none: 0, up: 2 };

/** The bytes of a PNG (W3C, Portable Network Graphics, third edition). */
export function encodePng({ width, height, colours, pixels }: PalettePixels): Uint8Array {
	const size = Buffer.alloc(8);
	size.writeUInt32BE(width);
	size.writeUInt32BE(height, 4);
	const rows = new Uint8Array((width + 1) * height);
	let above: Uint8Array = new Uint8Array();
	for (let y = 0; y < height; y += 1) {
		const row = pixels.subarray(y * width, (y + 1) * width);
		const begin = y * (width + 1);
		// A row that repeats the one above is a row of zeros.
		rows[begin] = Buffer.compare(row, above) === 0 ? filters.up : filters.none;
		if (rows[begin] === filters.none) rows.set(row, begin + 1);
		above = row;
	}
	return Buffer.concat([
		Uint8Array.from(signature),
		chunk("IHDR", Buffer.concat([size, Uint8Array.from(header)])),
		chunk("PLTE", Uint8Array.from(colours.flat())),
		chunk("IDAT", deflateSync(rows)),
		chunk("IEND", new Uint8Array()),
	]);
}

function chunk(type: string, content: Uint8Array): Uint8Array {
	const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
	const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(content.length);
	sum.writeUInt32BE(crc32(body));
	return Buffer.concat([length, body, sum]);
}
