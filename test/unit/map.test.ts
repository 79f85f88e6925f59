import { readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { drawMap } from "~/lib/maps/draw-map.server";
import { legBetween } from "~/lib/maps/geodesy";
import { type Label, layOutLabels } from "~/lib/maps/labels";
import { Terrain, tilesOf } from "~/lib/maps/terrain/terrain";
import { boundsOf, Viewport } from "~/lib/maps/viewport";
import { lakes, rivers } from "~/lib/maps/waters-table.server";
import { kindOfAirspace, cornersOf as outlineOf } from "~/lib/tasks/airspace/airspace";
import { readOpenAir } from "~/lib/tasks/airspace/read-openair";
import { drawTask, drawTaskMap, mapFormat } from "~/lib/tasks/draw-task.server";
import { nationalAirspace } from "~test/support/national-airspace";
import { randomTasks } from "~test/support/random-task";
import { realTile } from "~test/support/terrain/real-tile";

const nothing = { names: [], lines: [] };
const areaZone = { shape: "cylinder", radiusM: 10_000, style: "symmetrical", axisDeg: null } as const;
const brno = { latitude: 49.195, longitude: 16.608 };
const jihlava = { latitude: 49.396, longitude: 15.591 };

test("a viewport shows what it is to show, north up, at the scale that it says", () => {
	const viewport = new Viewport(boundsOf([brno, jihlava]), mapFormat);
	const [[brnoX, brnoY], [jihlavaX, jihlavaY]] = [viewport.project(brno), viewport.project(jihlava)];
	expect([jihlavaX, brnoX]).toEqual([mapFormat.margin, mapFormat.width - mapFormat.margin]);
	expect(brnoY).toBeGreaterThan(jihlavaY);
	const { distanceM, bearingDeg } = legBetween("wgs84", jihlava, brno);
	const { scaleBar } = viewport;
	const metres = (Math.hypot(brnoX - jihlavaX, brnoY - jihlavaY) / scaleBar.width) * scaleBar.metres;
	expect(Math.abs(metres / distanceM - 1)).toBeLessThan(0.005);
	const drawn = (Math.atan2(brnoX - jihlavaX, jihlavaY - brnoY) * 180) / Math.PI;
	expect(Math.abs(drawn - bearingDeg)).toBeLessThan(1);
});

const around = (latitude: number, longitude: number, degrees: number) =>
	new Viewport(
		boundsOf([
			{ latitude: latitude - degrees, longitude: longitude - degrees },
			{ latitude: latitude + degrees, longitude: longitude + degrees },
		]),
		mapFormat,
	);

test("a viewport has the border of the country where it is, and none where it is not", () => {
	// All of the country: the crossing of its borders with Austria and Slovakia lies on the line.
	const whole = around(49.8, 15.5, 3);
	const { home, borders } = drawMap(whole, { places: [] }, nothing);
	const [x, y] = whole.project({ latitude: 48.617, longitude: 16.946 });
	expect(
		Math.min(...cornersOf(home).map(([cornerX, cornerY]) => Math.hypot(x - cornerX, y - cornerY))),
	).toBeLessThan(4);
	expect(borders).not.toBe("");
	// In its middle there is land alone, as wide as the viewport.
	const middle = drawMap(around(49.6, 15.5, 0.1), { places: [] }, nothing);
	expect(middle.borders).toBe("");
	expect(cornersOf(middle.home)).toHaveLength(4);
	expect(drawMap(around(40, 0, 1), { places: [] }, nothing)).toMatchObject({ home: "", borders: "" });
});

/** Corners of a path of `M x y` and `l dx dy`. */
function cornersOf(path: string): [x: number, y: number][] {
	let [x, y] = [0, 0];
	return [...path.matchAll(/([Ml])(-?[\d.]+) (-?[\d.]+)/g)].map(([, command, first, second]) => {
		[x, y] = command === "M" ? [Number(first), Number(second)] : [x + Number(first), y + Number(second)];
		return [x, y];
	});
}

/** Where a name is drawn when its letters are as wide as those of most fonts are on average. */
function boxOf({ x, y, dx, dy, anchor, text }: Label, fontSize: number) {
	const width = text.length * 0.55 * fontSize;
	const left = x + dx - { start: 0, middle: width / 2, end: width }[anchor];
	const line = y + dy * fontSize;
	return { left, right: left + width, top: line - 0.75 * fontSize, bottom: line + 0.2 * fontSize };
}

type Box = ReturnType<typeof boxOf>;

const isApart = (one: Box, other: Box) =>
	one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;

const isBelow = (box: Box, { x, y }: Label) => x > box.left && x < box.right && y > box.top && y < box.bottom;

/** Names that lie on another one, on a dot or over the edge. A number alone is a last resort. */
function covered(labels: readonly Label[], fontSize: number, width: number): string[] {
	const names = labels
		.filter(({ text }) => !/^[\d/SF]+$/.test(text))
		.map((label) => ({ ...label, box: boxOf(label, fontSize) }));
	return names
		.filter(
			({ box }, index) =>
				box.left < 0 ||
				box.right > width ||
				labels.some((dot) => isBelow(box, dot)) ||
				names.slice(index + 1).some((other) => !isApart(box, other.box)),
		)
		.map(({ text }) => text);
}

test("names lie on no other name, no dot and not over the edge, on a page and on a phone", () => {
	const places = Array.from({ length: 200 }, (_, index) => ({
		name: `Town number ${index}`,
		latitude: 48 + (index % 20) / 5,
		longitude: 12 + Math.floor(index / 20) / 1.25,
		isAirfield: index % 7 === 0,
	}));
	for (const { points } of randomTasks("map", 20)) {
		const { map } = drawTaskMap(points, { places });
		const { wide, narrow } = map.labels;
		expect([covered(wide, 20, map.width), covered(narrow, 34, map.width)]).toEqual([[], []]);
		expect(wide.length).toBeGreaterThan(narrow.length);
		// Every point is there, with its number at least.
		const numbers = wide
			.filter(({ kind }) => kind === "point")
			.flatMap(({ text }) => text.split(" ")[0]?.split("/"));
		expect(numbers).toHaveLength(points.length);
		// All others stand next to their dots.
		for (const { dx, dy, kind } of [...wide, ...narrow])
			if (kind !== "point") expect(Math.abs(dx) + 10 * Math.abs(dy)).toBeLessThan(20);
	}
});

test("the line of a start is under no name of the task", () => {
	const start = { shape: "line", lengthM: 20_000, style: "start", axisDeg: null } as const;
	for (const { points: given } of randomTasks("line", 60)) {
		const points = given.map((point, index) => (index === 0 ? { ...point, zone: start } : point));
		const { map, task } = drawTaskMap(points, { places: [] });
		const line = task.zones.find(({ isLine }) => isLine);
		const [[fromX, fromY] = [0, 0], [toX, toY] = [0, 0]] = cornersOf(line?.path ?? "");
		const onLine = Array.from({ length: 101 }, (_, part) => ({
			x: fromX + ((toX - fromX) * part) / 100,
			y: fromY + ((toY - fromY) * part) / 100,
		}));
		const own = map.labels.wide.filter(({ text }) => /^S[/ ]/.test(text));
		const boxes = own.map((label) => boxOf(label, 20));
		expect(
			boxes.filter((box) =>
				onLine.some(({ x, y }) => x > box.left && x < box.right && y > box.top && y < box.bottom),
			),
		).toEqual([]);
	}
});

test("two names keep apart, however near their dots are", () => {
	const size = 20;
	const width = 8 * 0.6 * size;
	for (let apart = 20; apart < 400; apart += 1) {
		const dot = (x: number) => ({ x, y: 100, text: "aaaaaaaa", short: null, kind: "town" as const });
		// The edge leaves the second name room on the side of the first one alone.
		const room = { width: 330 + apart, height: 200, fontSize: size, taken: [], lines: [] };
		const labels = layOutLabels([dot(300), dot(300 + apart)], room);
		const [first, second] = labels.map((label) => {
			const left = label.x + label.dx - { start: 0, middle: width / 2, end: width }[label.anchor];
			return { left, right: left + width, line: label.y + label.dy * size };
		});
		if (!first || !second || Math.abs(first.line - second.line) >= size / 2) continue;
		const between = Math.max(second.left - first.right, first.left - second.right);
		expect(between).toBeGreaterThanOrEqual(size / 3);
	}
	for (let below = 16; below < 100; below += 1) {
		const dot = (y: number) => ({ x: 300, y, text: "aaaaaaaa", short: null, kind: "town" as const });
		const room = { width: 430, height: 300, fontSize: size, taken: [], lines: [] };
		const [first, second] = layOutLabels([dot(100), dot(100 + below)], room);
		if (!first || !second || first.anchor !== second.anchor) continue;
		const lines = [first, second].map(({ y, dy }) => y + dy * size);
		expect(Math.abs((lines[1] ?? 0) - (lines[0] ?? 0))).toBeGreaterThanOrEqual(1.2 * size);
	}
});

test("the name of a place crosses no line, that of a point as few as it can; that of a lake stands on it", () => {
	const room = { width: 1000, height: 500, fontSize: 20, taken: [], lines: [] };
	const river = { x: 500, y: 250, text: "Labe", short: null, kind: "water" as const };
	const line = [
		[0, 250],
		[1000, 250],
	] as const;
	expect(layOutLabels([river], room)).toMatchObject([{ dx: 12, dy: 0.35 }]);
	expect(layOutLabels([{ ...river, line }], room)).toMatchObject([{ dx: 0, dy: -0.6 }]);
	expect(layOutLabels([{ ...river, isArea: true }], room)).toMatchObject([{ dx: 0, dy: 0.35 }]);
	// Every position crosses one line, those on the right a second one.
	const walls = [
		Array.from({ length: 60 }, (_, index) => [index % 2 === 0 ? 300 : 700, 190 + 2 * index] as const),
		[
			[520, 0],
			[520, 500],
		] as const,
	];
	expect(layOutLabels([river], { ...room, lines: walls })).toEqual([]);
	const point = { ...river, short: "1", kind: "point" } as const;
	expect(layOutLabels([point], { ...room, lines: walls })).toMatchObject([{ anchor: "end" }]);
});

test("a zone is as large as the scale says", () => {
	const [task] = randomTasks("zone", 1);
	const points = (task?.points ?? []).map((point) => ({
		...point,
		zone: areaZone,
	}));
	const viewport = new Viewport(boundsOf(points), mapFormat);
	const [path = ""] = drawTask(viewport, points).zones.map((zone) => zone.path);
	const [first] = points;
	const [x, y] = viewport.project(first ?? brno);
	for (const [cornerX, cornerY] of cornersOf(path)) {
		const metres = Math.hypot(cornerX - x, cornerY - y) / viewport.unitsPerMetre;
		expect(Math.abs(metres / 10_000 - 1)).toBeLessThan(0.05);
	}
});

test("of an area all over the viewport no edge is seen, which is said; the edge of another is drawn", () => {
	const viewport = new Viewport(boundsOf([brno, jihlava]), mapFormat);
	const { west, east, south, north } = viewport.bounds;
	const square = (fromWest: number) => ({
		kind: "controlled",
		outline: [
			{ longitude: fromWest, latitude: south - 1 },
			{ longitude: east + 1, latitude: south - 1 },
			{ longitude: east + 1, latitude: north + 1 },
			{ longitude: fromWest, latitude: north + 1 },
		],
	});
	// The second has all its corners beside the viewport, too.
	const areas = [square(west - 1), square((west + east) / 2), square(east + 0.5)];
	const drawn = drawMap(viewport, { places: [], areas }, nothing).areas;
	expect(drawn.map(({ isEverywhere }) => isEverywhere)).toEqual([true, false]);
});

test("with the airspace of a whole country, the map of a task is at most 30 kB when it is compressed", () => {
	const { airspaces, complaints } = readOpenAir(nationalAirspace());
	expect([airspaces.length, complaints]).toEqual([450, []]);
	const areas = airspaces.map((space) => ({ kind: kindOfAirspace(space), outline: outlineOf(space) }));
	const [task] = randomTasks("country", 1);
	const corner = (latitude: number, longitude: number, index: number) => ({
		...(task?.points[0] ?? { name: "", code: "", elevationM: null, zone: areaZone }),
		latitude,
		longitude,
		name: `Corner ${index}`,
	});
	const draw = (...points: ReturnType<typeof corner>[]) => drawTaskMap(points, { places: [], areas });
	const whole = draw(corner(48.6, 12.2, 1), corner(51, 15, 2), corner(49.5, 18.7, 3));
	expect(gzipSync(JSON.stringify(whole)).length).toBeLessThan(30_000);
	expect(draw(corner(45, 5, 1), corner(45.5, 5.5, 2)).map.areas).toEqual([]);
});

test("the map of a task with the airspace of a country, rivers and relief is at most 20 kB when it is compressed", () => {
	const areas = readOpenAir(nationalAirspace())
		.airspaces.filter((space) => kindOfAirspace(space) !== "open" && space.floor.value !== 125)
		.map((space) => ({ kind: kindOfAirspace(space), outline: outlineOf(space) }));
	const square = { source: "srtm" as const, tile: realTile() };
	const names = tilesOf({ west: 12, east: 20, south: 47, north: 52 });
	const terrain = new Terrain(new Map(names.map((name) => [name, square])));
	const ground = { places: [], areas, language: "cs", terrain } as const;
	for (const { points } of randomTasks("sheets", 2)) {
		const drawn = drawTaskMap(points, ground);
		expect(drawn.map.relief.length).toBeGreaterThan(2);
		expect(drawn.map.areas.length).toBeGreaterThan(10);
		expect(brotliCompressSync(JSON.stringify(drawn)).length).toBeLessThan(20_000);
	}
});

describe("rivers, lakes and towns", () => {
	const named = (language: "cs" | "en", at: Viewport) =>
		drawMap(at, { places: [], language }, nothing).labels.wide.map(({ text, kind }) => `${kind} ${text}`);

	test("are drawn in every map, with names in its language; a map without a language has no names", () => {
		const country = around(50, 14.5, 1.2);
		const drawn = drawMap(country, { places: [] }, nothing);
		expect(drawn.rivers).toMatch(/^M/);
		expect(drawn.labels.wide).toEqual([]);
		expect(named("cs", country)).toEqual(
			expect.arrayContaining(["city Praha", "water Labe", "water Vltava", "water Ohře"]),
		);
		expect(named("en", country)).toEqual(
			expect.arrayContaining(["city Prague", "water Labe", "water Vltava"]),
		);
		expect(drawMap(around(48.72, 14.1, 0.3), { places: [] }, nothing).lakes).toMatch(/^M.*Z$/);
		expect(drawMap(around(40, 0, 1), { places: [], language: "cs" }, nothing)).toMatchObject({
			rivers: "",
			lakes: "",
		});
	});

	test("the name of a lake begins in its water, not on the shore", () => {
		const dotOf = (at: Viewport, name: string) =>
			drawMap(at, { places: [], language: "en" }, nothing).labels.wide.find(({ text }) => text === name);
		for (const [lake, latitude, longitude] of [
			["Lake Constance", 47.62, 9.35],
			["Lake Neusiedl", 47.83, 16.75],
			["Attersee", 47.88, 13.55],
		] as const) {
			const at = around(latitude, longitude, 0.8);
			const { x, y } = dotOf(at, lake) ?? { x: 0, y: 0 };
			const shore = lakes.find((water) => water.includes(lake))?.split(":")[1] ?? "";
			let [east, north] = [0, 0];
			const corners = (shore.match(/\S+ \S+/g) ?? []).map((step) => {
				east += Number(step.split(" ")[0]) / 1000;
				north += Number(step.split(" ")[1]) / 1000;
				return [at.x(east), at.y(north)] as const;
			});
			const crossed = corners.filter(([cornerX, cornerY], index) => {
				const [beforeX, beforeY] = corners.at(index - 1) ?? [cornerX, cornerY];
				const share = (y - cornerY) / (beforeY - cornerY);
				return beforeY > y !== cornerY > y && cornerX + (beforeX - cornerX) * share > x;
			});
			expect(crossed.length % 2, lake).toBe(1);
		}
	});

	test("a name of the source that is damaged, or of another river, is not drawn", () => {
		const all = new Set(
			[...rivers, ...lakes].flatMap((water) => water.split(":")[0]?.split("/") ?? []).filter(Boolean),
		);
		for (const name of ["Uhlava", "Svitava", "Mritz", "Klpinsee", "CHIEMSEE", "Eger"])
			expect(all).not.toContain(name);
		for (const name of all) expect(name).toMatch(/^\p{Lu}[\p{L} ]+$/u);
	});

	test("a waypoint of a town is not named beside it", () => {
		const brno = { name: "BRNO", latitude: 49.2, longitude: 16.61, isAirfield: false };
		const texts = drawMap(around(49.2, 16.6, 1), { places: [brno], language: "cs" }, nothing).labels.wide;
		expect(texts.map(({ text }) => text)).toContain("Brno");
		expect(texts.map(({ text }) => text)).not.toContain("BRNO");
	});

	test("the table takes at most 12 kB, and a sheet with them 20 kB, compressed", () => {
		const table = readFileSync(new URL("../../app/lib/maps/waters-table.server.ts", import.meta.url));
		expect(brotliCompressSync(table).length).toBeLessThan(12_000);
		const whole = drawMap(around(49.8, 15.5, 4), { places: [], language: "cs" }, nothing);
		expect(gzipSync(JSON.stringify(whole)).length).toBeLessThan(20_000);
	});
});
