import { crc32, inflateSync } from "node:zlib";

interface ReadPng {
	readonly width: number;
	readonly height: number;
	/** Four bytes each. */
	readonly pixels: Uint8ClampedArray;
}

/** Reads a PNG with a palette and without filters, as `rasterise` writes it, with its check sums (W3C, third edition). */
export function readPng(bytes: Uint8Array): ReadPng {
	const file = Buffer.from(bytes);
	if (file.subarray(0, 8).toString("latin1") !== "\x89PNG\r\n\x1a\n") throw new Error("no PNG");
	const chunks = new Map<string, Buffer>();
	for (let begin = 8; begin < file.length; ) {
		const length = file.readUInt32BE(begin);
		const body = file.subarray(begin + 4, begin + 8 + length);
		if (crc32(body) !== file.readUInt32BE(begin + 8 + length)) throw new Error("a chunk is damaged");
		chunks.set(body.subarray(0, 4).toString("latin1"), body.subarray(4));
		begin += 12 + length;
	}
	const [header, palette, data] = ["IHDR", "PLTE", "IDAT"].map((type) => chunks.get(type));
	if (!header || !palette || !data || !chunks.has("IEND")) throw new Error("a chunk is missing");
	if (header.subarray(8).join() !== "8,3,0,0,0") throw new Error("another kind of PNG");
	const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
	const rows = inflateSync(data);
	if (rows.length !== (width + 1) * height) throw new Error("rows of another length");
	const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
	for (let pixel = 0; pixel < width * height; pixel += 1) {
		const row = Math.floor(pixel / width);
		const colour = (rows[pixel + row + 1] ?? 0) * 3;
		pixels.set(palette.subarray(colour, colour + 3), pixel * 4);
	}
	return { width, height, pixels };
}
