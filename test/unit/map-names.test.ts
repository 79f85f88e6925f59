import { expect, test } from "vitest";
import { drawTracks } from "~/lib/flights/draw-tracks.server";
import type { Label } from "~/lib/maps/labels";
import { kindOfAirspace, cornersOf as outlineOf } from "~/lib/tasks/airspace/airspace";
import { readOpenAir } from "~/lib/tasks/airspace/read-openair";
import {
	drawTaskCard,
	drawTaskMap,
	type TaskDrawing,
	type TaskMapDrawing,
} from "~/lib/tasks/draw-task.server";
import { readCupWaypoints } from "~/lib/tasks/files/read-cup";
import type { TaskPoint, Trace } from "~db/schema";
import { newestEdition } from "~editions/index";
import { nationalAirspace } from "~test/support/national-airspace";
import { season } from "~test/support/season";
import { airspaceFile } from "../../scripts/demo/airspace";
import { waypointFile } from "../../scripts/demo/waypoints";

const { waypoints } = readCupWaypoints(waypointFile(newestEdition()).split("\r\n"));
const ground = {
	places: waypoints.map((waypoint) => ({ ...waypoint, isAirfield: false })),
	language: "cs",
} as const;
const sizes = [
	["wide", 20],
	["narrow", 34],
] as const;

/** Points on a path of `M x y`, `l dx dy`, `L x y` and `Z`, a unit or less apart. */
function pointsOn(path: string): [x: number, y: number][] {
	let [x, y, firstX, firstY] = [0, 0, 0, 0];
	return [...path.matchAll(/([MLl])(-?[\d.]+) (-?[\d.]+)|Z/g)].flatMap(([, command, first, second]) => {
		const [fromX, fromY] = [x, y];
		const isStep = command === "l";
		[x, y] = command
			? [Number(first) + (isStep ? x : 0), Number(second) + (isStep ? y : 0)]
			: [firstX, firstY];
		if (command === "M") [firstX, firstY] = [x, y];
		const steps = command === "M" ? 0 : Math.ceil(Math.hypot(x - fromX, y - fromY));
		return Array.from({ length: steps }, (_, step): [number, number] => [
			fromX + ((x - fromX) * step) / steps,
			fromY + ((y - fromY) * step) / steps,
		]);
	});
}

/** Names that lie on a line, when their letters are as wide as those of most fonts are on average. */
function namesOn(labels: readonly Label[], fontSize: number, paths: readonly string[]): string[] {
	const points = paths.flatMap(pointsOn);
	expect(points.length).toBeGreaterThan(500);
	return namesOver(labels, fontSize, points);
}

function namesOver(
	labels: readonly Label[],
	fontSize: number,
	points: ReturnType<typeof pointsOn>,
): string[] {
	return labels.flatMap(({ x, y, dx, dy, anchor, text }) => {
		const width = text.length * 0.55 * fontSize;
		const left = x + dx - { start: 0, middle: width / 2, end: width }[anchor];
		const line = y + dy * fontSize;
		const [top, bottom] = [line - 0.75 * fontSize, line + 0.2 * fontSize];
		const isOnLine = points.some(
			([pointX, pointY]) => pointX > left && pointX < left + width && pointY > top && pointY < bottom,
		);
		return isOnLine ? [text] : [];
	});
}

const linesOf = ({ course, zones }: TaskDrawing) => [course, ...zones.map(({ path }) => path)];

/** A flight along the task, past its points. */
function traceAlong(points: readonly TaskPoint[]): Trace {
	const latitudes = points.map(({ latitude }, index) => latitude + (index % 2 === 0 ? 0.07 : -0.05));
	const longitudes = points.map(({ longitude }, index) => longitude + (index % 3 === 0 ? -0.08 : 0.06));
	const zeros = points.map((_, index) => 60 * index);
	const marks = { takeOff: null, landing: null, highest: null };
	return { times: zeros, latitudes, longitudes, altitudes: zeros, kind: "gnss", gaps: [], marks };
}

test("on every map of the demo's tasks no name of a place lies on a leg, a zone or a track", () => {
	for (const { points } of season.tasks) {
		const trace = traceAlong(points);
		const traces = [1, 2, 3].map((place) => ({ place, trace }));
		const flown = drawTracks([trace], points, ground);
		for (const { map, task, tracks } of [
			drawTaskMap(points, ground, traces),
			drawTaskCard(points, ground, traces),
			{ ...flown, tracks: flown.tracks.map((track) => ({ line: track?.whole ?? "" })) },
		])
			for (const [size, fontSize] of sizes) {
				const places = map.labels[size].filter(({ kind }) => kind !== "point");
				const paths = [...(task ? linesOf(task) : []), ...tracks.map(({ line }) => line)];
				expect(namesOn(places, fontSize, paths)).toEqual([]);
				expect(places.length).toBeGreaterThan(0);
			}
	}
});

test("on every map of the demo's tasks no name of a point lies on a leg", () => {
	for (const { points } of season.tasks)
		for (const { map, task } of [drawTaskMap(points, ground, []), drawTaskCard(points, ground, [])])
			for (const [size, fontSize] of sizes) {
				const named = map.labels[size].filter(({ kind }) => kind === "point");
				expect(namesOn(named, fontSize, [task.course])).toEqual([]);
				expect(named.filter(({ text }) => text.includes(" ")).length).toBeGreaterThanOrEqual(
					named.length / 2,
				);
			}
});

const areasOf = (file: string) =>
	readOpenAir(file).airspaces.map((space) => ({ kind: kindOfAirspace(space), outline: outlineOf(space) }));
const placesIn = ({ map }: TaskMapDrawing, size: "wide" | "narrow") =>
	map.labels[size].filter(({ kind }) => kind !== "point");

/** Lies in an airspace that is narrower than its name. */
const enclosed = "Bystřinský most";

/** Names on the wide and the narrow map of each task with the airspace of a country: one less than there are. */
const leastNames = [
	...[
		[13, 7],
		[20, 10],
		[9, 5],
		[12, 6],
		[15, 10],
	],
	...[
		[20, 8],
		[13, 7],
		[20, 10],
		[6, 3],
		[8, 6],
	],
];

test("a name of a place lies on the edge of an airspace only where it has no room beside it, and never on more than three", () => {
	const demo = areasOf(airspaceFile(newestEdition()));
	// Maps show no open airspace.
	const country = areasOf(nationalAirspace()).filter(({ kind }) => kind !== "open");
	for (const [task, { points }] of season.tasks.entries()) {
		const plain = drawTaskMap(points, ground);
		const drawn = drawTaskMap(points, { ...ground, areas: demo });
		const full = drawTaskMap(points, { ...ground, areas: country });
		const edges = drawn.map.areas.map(({ path }) => path);
		for (const [index, [size, fontSize]] of sizes.entries()) {
			const places = placesIn(drawn, size);
			expect(namesOn(places, fontSize, edges).filter((name) => name !== enclosed)).toEqual([]);
			expect(places).toHaveLength(placesIn(plain, size).length);
			const inFull = placesIn(full, size);
			const onEdges = full.map.areas.flatMap(({ path }) => namesOver(inFull, fontSize, pointsOn(path)));
			expect(onEdges.filter((name) => onEdges.filter((one) => one === name).length > 3)).toEqual([]);
			expect(inFull.length).toBeGreaterThanOrEqual(leastNames[task]?.[index] ?? Number.POSITIVE_INFINITY);
		}
	}
});
