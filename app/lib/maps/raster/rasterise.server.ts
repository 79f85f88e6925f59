import { crc32, deflateSync } from "node:zlib";

type Library = Awaited<ReturnType<typeof load>>;

let loaded: Promise<Library> | null = null;

/** Renders an SVG as a PNG, in its own size. Text is set in the typeface of headings, and names in Cyrillic in another one. */
export async function rasterise(svg: string): Promise<Uint8Array<ArrayBuffer>> {
	loaded ??= load();
	const { Resvg, font } = await loaded;
	const drawing = new Resvg(svg, { font });
	const image = drawing.render();
	const png = encodePng(image);
	image.free();
	drawing.free();
	return png;
}

/** Loads the library's code and the fonts only when a picture is drawn: they take a megabyte. */
async function load() {
	const [{ initWasm, Resvg }, code, latin, cyrillic] = await Promise.all([
		import("@resvg/resvg-wasm"),
		import("@resvg/resvg-wasm/index_bg.wasm"),
		import("./fonts/latin.bin"),
		import("./fonts/cyrillic.bin"),
	]);
	await initWasm(code.default);
	const fontBuffers = [latin, cyrillic].map((font) => new Uint8Array(font.default));
	return { Resvg, font: { fontBuffers, defaultFontFamily: "Barlow Semi Condensed" } };
}

interface Pixels {
	readonly width: number;
	readonly height: number;
	/** Red, green, blue and opacity, a byte each. */
	readonly pixels: Uint8Array;
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Eight bits each for red, green and blue, the default methods, not interlaced. */
const header = [8, 2, 0, 0, 0];

/**
 * Encodes an opaque picture as a PNG (third edition, W3C). It is a third smaller than the library's own, which also holds the
 * opacity of each pixel.
 */
function encodePng({ width, height, pixels }: Pixels): Uint8Array<ArrayBuffer> {
	const size = Buffer.alloc(8);
	size.writeUInt32BE(width);
	size.writeUInt32BE(height, 4);
	// Each row begins with 0, which means that its bytes are not filtered.
	const rows = new Uint8Array((width * 3 + 1) * height);
	let to = 0;
	for (let from = 0; from < pixels.length; from += 4) {
		if (from % (width * 4) === 0) to += 1;
		for (let part = 0; part < 3; part++) rows[to++] = pixels[from + part] ?? 0;
	}
	return new Uint8Array(
		Buffer.concat([
			Uint8Array.from(signature),
			chunk("IHDR", Buffer.concat([size, Uint8Array.from(header)])),
			chunk("IDAT", deflateSync(rows)),
			chunk("IEND", new Uint8Array()),
		]),
	);
}

function chunk(type: string, content: Uint8Array): Uint8Array {
	const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
	const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(content.length);
	sum.writeUInt32BE(crc32(body));
	return Buffer.concat([length, body, sum]);
}
