/* A map of the world in one tile, as a PMTiles file of version 3: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md */

interface FileOptions {
	/** Last zoom that the header names. */
	readonly maxZoom?: number;
	/** Degrees: west, south, east, north. */
	readonly bounds?: readonly [number, number, number, number];
	/** 1 for vector tiles, 2 for PNG. */
	readonly tileType?: number;
}

const headerLength = 127;

const bytesOf = (...parts: readonly (Uint8Array | readonly number[])[]) =>
	Uint8Array.from(parts.flatMap((part) => [...part]));

function varint(value: number): number[] {
	return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

const zigzag = (value: number) => varint(value < 0 ? -2 * value - 1 : 2 * value);
/** A field of a protocol buffer, of variable length. */
const field = (number: number, content: readonly number[]) => [
	...varint(number * 8 + 2),
	...varint(content.length),
	...content,
];
const numberField = (number: number, value: number) => [...varint(number * 8), ...varint(value)];
const text = (value: string) => [...new TextEncoder().encode(value)];

/** A layer with one rectangle, in 4096ths of the tile. */
function rectangleLayer(name: string, [left, top, right, bottom]: readonly [number, number, number, number]) {
	const [across, down] = [right - left, bottom - top];
	// Commands of the format: move to, three lines, close.
	const moves = [[9], zigzag(left), zigzag(top), [26], zigzag(across), zigzag(0), zigzag(0), zigzag(down)];
	const geometry = [...moves, zigzag(-across), zigzag(0), [15]].flat();
	const feature = [...numberField(3, 3), ...field(4, geometry)];
	return field(3, [
		...field(1, text(name)),
		...field(2, feature),
		...numberField(5, 4096),
		...numberField(15, 2),
	]);
}

/** Land everywhere, and water east of 15.8° E. */
const tile = bytesOf(
	rectangleLayer("earth", [0, 0, 4096, 4096]),
	rectangleLayer("water", [2228, 0, 4096, 4096]),
);

/** A PMTiles file with a vector tile of zoom 0, nothing in it compressed. */
export function pmtilesFile({ maxZoom = 0, bounds = [-180, -85, 180, 85], tileType = 1 }: FileOptions = {}) {
	const metadata = bytesOf(text(JSON.stringify({ vector_layers: [{ id: "earth" }, { id: "water" }] })));
	// One entry: its number, run length, length and offset plus one.
	const directory = bytesOf(varint(1), varint(0), varint(1), varint(tile.length), varint(1));
	const header = new DataView(new ArrayBuffer(headerLength));
	for (const [index, byte] of text("PMTiles").entries()) header.setUint8(index, byte);
	header.setUint8(7, 3);
	const metadataAt = headerLength + directory.length;
	const tilesAt = metadataAt + metadata.length;
	const numbers = [
		headerLength,
		directory.length,
		metadataAt,
		metadata.length,
		tilesAt,
		0,
		tilesAt,
		tile.length,
	];
	for (const [index, value] of [...numbers, 1, 1, 1].entries()) {
		header.setBigUint64(8 + 8 * index, BigInt(value), true);
	}
	// Clustered, directories and tiles uncompressed, the type, the zooms.
	for (const [index, value] of [1, 1, 1, tileType, 0, maxZoom].entries()) header.setUint8(96 + index, value);
	for (const [index, degrees] of bounds.entries()) header.setInt32(102 + 4 * index, degrees * 1e7, true);
	return bytesOf(new Uint8Array(header.buffer), directory, metadata, tile);
}

/** Puts a basemap in force, as `npm run basemap` does. @returns its digest */
export async function putBasemap(
	{
		files,
		database,
		year,
	}: { readonly files: R2Bucket; readonly database: D1Database; readonly year: number },
	bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
	const hash = await crypto.subtle.digest("SHA-256", bytes);
	const digest = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
	await files.put(`${year}/basemap/${digest}`, bytes);
	const set = "UPDATE edition_state SET basemap = ?, content_version = content_version + 1";
	await database.prepare(set).bind(digest).run();
	return digest;
}
