import { packTile } from "~/lib/maps/terrain/tile";

/** A packed tile of one height. */
export function flatTile(metres: number): Uint8Array<ArrayBuffer> {
	const [rows, columns] = [11, 11];
	return new Uint8Array(packTile({ rows, columns, heights: new Int16Array(rows * columns).fill(metres) }));
}

/** A packed tile of hills with valleys, as fine as those of `npm run terrain`. */
export function hillyTile(): Uint8Array<ArrayBuffer> {
	const [rows, columns] = [401, 241];
	const waves = [7, 17, 41, 83].map((width) => ({ width, height: 5 * width ** 0.75 }));
	const heights = Int16Array.from({ length: rows * columns }, (_, index) => {
		const [row, column] = [Math.floor(index / columns), index % columns];
		return waves.reduce(
			(sum, { width, height }) =>
				sum + height * Math.sin(row / width + Math.cos(column / width)) * Math.cos(column / width - row / 29),
			480,
		);
	});
	return new Uint8Array(packTile({ rows, columns, heights }));
}
