import { cornerOfTile, type TerrainTile, tileName, unknownHeight } from "./tile";

/** Why a file is not a tile of heights. */
export type HgtProblem = "name" | "size" | "empty";

/** Samples along a side of a square degree: one every 3 seconds or every second, including both edges. */
const sides = [1_201, 3_601];
/** Numbers of heights that a tile keeps: 278 m apart from north to south, and 300 m from west to east in the middle of Europe. */
const [rows, columns] = [401, 241];
/** Metres. A height beyond these is a mistake of the source. */
const [lowest, highest] = [-500, 9_000];

/**
 * Reads a tile of SRTM or Copernicus (`.hgt`) and thins it: each height is the mean of those around it. A hole in the source is
 * filled from its surroundings if at least half of them are known.
 */
export function readHgt(
	fileName: string,
	bytes: Uint8Array,
): { readonly name: string; readonly tile: TerrainTile } | { readonly problem: HgtProblem } {
	const corner = cornerOfTile(fileName.replace(/^.*[\\/]/, "").slice(0, 7));
	if (!corner) return { problem: "name" };
	const side = sides.find((samples) => bytes.length === samples * samples * 2);
	if (side === undefined) return { problem: "size" };
	const samples = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const heights = new Int16Array(rows * columns);
	let known = 0;
	for (let row = 0; row < rows; row++) {
		for (let column = 0; column < columns; column++) {
			const height = meanAround(samples, side, row, column);
			heights[row * columns + column] = height;
			if (height !== unknownHeight) known++;
		}
	}
	if (known === 0) return { problem: "empty" };
	return { name: tileName(corner.south, corner.west), tile: { rows, columns, heights } };
}

function meanAround(samples: DataView, side: number, row: number, column: number): number {
	const [high, wide] = [(side - 1) / (rows - 1), (side - 1) / (columns - 1)];
	const [middleRow, middleColumn] = [row * high, column * wide];
	let [sum, known, all] = [0, 0, 0];
	for (let y = Math.ceil(middleRow - high / 2); y <= middleRow + high / 2; y++) {
		for (let x = Math.ceil(middleColumn - wide / 2); x <= middleColumn + wide / 2; x++) {
			if (y < 0 || x < 0 || y >= side || x >= side) continue;
			const height = samples.getInt16((y * side + x) * 2);
			all++;
			if (height < lowest || height > highest) continue;
			sum += height;
			known++;
		}
	}
	return known * 2 < all ? unknownHeight : Math.round(sum / known);
}
