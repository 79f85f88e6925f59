import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gunzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { afterAll, describe, expect, test } from "vitest";
import { contourRings } from "~/lib/maps/terrain/contours";
import { drawRelief, tintLevels } from "~/lib/maps/terrain/draw-relief";
import { readHgt } from "~/lib/maps/terrain/read-hgt";
import { Terrain, tilesOf } from "~/lib/maps/terrain/terrain";
import { packTile, type TerrainTile, tileName, unknownHeight, unpackTile } from "~/lib/maps/terrain/tile";
import { Viewport } from "~/lib/maps/viewport";
import { newestEdition } from "~editions/index";
import { realTile } from "~test/support/terrain/real-tile";
import { randomOf } from "../../scripts/demo/random";
import { readTiles } from "../../scripts/terrain/read-tiles";
import { storeTiles } from "../../scripts/terrain/store-tiles";

const tile = realTile();
const terrainOf = (tiles: Readonly<Record<string, TerrainTile>>, missing: readonly string[] = []) =>
	new Terrain(
		new Map(Object.entries(tiles).map(([name, one]) => [name, { source: "srtm" as const, tile: one }])),
		missing,
	);

/** Of 3 seconds; the height of a place by row and column from the north-west. */
function hgt(heightAt: (row: number, column: number) => number, side = 1_201): Uint8Array<ArrayBuffer> {
	const view = new DataView(new ArrayBuffer(side * side * 2));
	for (let row = 0; row < side; row++)
		for (let column = 0; column < side; column++)
			view.setInt16((row * side + column) * 2, heightAt(row, column));
	return new Uint8Array(view.buffer);
}

describe("contours", () => {
	type Segment = readonly [x: number, y: number, toX: number, toY: number];

	/** Marching squares as a plain table of cells: the segments within the grid, each from its smaller end. */
	function reference(heights: Float32Array, columns: number, rows: number, level: number): string[] {
		const segments: Segment[] = [];
		for (let y = 0; y + 1 < rows; y++)
			for (let x = 0; x + 1 < columns; x++) {
				const value = (column: number, row: number) => heights[row * columns + column] ?? 0;
				const [a, b, c, d] = [value(x, y), value(x + 1, y), value(x + 1, y + 1), value(x, y + 1)];
				const along = (from: number, to: number) => (level - from) / (to - from);
				const crossings: Record<string, readonly [number, number]> = {};
				if (a >= level !== b >= level) crossings.north = [x + along(a, b), y];
				if (b >= level !== c >= level) crossings.east = [x + 1, y + along(b, c)];
				if (d >= level !== c >= level) crossings.south = [x + along(d, c), y + 1];
				if (a >= level !== d >= level) crossings.west = [x, y + along(a, d)];
				const names = Object.keys(crossings);
				// In a saddle each high corner is cut off by itself.
				const pairs =
					names.length === 4
						? a >= level
							? ["north west", "east south"]
							: ["north east", "south west"]
						: names.length === 2
							? [names.join(" ")]
							: [];
				for (const pair of pairs) {
					const [one, other] = pair.split(" ").map((name) => crossings[name] ?? [0, 0]);
					if (one && other) segments.push([one[0], one[1], other[0], other[1]] as Segment);
				}
			}
		return named(segments);
	}

	/** Both ends to a thousandth of a cell, the smaller one first. A segment without length says nothing. */
	function named(segments: readonly Segment[]): string[] {
		return segments
			.map(([x, y, toX, toY]) => [`${x.toFixed(3)} ${y.toFixed(3)}`, `${toX.toFixed(3)} ${toY.toFixed(3)}`])
			.filter(([one, other]) => one !== other)
			.map((ends) => ends.sort().join(" – "))
			.sort();
	}

	test("are those of a plain reference in 20 random windows of a real tile", () => {
		const random = randomOf("windows");
		let compared = 0;
		for (let window = 0; window < 20; window++) {
			const [columns, rows] = [40, 30];
			const left = random.integer(0, tile.columns - columns);
			const top = random.integer(0, tile.rows - rows);
			const heights = Float32Array.from(
				{ length: columns * rows },
				(_, index) =>
					tile.heights[(top + Math.floor(index / columns)) * tile.columns + left + (index % columns)] ?? 0,
			);
			for (const level of [300, 400.5, 550]) {
				const rings = contourRings({ columns, rows, heights }, level);
				const sides = rings.flatMap((ring) =>
					ring.map(([x, y], index): Segment => {
						const [toX, toY] = ring[(index + 1) % ring.length] ?? [x, y];
						return [x, y, toX, toY];
					}),
				);
				const within = ([x, y, toX, toY]: Segment) =>
					Math.min(x, y, toX, toY) >= 0 && Math.max(x, toX) <= columns - 1 && Math.max(y, toY) <= rows - 1;
				const expected = reference(heights, columns, rows, level);
				expect(named(sides.filter(within))).toEqual(expected);
				compared += expected.length;
			}
		}
		expect(compared).toBeGreaterThan(1_000);
	});
});

