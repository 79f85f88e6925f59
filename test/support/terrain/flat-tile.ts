import { packTile } from "~/lib/maps/terrain/tile";

/** A packed tile of one height. */
export function flatTile(metres: number): Uint8Array<ArrayBuffer> {
	const [rows, columns] = [11, 11];
	return new Uint8Array(packTile({ rows, columns, heights: new Int16Array(rows * columns).fill(metres) }));
}
