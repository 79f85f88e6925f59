/** Who has measured a tile's heights. */
export const measuredSources = ["srtm", "copernicus"] as const;
/** Sources of a tile's heights, which the note below a map names. Those of the demo are invented. */
export const terrainSources = [...measuredSources, "invented"] as const;
export type TerrainSource = (typeof terrainSources)[number];

/** Heights of a square degree, about 300 m apart: metres above sea level, from its north-west corner row by row. */
export interface TerrainTile {
	readonly rows: number;
	readonly columns: number;
	readonly heights: Int16Array;
}

/** Value of a height that nobody has measured. */
export const unknownHeight = -32_768;

/** Name of a tile, such as `N49E016`, from the degrees of its south-west corner. */
export function tileName(south: number, west: number): string {
	const digits = (degrees: number, count: number) => String(Math.abs(degrees)).padStart(count, "0");
	return `${south < 0 ? "S" : "N"}${digits(south, 2)}${west < 0 ? "W" : "E"}${digits(west, 3)}`;
}

/** The south-west corner in a tile's name; null when the text is not such a name. */
export function cornerOfTile(name: string): { readonly south: number; readonly west: number } | null {
	const [, northing, latitude, easting, longitude] = /^([NS])(\d{2})([EW])(\d{3})$/i.exec(name) ?? [];
	if (!northing || !easting) return null;
	const south = Number(latitude) * (northing.toUpperCase() === "S" ? -1 : 1);
	const west = Number(longitude) * (easting.toUpperCase() === "W" ? -1 : 1);
	return south < -90 || south > 89 || west < -180 || west > 179 ? null : { south, west };
}

/** Packs the size, then the heights as differences along each row, which compress well. */
export function packTile({ rows, columns, heights }: TerrainTile): Uint8Array {
	const words = new Int16Array(2 + heights.length);
	words.set([rows, columns]);
	for (let index = 0; index < heights.length; index++) {
		const before = index % columns === 0 ? 0 : (heights[index - 1] ?? 0);
		words[2 + index] = (heights[index] ?? 0) - before;
	}
	return new Uint8Array(words.buffer);
}

/** Returns null when the bytes are not a packed tile. */
export function unpackTile(bytes: Uint8Array): TerrainTile | null {
	if (bytes.length < 4 || bytes.length % 2 !== 0) return null;
	const words = new Int16Array(bytes.slice().buffer);
	const [rows = 0, columns = 0] = words;
	if (rows < 2 || columns < 2 || words.length !== 2 + rows * columns) return null;
	const heights = words.slice(2);
	for (let index = 0; index < heights.length; index++) {
		if (index % columns !== 0) heights[index] = (heights[index] ?? 0) + (heights[index - 1] ?? 0);
	}
	return { rows, columns, heights };
}
