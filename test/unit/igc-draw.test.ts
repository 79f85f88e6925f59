import { describe, expect, test } from "vitest";
import { drawTracks } from "~/lib/flights/draw-tracks.server";
import { analyseFlight, type Flight } from "~/lib/flights/igc-file/analyse-flight";
import { drawBarogram, heightAboveGround, pointOnBarogram } from "~/lib/flights/igc-file/draw-barogram";
import { readFlightLog } from "~/lib/flights/igc-file/read-flight-log";
import { traceOf } from "~/lib/flights/igc-file/trace";
import { simplifyLine } from "~/lib/maps/simplify-line";
import { Terrain, tilesOf } from "~/lib/maps/terrain/terrain";
import { type TerrainTile, unpackTile } from "~/lib/maps/terrain/tile";
import { boundsOf, Viewport } from "~/lib/maps/viewport";
import { mapFormat } from "~/lib/tasks/draw-task.server";
import { drawFlight } from "~/routes/igc.$igcFileId/draw-flight.server";
import type { FlownClimb } from "~db/schema";
import { flatTile } from "~test/support/terrain/flat-tile";
import {
	type GeneratedFix,
	generateFixes,
	type IgcFileOptions,
	igcFile,
} from "../../scripts/demo/igc-generator";

function flightOf(options: IgcFileOptions): Flight {
	const reading = readFlightLog(igcFile(options));
	if (!reading.ok) throw new Error(`refused: ${reading.reason}`);
	return analyseFlight(reading.log);
}

interface Point {
	x: number;
	y: number;
}

/** The points of a path of `M x y` and `l dx dy`, one list for every stroke. */
function strokes(path: string): Point[][] {
	const lines: Point[][] = [];
	for (const [, command, first, second] of path.matchAll(/([MLl])(-?[\d.]+) (-?[\d.]+)/g)) {
		const [x, y] = [Number(first), Number(second)];
		const line = lines.at(-1) ?? [];
		const previous = line.at(-1) ?? { x: 0, y: 0 };
		if (command === "M") lines.push([{ x, y }]);
		else line.push(command === "l" ? { x: previous.x + x, y: previous.y + y } : { x, y });
	}
	return lines;
}

/** How far a point is from a line of points. */
function distanceTo(line: Point[], { x, y }: Point): number {
	const distances = line.slice(1).map((end, index) => {
		const start = line[index] ?? end;
		const [dx, dy] = [end.x - start.x, end.y - start.y];
		const along = Math.min(
			1,
			Math.max(0, ((x - start.x) * dx + (y - start.y) * dy) / (dx * dx + dy * dy || 1)),
		);
		return Math.hypot(x - start.x - along * dx, y - start.y - along * dy);
	});
	return Math.min(...distances);
}

const climbOf = (from: number, to: number): FlownClimb => ({
	from,
	to,
	timeS: (to - from) / 1000,
	gainM: 100,
	rate: 1,
	best: 1,
	turns: "left",
	latitude: 50,
	longitude: 15,
	driftKmh: 0,
	driftDeg: 0,
});

test("numbers of climbs on a barogram never lie on each other: of those close together the first has its number", () => {
	const trace = traceOf(flightOf({ fixes: 3600, interval: 4 }));
	const date = "2025-07-15";
	const first = Date.parse(`${date}T00:00:00Z`) + 1000 * (trace.times[0] ?? 0);
	const climbs = [0, 150, 300, 3000, 3150].map((second) =>
		climbOf(first + 1000 * second, first + 1000 * (second + 100)),
	);
	const drawing = drawFlight({ trace, date, points: null, result: null, climbs, ground: background });
	// 874 units are four hours, so that two digits take some six minutes.
	expect(drawing.climbs.map(({ isNumbered }) => isNumbered)).toEqual([true, false, false, true, false]);
});

const background = { places: [], language: "en", areas: [] } as const;
/** The flight on a map without a task. */
function drawn(flight: Flight) {
	const { map, tracks } = drawTracks([traceOf(flight)], [], background);
	return { ...map, path: tracks[0]?.whole ?? "", gaps: tracks[0]?.gaps ?? "" };
}

