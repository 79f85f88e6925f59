import type { Bounds } from "../viewport";
import { cornerOfTile, type TerrainSource, type TerrainTile, tileName, unknownHeight } from "./tile";

export interface SourcedTile {
	readonly source: TerrainSource;
	readonly tile: TerrainTile;
}

/** The heights of some square degrees. */
export class Terrain {
	readonly sources: readonly TerrainSource[];
	/** Tiles by the number of their south-west corner. */
	private readonly tiles: ReadonlyMap<number, TerrainTile>;

	/**
	 * @param tiles by name
	 * @param missing names of the tiles that were asked for, and are not stored
	 */
	constructor(
		tiles: ReadonlyMap<string, SourcedTile>,
		readonly missing: readonly string[] = [],
	) {
		this.sources = [...new Set([...tiles.values()].map(({ source }) => source))].sort();
		this.tiles = new Map(
			[...tiles].flatMap(([name, { tile }]) => {
				const corner = cornerOfTile(name);
				return corner ? [[numberOf(corner.south, corner.west), tile] as const] : [];
			}),
		);
	}

	/** Metres above sea level, interpolated between known heights; null when one of them is unknown. */
	heightAt(latitude: number, longitude: number): number | null {
		const [south, west] = [Math.floor(latitude), Math.floor(longitude)];
		const tile = this.tiles.get(numberOf(south, west));
		if (!tile) return null;
		const { rows, columns, heights } = tile;
		const [down, across] = [(1 - latitude + south) * (rows - 1), (longitude - west) * (columns - 1)];
		const [row, column] = [Math.min(rows - 2, Math.floor(down)), Math.min(columns - 2, Math.floor(across))];
		const [y, x] = [down - row, across - column];
		const first = row * columns + column;
		const below = first + columns;
		const [northWest, northEast] = [heights[first] ?? 0, heights[first + 1] ?? 0];
		const [southWest, southEast] = [heights[below] ?? 0, heights[below + 1] ?? 0];
		if (Math.min(northWest, northEast, southWest, southEast) === unknownHeight) return null;
		return (1 - y) * ((1 - x) * northWest + x * northEast) + y * ((1 - x) * southWest + x * southEast);
	}
}

const numberOf = (south: number, west: number) => south * 360 + west;

/** Names of the square degrees that bounds touch. */
export function tilesOf({ west, east, south, north }: Bounds): string[] {
	const names: string[] = [];
	for (let latitude = Math.floor(south); latitude < north; latitude++)
		for (let longitude = Math.floor(west); longitude < east; longitude++)
			names.push(tileName(latitude, longitude));
	return names;
}
