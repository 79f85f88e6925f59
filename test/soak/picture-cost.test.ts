import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { traceOf } from "~/lib/flights/igc-file/trace";
import { backgroundMapOf } from "~/lib/maps/background-map";
import { rasterise } from "~/lib/maps/raster/rasterise.server";
import { Terrain, tilesOf } from "~/lib/maps/terrain/terrain";
import { drawPicture } from "~/lib/results/pictures/draw-picture";
import { newestEdition } from "~editions/index";
import { flown, type Hop, place } from "~test/support/flown";
import { randomTasks } from "~test/support/random-task";
import { realTile } from "~test/support/terrain/real-tile";

/* What a picture of a shared link costs, with all that one can show: relief, a task, three winding tracks and two podiums. */

const bytesOf = vi.hoisted(() => (path: string) => ({ default: readFileSync(path) }));
vi.mock("@resvg/resvg-wasm/index_bg.wasm", () => bytesOf("node_modules/@resvg/resvg-wasm/index_bg.wasm"));
vi.mock("../../app/lib/maps/raster/fonts/latin.bin", () => bytesOf("app/lib/maps/raster/fonts/latin.bin"));
vi.mock("../../app/lib/maps/raster/fonts/cyrillic.bin", () =>
	bytesOf("app/lib/maps/raster/fonts/cyrillic.bin"),
);

/** Milliseconds of processor time. */
const budget = 500;
const largest = 120_000;

const track = (beside: number) => {
	const hops: Hop[] = Array.from({ length: 400 }, (_, step) => ({
		to: place(60_000 * Math.sin(step / 60) + beside, 45_000 * Math.cos(step / 45) + 900 * Math.sin(step)),
	}));
	return traceOf(flown({ hops }));
};

test("the fullest picture of a link takes at most half a second of the processor and 120 kB", async () => {
	const traces = [0, 1_500, -1_500].map(track);
	const square = { source: "srtm" as const, tile: realTile() };
	const names = tilesOf({ west: 12, east: 20, south: 47, north: 52 });
	const terrain = new Terrain(new Map(names.map((name) => [name, square])));
	const ground = { ...backgroundMapOf(newestEdition(), "cs"), terrain };
	const rows = ["Šťastný Žluťoučký", "Ж".repeat(80), "Wolfgang Hintermoser"].map((name, index) => ({
		place: index + 1,
		number: `W${index}`,
		name,
		points: "1 000",
	}));
	const podiums = ["Club", "Kombi"].map((name) => ({ name, rows }));
	const content = { path: "day", title: "17. 7. 2025", lines: [], podiums, map: null };
	const [task] = [...randomTasks("pictures", 1)];
	const draw = async () => {
		const before = process.cpuUsage();
		const png = await rasterise(
			drawPicture(newestEdition(), content, { points: task?.points ?? null, traces, ground }),
		);
		const { user, system } = process.cpuUsage(before);
		return { bytes: png.length, cpu: (user + system) / 1_000 };
	};
	// The first one loads the library, which an isolate does once.
	const drawn = [await draw(), await draw(), await draw(), await draw()];
	expect(drawn[0]?.bytes).toBeLessThanOrEqual(largest);
	expect(Math.min(...drawn.map(({ cpu }) => cpu))).toBeLessThanOrEqual(budget);
});
