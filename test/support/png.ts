import { inflateSync } from "node:zlib";

/** A picture with four bytes for each pixel, as a canvas of a browser has it. */
export interface ReadPng {
	readonly width: number;
	readonly height: number;
	readonly pixels: Uint8ClampedArray;
}

/** Reads a PNG with a palette of 256 colours, as the format's description has it: the check sums, too. */
export function readPng(bytes: Uint8Array): ReadPng {
	const file = Buffer.from(bytes);
	if (file.subarray(0, 8).toString("latin1") !== "\x89PNG\r\n\x1a\n") throw new Error("no PNG");
	const chunks = new Map<string, Buffer>();
	for (let begin = 8; begin < file.length; ) {
		const length = file.readUInt32BE(begin);
		const body = file.subarray(begin + 4, begin + 8 + length);
		if (sumOf(body) !== file.readUInt32BE(begin + 8 + length)) throw new Error("a chunk is damaged");
		chunks.set(body.subarray(0, 4).toString("latin1"), body.subarray(4));
		begin += 12 + length;
	}
	const [header, colours, data] = ["IHDR", "PLTE", "IDAT"].map((type) => chunks.get(type));
	if (!header || !colours || !data || !chunks.has("IEND")) throw new Error("a chunk is missing");
	if (header.subarray(8).join() !== "8,3,0,0,0") throw new Error("another kind of PNG");
	const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
	const rows = inflateSync(data);
	if (rows.length !== (width + 1) * height) throw new Error("rows of another length");
	const numbers = new Uint8Array(width * height);
	const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
	for (let y = 0; y < height; y += 1)
		for (let x = 0; x < width; x += 1) {
			const pixel = y * width + x;
			// The filter "up" has differences to the row above.
			const above = rows[y * (width + 1)] === 2 ? (numbers[pixel - width] ?? 0) : 0;
			const number = ((rows[y * (width + 1) + 1 + x] ?? 0) + above) % 256;
			numbers[pixel] = number;
			pixels.set(colours.subarray(number * 3, number * 3 + 3), pixel * 4);
		}
	return { width, height, pixels };
}

/** CRC-32, bit by bit. */
function sumOf(bytes: Uint8Array): number {
	let sum = 0xffffffff;
	for (const byte of bytes) {
		sum ^= byte;
		for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
	}
	return ~sum >>> 0;
}