describe("the track", () => {
	const options: IgcFileOptions = { fixes: 3000 };
	const track = drawn(flightOf(options));
	const [line = []] = strokes(track.path);

	test("lies within the map and fills it in one direction", () => {
		const { width, height } = track;
		const [xs, ys] = [line.map(({ x }) => x), line.map(({ y }) => y)];
		expect(Math.min(...xs)).toBeGreaterThanOrEqual(59);
		expect(Math.max(...xs)).toBeLessThanOrEqual(width - 59);
		expect(Math.min(...ys)).toBeGreaterThanOrEqual(59);
		expect(Math.max(...ys)).toBeLessThanOrEqual(height - 59);
		const fill = Math.max(
			(Math.max(...xs) - Math.min(...xs)) / (width - 120),
			(Math.max(...ys) - Math.min(...ys)) / (height - 120),
		);
		expect(fill).toBeGreaterThan(0.98);
	});

	test("is one stroke of few points and a short text, which carries no style and no client's text", () => {
		expect(strokes(track.path)).toHaveLength(1);
		expect(track.gaps).toBe("");
		expect(line.length).toBeLessThanOrEqual(840);
		expect(track.path.length).toBeLessThan(12_000);
		expect(track.path).toMatch(/^M[\d. -]+(l[\d. -]+)+$/);
	});

	test("passes near every fix, north above and east to the right", () => {
		const fixes = generateFixes(options);
		const viewport = new Viewport(boundsOf(fixes), { ...mapFormat, mostHeight: 700 });
		const distances = fixes.map((fix) => {
			const [x, y] = viewport.project(fix);
			return distanceTo(line, { x, y });
		});
		expect(Math.max(...distances)).toBeLessThan(3);
	});
});

test("a gap breaks the stroke and is drawn apart", () => {
	const change = (fix: GeneratedFix, index: number) => (index >= 400 && index < 500 ? null : fix);
	const analysis = flightOf({ fixes: 1000, change });
	const { whole, gaps } = drawBarogram(traceOf(analysis)).line;
	for (const picture of [drawn(analysis), { path: whole, gaps }]) {
		const [before, after, ...more] = strokes(picture.path);
		expect(more).toEqual([]);
		const [gap = [], ...moreGaps] = strokes(picture.gaps);
		expect(moreGaps).toEqual([]);
		expect(gap).toHaveLength(2);
		expect(gap.at(0)?.x).toBeCloseTo(before?.at(-1)?.x ?? Number.NaN, 5);
		expect(gap.at(1)).toEqual(after?.at(0));
	}
});

test("a gap of hours has no line, and one of half an hour has", () => {
	const gapOf = (seconds: number) => {
		const change = (fix: GeneratedFix, index: number) =>
			index > 400 && index < 400 + seconds / 10 ? null : fix;
		const analysis = flightOf({ fixes: 2000, interval: 10, change });
		return [drawn(analysis).gaps, drawBarogram(traceOf(analysis)).line.gaps];
	};
	expect(gapOf(7_200)).toEqual(["", ""]);
	for (const gaps of gapOf(1_800)) expect(strokes(gaps)).toHaveLength(1);
});

test.each([0, 200, 499])("a wrong position of fix %i leaves the map as it is", (wrong) => {
	const plain = drawn(flightOf({ fixes: 500 }));
	const change = (fix: GeneratedFix, index: number) => (index === wrong ? { ...fix, latitude: 5 } : fix);
	expect(drawn(flightOf({ fixes: 500, change })).scaleBar).toEqual(plain.scaleBar);
});

test("a log of one place is drawn at a scale of some kilometres", () => {
	const change = (fix: GeneratedFix) => ({
		...fix,
		latitude: 50,
		longitude: 15,
		pressureAltitude: 1,
		gnssAltitude: 1,
	});
	expect(drawn(flightOf({ fixes: 50, change })).scaleBar.metres).toBe(2_000);
});

test.each([179.9, -179.9])("a flight across the date line stays in one piece, from %d", (longitude) => {
	const track = drawn(flightOf({ fixes: 900, flight: { longitude } }));
	expect(track.scaleBar.metres).toBe(drawn(flightOf({ fixes: 900 })).scaleBar.metres);
});

