import { crc32, deflateSync } from "node:zlib";
import { at } from "~/lib/numbers";

type Library = Awaited<ReturnType<typeof load>>;

let loaded: Promise<Library> | null = null;

function library(): Promise<Library> {
	loaded ??= load().catch((error) => {
		loaded = null;
		throw error;
	});
	return loaded;
}

/** Renders an SVG as a PNG, in its own size. Text is set in the typeface of headings, and names in Cyrillic in another one. */
export async function rasterise(svg: string): Promise<Uint8Array<ArrayBuffer>> {
	const { Resvg, font } = await library();
	const drawing = new Resvg(svg, { font });
	const image = drawing.render();
	const png = encodePng(image);
	image.free();
	drawing.free();
	return png;
}

/** Pixels of a logo, twice those that the page gives it. */
const logoBox = { width: 500, height: 360 };

/**
 * Draws the SVG of a logo as a PNG that keeps its transparency, as large as the box allows.
 * @param longestSide most pixels of a side that the SVG may say it has
 */
export async function rasteriseLogo(
	svg: string,
	longestSide: number,
): Promise<Uint8Array<ArrayBuffer> | "tooManyPixels" | "unreadable"> {
	const { Resvg, font } = await library();
	try {
		const { width, height } = new Resvg(svg, { font });
		if (Math.max(width, height) > longestSide) return "tooManyPixels";
		const zoom = Math.min(logoBox.width / width, logoBox.height / height);
		const drawing = new Resvg(svg, { font, fitTo: { mode: "zoom", value: zoom } });
		const image = drawing.render();
		const png = new Uint8Array(image.asPng());
		image.free();
		drawing.free();
		return png;
	} catch {
		return "unreadable";
	}
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
/** Eight bits a pixel, which are a place in the palette; the default methods, not interlaced. */
const header = [8, 3, 0, 0, 0];
/** With more, a picture full of relief is larger, and no better to the eye. */
const mostColours = 128;

/**
 * Encodes an opaque picture as a PNG (third edition, W3C) with a palette. It takes half the bytes of the library's own, which holds
 * red, green, blue and opacity of each pixel.
 */
function encodePng({ width, height, pixels }: Pixels): Uint8Array<ArrayBuffer> {
	const size = Buffer.alloc(8);
	size.writeUInt32BE(width);
	size.writeUInt32BE(height, 4);
	// Of each, red is the lowest byte. Without opacity, the highest one, they are numbers that are quick to look up.
	const colours = new Uint32Array(pixels.slice().buffer).map((colour) => colour & 0xffffff);
	const { palette, places } = paletteOf(colours);
	// Each row begins with 0, which means that its bytes are not filtered.
	const rows = new Uint8Array((width + 1) * height);
	let to = 0;
	for (let index = 0; index < colours.length; index++) {
		if (index % width === 0) to += 1;
		rows[to++] = places.get(at(colours, index)) ?? 0;
	}
	return new Uint8Array(
		Buffer.concat([
			Uint8Array.from(signature),
			chunk("IHDR", Buffer.concat([size, Uint8Array.from(header)])),
			chunk("PLTE", Uint8Array.from(palette.flatMap((colour) => [colour, colour >> 8, colour >> 16]))),
			chunk("IDAT", deflateSync(rows)),
			chunk("IEND", new Uint8Array()),
		]),
	);
}

/** The most frequent colours, and for each colour the place of the nearest of them. */
function paletteOf(colours: Uint32Array) {
	const counts = new Map<number, number>();
	for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
	const all = [...counts].toSorted(([, one], [, other]) => other - one).map(([colour]) => colour);
	const palette = all.slice(0, mostColours);
	const places = new Map(
		all.map((colour, index) => [colour, index < mostColours ? index : nearest(palette, colour)]),
	);
	return { palette, places };
}

/** Place of the colour in the palette that is nearest to another one. Pictures have thousands: this makes no lists. */
function nearest(palette: readonly number[], colour: number): number {
	let [place, least] = [0, Number.POSITIVE_INFINITY];
	for (let index = 0; index < palette.length; index++) {
		const other = palette[index] ?? 0;
		let distance = 0;
		for (let bit = 0; bit < 24; bit += 8) distance += (((colour >> bit) & 255) - ((other >> bit) & 255)) ** 2;
		if (distance < least) [place, least] = [index, distance];
	}
	return place;
}

function chunk(type: string, content: Uint8Array): Uint8Array {
	const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
	const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(content.length);
	sum.writeUInt32BE(crc32(body));
	return Buffer.concat([length, body, sum]);
}