describe("a tile", () => {
	test("of 3 seconds and of 1 second is thinned to the same heights", () => {
		const slope = (share: number) => Math.round(200 + 600 * share);
		const coarse = readHgt(
			"N49E016.hgt",
			hgt((row) => slope(row / 1_200)),
		);
		const fine = readHgt(
			"some/folder/n49e016.SRTMGL1.hgt",
			hgt((row) => slope(row / 3_600), 3_601),
		);
		for (const read of [coarse, fine]) {
			if ("problem" in read) throw new Error(read.problem);
			expect(read.name).toBe("N49E016");
			const terrain = terrainOf({ N49E016: read.tile });
			for (const [latitude, height] of [
				[49.9, 260],
				[49.5, 500],
				[49.1, 740],
			] as const)
				expect(terrain.heightAt(latitude, 16.4)).toBeCloseTo(height, -1);
		}
	});

	test("of any other size is refused, be it two bytes too long or too short", () => {
		const side = 2 * 1_201 ** 2;
		for (const size of [0, 1, side - 2, side - 1, side + 1, side + 2, 2 * 1_200 ** 2, 2 * 1_201 * 3_601])
			expect(readHgt("N49E016.hgt", new Uint8Array(size)), `${size} bytes`).toEqual({ problem: "size" });
	});

	test("with holes is closed where half is known, and stays unknown where nothing is", () => {
		const read = readHgt(
			"N49E016.hgt",
			hgt((row, column) => {
				if (row > 500 && row < 700 && column > 500 && column < 700) return -32_768;
				return (row * 7 + column) % 11 === 0 ? -32_768 : 400;
			}),
		);
		if ("problem" in read) throw new Error(read.problem);
		const terrain = terrainOf({ N49E016: read.tile });
		expect(terrain.heightAt(49.9, 16.1)).toBe(400);
		expect(terrain.heightAt(49.5, 16.5)).toBeNull();
		expect(terrain.heightAt(50.5, 16.5)).toBeNull();
	});

	test("is packed and unpacked as it is; other bytes are none", () => {
		expect(unpackTile(packTile(tile))).toEqual(tile);
		for (const bytes of [new Uint8Array(), new Uint8Array(3), new Uint8Array(400)])
			expect(unpackTile(bytes)).toBeNull();
	});

	test("is named by its south-west corner, on every side of the world", () => {
		expect([tileName(49, 16), tileName(-1, -12), tileName(0, 0)]).toEqual(["N49E016", "S01W012", "N00E000"]);
		expect(tilesOf({ west: 15.9, east: 17.1, south: 49.2, north: 49.8 })).toEqual([
			"N49E015",
			"N49E016",
			"N49E017",
		]);
	});
});

describe("files for the command", () => {
	const folder = mkdtempSync(join(tmpdir(), "tiles-"));
	afterAll(() => rmSync(folder, { recursive: true }));
	const flat = hgt(() => 300);
	const write = (name: string, bytes: Uint8Array) => {
		writeFileSync(join(folder, name), bytes);
		return join(folder, name);
	};
	const read = async (...paths: string[]) => {
		const found: string[] = [];
		for await (const one of readTiles(paths, newestEdition().airfield))
			found.push("complaint" in one ? one.complaint : one.name);
		return found;
	};

	test("are read as they are and in ZIP archives; what is no tile, or far away, is refused and said", async () => {
		const zip = zipSync({
			"a/N48E016.hgt": flat,
			"readme.txt": new Uint8Array(8),
			"N50E016.hgt": flat.slice(2),
		});
		expect(
			await read(
				write("N49E015.hgt", flat),
				write("tiles.zip", zip),
				write("lakes.hgt", flat),
				write("N49E017.hgt", flat.slice(0, 1_000)),
				write("N49W120.hgt", flat),
				write(
					"N49E018.hgt",
					hgt(() => -32_768),
				),
				write("broken.zip", zip.slice(0, 500)),
			),
		).toEqual([
			"N49E015",
			"N48E016",
			expect.stringContaining("N50E016.hgt: it has neither"),
			expect.stringContaining("lakes.hgt: its name is not"),
			expect.stringContaining("N49E017.hgt: it has neither"),
			expect.stringContaining("N49W120.hgt: nobody flies there"),
			expect.stringContaining("N49E018.hgt: no height"),
			expect.stringContaining("broken.zip: it cannot"),
		]);
	});
});

