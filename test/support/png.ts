import { inflateSync } from "node:zlib";

interface ReadPng {
	readonly width: number;
	readonly height: number;
	/** Four bytes each. */
	readonly pixels: Uint8ClampedArray;
}

/** Reads a PNG with four bytes a pixel, as the library writes it (RFC 2083). */
export function readPng(bytes: Uint8Array): ReadPng {
	const file = Buffer.from(bytes);
	if (file.subarray(0, 8).toString("latin1") !== "\x89PNG\r\n\x1a\n") throw new Error("no PNG");
	const data: Buffer[] = [];
	let header = Buffer.of();
	for (let begin = 8; begin < file.length; ) {
		const length = file.readUInt32BE(begin);
		const type = file.toString("latin1", begin + 4, begin + 8);
		const body = file.subarray(begin + 8, begin + 8 + length);
		if (type === "IHDR") header = Buffer.from(body);
		if (type === "IDAT") data.push(body);
		begin += 12 + length;
	}
	if (header.subarray(8).join() !== "8,6,0,0,0") throw new Error("another kind of PNG");
	const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
	const rows = inflateSync(Buffer.concat(data));
	const line = width * 4;
	const pixels = new Uint8ClampedArray(line * height);
	for (let y = 0; y < height; y += 1) {
		const filter = rows[y * (line + 1)] ?? 0;
		for (let x = 0; x < line; x += 1) {
			const before = (dx: number, dy: number) =>
				x < dx || y < dy ? 0 : (pixels[(y - dy) * line + x - dx] ?? 0);
			const [left, above, corner] = [before(4, 0), before(0, 1), before(4, 1)];
			const guesses = [0, left, above, (left + above) >> 1, paeth(left, above, corner)];
			pixels[y * line + x] = ((rows[y * (line + 1) + 1 + x] ?? 0) + (guesses[filter] ?? 0)) % 256;
		}
	}
	return { width, height, pixels };
}

function paeth(left: number, above: number, corner: number): number {
	const guess = left + above - corner;
	const [a, b, c] = [left, above, corner].map((value) => Math.abs(guess - value)) as [number, number, number];
	if (a <= b && a <= c) return left;
	return b <= c ? above : corner;
}