describe("the barogram", () => {
	const barogram = drawBarogram(traceOf(flightOf({ fixes: 3000 })));
	const { plot } = barogram;

	test("has room for four digits in the letters of a phone, which are 32 units high", () => {
		expect(plot.x - 8).toBeGreaterThanOrEqual(3 * 32);
	});

	test("lies within its plot and spans it", () => {
		const [line = []] = strokes(barogram.line.whole);
		expect(line.at(0)?.x).toBeCloseTo(plot.x, 5);
		expect(line.at(-1)?.x).toBeCloseTo(plot.x + plot.width, 5);
		for (const { y } of line) {
			expect(y).toBeGreaterThanOrEqual(plot.y - 0.1);
			expect(y).toBeLessThanOrEqual(plot.y + plot.height + 0.1);
		}
	});

	test("shows the ground as the recorder would: before its take-off the glider stands on it", () => {
		const trace = traceOf(flightOf({ fixes: 3000 }));
		const square = { source: "srtm" as const, tile: unpackTile(flatTile(300)) as TerrainTile };
		const names = tilesOf({ west: 14, east: 17, south: 48, north: 52 });
		const terrain = new Terrain(new Map(names.map((name) => [name, square])));
		const drawn = drawBarogram(trace, terrain);
		const [, level] = pointOnBarogram(drawn.span, 0, trace.altitudes[0] ?? 0);
		const [[, ...edge] = []] = strokes(drawn.ground);
		for (const { y } of edge.slice(0, -1)) expect(Math.abs(y - level)).toBeLessThan(1);
		const highest = Math.max(...trace.altitudes);
		const time = trace.times[trace.altitudes.indexOf(highest)] ?? 0;
		expect(heightAboveGround(trace, terrain, time)).toBe(highest - (trace.altitudes[0] ?? 0));
		expect(heightAboveGround(trace, new Terrain(new Map()), time)).toBeNull();
	});

	test("has ticks at round times and altitudes", () => {
		expect(barogram.timeTicks.map(({ time }) => time)).toEqual(
			[9.5, 10, 10.5, 11, 11.5, 12, 12.5].map((hours) => hours * 3600),
		);
		expect(barogram.altitudeTicks.map(({ metres }) => metres)).toEqual([0, 500, 1000, 1500, 2000]);
		expect(barogram.altitudeTicks.at(0)?.y).toBe(plot.y + plot.height);
		expect(barogram.altitudeTicks.at(-1)?.y).toBe(plot.y);
	});

	test("reaches the highest altitude of the flight", () => {
		const [line = []] = strokes(barogram.line.whole);
		const highest = Math.max(...generateFixes({ fixes: 3000 }).map((fix) => fix.pressureAltitude));
		const [, y] = pointOnBarogram(barogram.span, 0, highest);
		expect(Math.min(...line.map((point) => point.y))).toBeCloseTo(y, 0);
	});

	test("is drawn whole by the bands of climb, each where it climbs so", () => {
		const [whole = []] = strokes(barogram.line.whole);
		const parts = barogram.line.bands.map(strokes);
		const steps = parts.map((strokes) => strokes.reduce((sum, stroke) => sum + stroke.length - 1, 0));
		expect(steps.reduce((sum, count) => sum + count, 0)).toBe(whole.length - 1);
		const rises = (band: number) =>
			(parts[band] ?? []).reduce((sum, stroke) => sum + (stroke.at(0)?.y ?? 0) - (stroke.at(-1)?.y ?? 0), 0);
		expect(rises(1)).toBeLessThan(0);
		expect(rises(3)).toBeGreaterThan(0);
	});
});

describe("a simplified line", () => {
	const wave = Float64Array.from({ length: 5000 }, (_, index) => 50 * Math.sin(index / 40));
	const steps = Float64Array.from(wave.keys());

	test("keeps to the tolerance when there are points enough", () => {
		const points = simplifyLine(steps, wave, { maxPoints: 5000, tolerance: 1, fixed: [] });
		const line = points.map((point) => ({ x: steps[point] ?? 0, y: wave[point] ?? 0 }));
		const worst = Math.max(...Array.from(wave, (y, x) => distanceTo(line, { x, y })));
		expect(worst).toBeLessThanOrEqual(1.5);
		expect(points.length).toBeLessThan(600);
	});

	test("keeps to the number of points and the ones asked for", () => {
		const points = simplifyLine(steps, wave, { maxPoints: 50, tolerance: 0, fixed: [17, 3333] });
		expect(points).toHaveLength(50);
		expect(points).toEqual([...points].sort((a, b) => a - b));
		expect(points).toEqual(expect.arrayContaining([0, 17, 3333, 4999]));
	});

	test("of one point or none is the same", () => {
		const detail = { maxPoints: 10, tolerance: 1, fixed: [] };
		expect(simplifyLine(new Float64Array(), new Float64Array(), detail)).toEqual([]);
		expect(simplifyLine(Float64Array.of(1), Float64Array.of(1), detail)).toEqual([0]);
	});
});