test("a hundred tiles go into a bucket with one reading and one writing of its index, and those before a failure are in it", async () => {
	const objects = new Map<string, Uint8Array>();
	const calls: string[] = [];
	const key = (name: string) => `shared/terrain/${name}`;
	const storage = {
		get: async (name: string) => {
			calls.push(name);
			return objects.get(name) ?? null;
		},
		put: async (name: string, bytes: Uint8Array) => {
			calls.push(name);
			objects.set(name, bytes);
		},
	};
	const small = (metres: number): TerrainTile => ({
		rows: 2,
		columns: 2,
		heights: new Int16Array(4).fill(metres),
	});
	async function* tiles(failsAfter = 100) {
		for (let number = 0; number < 100; number++) {
			if (number === failsAfter) throw new Error("the disk is gone");
			yield { name: tileName(40 + (number % 10), Math.floor(number / 10)), tile: small(number) };
		}
	}
	const indexed = (): Record<string, { readonly digest: string }> =>
		JSON.parse(new TextDecoder().decode(objects.get(key("index.json"))));
	await expect(storeTiles(storage, tiles(7), "copernicus", () => {})).rejects.toThrow("the disk is gone");
	expect(Object.keys(indexed())).toHaveLength(7);
	calls.length = 0;
	await storeTiles(storage, tiles(), "srtm", () => {});
	expect(calls).toHaveLength(102);
	const [name = "", entry] = Object.entries(indexed())[99] ?? [];
	const packed = objects.get(key(`${name}-${entry?.digest}`)) ?? new Uint8Array();
	expect(unpackTile(new Uint8Array(gunzipSync(packed)))).toEqual(small(99));
});

describe("relief of a map", () => {
	const format = { width: 1000, leastHeight: 500, mostHeight: 1000, margin: 60, leastExtentM: 10_000 };
	const whole = new Viewport({ west: 16.2, east: 16.8, south: 49.3, north: 49.7 }, format);

	test("takes at most 6 kB compressed, and none where no heights are known", () => {
		const paths = drawRelief(whole, terrainOf({ N49E016: tile }));
		expect(paths.length).toBeGreaterThan(2);
		expect(paths.length).toBeLessThanOrEqual(tintLevels.length);
		expect(brotliCompressSync(paths.join("")).length).toBeLessThan(6_000);
		expect(drawRelief(whole, terrainOf({ N51E010: tile }))).toEqual([]);
	});

	test("of a card takes a third of the bytes, with the same tints", () => {
		const [fine, rough] = [8, 24].map((step) => drawRelief(whole, terrainOf({ N49E016: tile }), step));
		expect(rough).toHaveLength(fine?.length ?? 0);
		const bytes = (paths: readonly string[] = []) => brotliCompressSync(paths.join("")).length;
		expect(bytes(rough)).toBeLessThan(0.4 * bytes(fine));
	});

	test("beside a missing tile no tint has a side along the edge: it ends before it, and not along a straight line", () => {
		const across = new Viewport({ west: 16.5, east: 17.5, south: 49.3, north: 49.7 }, format);
		const flat: TerrainTile = { rows: 2, columns: 2, heights: Int16Array.of(600, 600, 600, 600) };
		const ends = [tile, flat].map((one) => {
			const paths = drawRelief(across, terrainOf({ N49E016: one }));
			return paths.map((path) => {
				let x = 0;
				return Math.max(
					...[...path.matchAll(/([Ml])(-?[\d.]+) /g)].map(([, command, step]) => {
						x = command === "M" ? Number(step) : x + Number(step);
						return x;
					}),
				);
			});
		});
		for (const end of ends.flat()) expect(end).toBeLessThan(across.x(17) - 15);
		// Of flat ground each tint ends where the one above it has long ended.
		const [low = 0, middle = 0, high = 0] = ends[1] ?? [];
		expect(low - middle).toBeGreaterThan(15);
		expect(middle - high).toBeGreaterThan(15);
		const [lowest = ""] = drawRelief(across, terrainOf({ N49E016: flat }));
		let x = 0;
		const upright = [...lowest.matchAll(/([Ml])(-?[\d.]+) (-?[\d.]+)/g)].map(([, command, right, down]) => {
			x = command === "M" ? Number(right) : x + Number(right);
			return command === "l" && x > across.x(16.8) && Math.abs(Number(right)) <= 2
				? Math.abs(Number(down))
				: 0;
		});
		expect(Math.max(...upright)).toBeLessThan(80);
	});

	test("holds no unknown heights", () => {
		expect([...tile.heights].includes(unknownHeight)).toBe(false);
		expect(readFileSync(new URL("../support/terrain/N49E016.gz", import.meta.url)).length).toBeLessThan(
			300_000,
		);
	});
});
