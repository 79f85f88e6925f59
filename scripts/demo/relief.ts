import { metresPerDegree } from "~/lib/maps/geodesy";
import { terrainKeys } from "~/lib/maps/terrain/terrain-index";
import { cornerOfTile, type TerrainTile } from "~/lib/maps/terrain/tile";
import { newestEdition } from "~editions/index";
import type { ReadTile } from "../terrain/read-tiles";
import { bucketStorage, storeTiles } from "../terrain/store-tiles";
import { knownHeights } from "./waypoints";

/*
 * The heights of the demo's country. They are invented, so that the maps of the demo show relief without files of anybody else: the
 * heights of the waypoints, which are invented too, and hills between them. Tiles of `npm run terrain` take their place.
 */

/** The square degrees that the maps of the demo's tasks show. */
const names = ["N48", "N49", "N50"].flatMap((south) =>
	["E014", "E015", "E016", "E017"].map((west) => south + west),
);
/** Half as many as a tile of a real country has: a hill of the demo is no smaller than 2 km. */
const [rows, columns] = [201, 121];

/**
 * Where gliders of the demo land out, in kilometres north and east of the airfield. Its flights know one ground, as high as the airfield,
 * and their barograms end on it.
 */
const fields: readonly (readonly [north: number, east: number])[] = [
	[23.7, 49.5],
	[-32.5, 62],
	[4.5, 56.5],
	[43.1, 5.5],
	[19.2, 55.4],
	[41.3, 8.7],
	[24.4, 44.1],
	[7.5, 60.6],
	[31.8, 30.9],
	[35.9, 22.4],
	[25.1, 48],
	[-39.8, 40.1],
	[-36.9, 55],
	[33, 39.6],
	[-44, 37.7],
	[48.1, 37.3],
	[-13.8, 53.9],
	[-42.7, 1.3],
	[-23, -24.3],
	[-48.1, 4.6],
	[-47.2, 3.9],
	[-46.1, 1.9],
	[-19.3, -30.9],
	[-43.7, -4.6],
	[-12.9, 5.7],
	[-36, -27.6],
	[-34.3, -25.3],
	[-21.7, -5.3],
	[-31.7, -23.3],
	[-14, 8],
	[-21.2, 0.6],
	[51.6, 32.2],
	[19.3, 34.9],
	[48.2, 30.9],
	[11.2, -44.1],
	[59.3, 25.5],
	[-31.6, 59.5],
	[-28.2, 49.4],
	[36.7, 13.9],
	[-18.6, 60.6],
	[40.7, 39.9],
	[-24.4, 56.8],
	[-43, 24.9],
];

/** Kilometres from a field, or from the airfield, within which the ground is as high as there, and from which on it is free. */
const [flat, free] = [1.2, 7];

const { airfield } = newestEdition();
const kilometresNorth = metresPerDegree / 1000;
const kilometresEast = kilometresNorth * Math.cos((airfield.latitude * Math.PI) / 180);
const points = [
	...knownHeights(airfield),
	...fields.map(([north, east]) => ({ north, east, elevation: airfield.elevation })),
];
/** Metres. No ground is lower. */
const lowest = 190;

/** Metres above sea level. */
export function demoHeight(latitude: number, longitude: number): number {
	const north = (latitude - airfield.latitude) * kilometresNorth;
	const east = (longitude - airfield.longitude) * kilometresEast;
	const freedom = fields.reduce(
		(least, field) => Math.min(least, freedomNear(field, north, east)),
		freedomNear([0, 0], north, east),
	);
	const country = Math.max(lowest, countryHeight(north, east) + hills(north, east));
	return airfield.elevation + freedom * (country - airfield.elevation);
}

/** From 0 in a field to 1 away from it. */
function freedomNear(
	[fieldNorth, fieldEast]: readonly [number, number],
	north: number,
	east: number,
): number {
	const share = (Math.hypot(north - fieldNorth, east - fieldEast) - flat) / (free - flat);
	const held = Math.min(1, Math.max(0, share));
	return held * held * (3 - 2 * held);
}

/** The mean of the known heights, those nearby counting most. */
function countryHeight(north: number, east: number): number {
	let [sum, weights] = [0, 0];
	for (const point of points) {
		const weight = ((point.north - north) ** 2 + (point.east - east) ** 2 + 40) ** -1.6;
		sum += weight * point.elevation;
		weights += weight;
	}
	return sum / weights;
}

/** Ranges of hills of four sizes, each of which runs in a direction of its own. Metres. */
function hills(north: number, east: number): number {
	const range = (size: number, height: number, turn: number) => {
		const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
		const bent = 0.35 * noise(north / size + 40, east / size - 40);
		const [along, across] = [(north * cosine + east * sine) / size, (east * cosine - north * sine) / size];
		return height * (0.4 - Math.abs(noise(along + bent, 1.6 * across - bent)));
	};
	return range(34, 190, 0.9) + range(17, 120, 2.1) + range(8, 60, 0.4) + range(4, 26, 1.5);
}

/** From -1 to 1, smooth, and the same everywhere and always. */
function noise(y: number, x: number): number {
	const [row, column] = [Math.floor(y), Math.floor(x)];
	const [down, across] = [smooth(y - row), smooth(x - column)];
	const upper = mix(corner(row, column), corner(row, column + 1), across);
	const lower = mix(corner(row + 1, column), corner(row + 1, column + 1), across);
	return mix(upper, lower, down);
}

const smooth = (share: number) => share * share * (3 - 2 * share);
const mix = (from: number, to: number, share: number) => from + share * (to - from);

function corner(row: number, column: number): number {
	let mixed = Math.imul(row, 0x27d4eb2d) ^ Math.imul(column, 0x165667b1);
	mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 31 - 1;
}

function demoTile(name: string): TerrainTile {
	const { south, west } = cornerOfTile(name) ?? { south: 0, west: 0 };
	const heights = new Int16Array(rows * columns);
	for (let row = 0; row < rows; row++)
		for (let column = 0; column < columns; column++)
			heights[row * columns + column] = Math.round(
				demoHeight(south + 1 - row / (rows - 1), west + column / (columns - 1)),
			);
	return { rows, columns, heights };
}

async function* demoTiles(): AsyncGenerator<ReadTile> {
	for (const name of names) yield { name, tile: demoTile(name) };
}

/** Puts the heights into a local bucket that has none. */
export async function storeDemoRelief(files: R2Bucket): Promise<void> {
	if (await files.head(terrainKeys.index)) return;
	await storeTiles(bucketStorage(files), demoTiles(), "invented", () => {});
}
