import { placeLabels } from "~/lib/maps/labels";
import { Canvas } from "~/lib/maps/raster/canvas";
import { lettering, letteringWidth } from "~/lib/maps/raster/lettering";
import type { Colour } from "~/lib/maps/raster/palette";
import { boundsOf, inset, Sheet, type SheetFormat, type SheetPoint } from "~/lib/maps/sheet";
import type { TaskPoint } from "~db/schema";
import { foregroundOfTask, placesOfTask } from "../draw-task.server";
import { zoneOutline } from "../zone-outline";
import { placeZones } from "../zones";

/** Of a mail's picture: half as many pixels again as a mail is wide, for sharp screens. */
const format: SheetFormat = {
	width: 828,
	leastHeight: 420,
	mostHeight: 700,
	margin: 56,
	leastExtentM: 10_000,
};

/* The colours of the light theme, as tokens.css has them. */
const white: Colour = [255, 255, 255];
const zoneGround: Colour = [0xf5, 0xb3, 0x01];
const zoneEdge: Colour = [0x8a, 0x61, 0x00];
const course: Colour = [0x0a, 0x47, 0x80];
const ink: Colour = [0x0c, 0x1a, 0x2e];

const letterSize = 30;

/** The outline of a task on white: zones, course and the numbers of the points, with a scale. North is up. */
export function paintTask(points: readonly TaskPoint[]): Canvas {
	const sheet = new Sheet(boundsOf(placesOfTask(points)), format);
	const canvas = new Canvas(sheet.width, Math.round(sheet.height));
	const zones = placeZones(points).map((placed) => ({
		isLine: placed.zone.shape === "line",
		rings: zoneOutline(placed).map((ring) => ring.map((corner) => sheet.place(corner))),
	}));
	for (const { isLine, rings } of zones) if (!isLine) canvas.fill(rings, zoneGround, 0.22);
	for (const { isLine, rings } of zones)
		canvas.stroke(isLine ? rings : rings.map(closed), isLine ? 7 : 3, zoneEdge);
	canvas.stroke([points.map((point) => sheet.place(point))], 4, course);
	paintNumbers(canvas, sheet, points);
	paintScale(canvas, sheet);
	return canvas;
}

function closed(ring: readonly SheetPoint[]): SheetPoint[] {
	return [...ring, ...ring.slice(0, 1)];
}

function paintNumbers(canvas: Canvas, sheet: Sheet, points: readonly TaskPoint[]) {
	const { names, lines } = foregroundOfTask(sheet, points);
	const numbers = names.map((name) => ({ ...name, text: name.short ?? name.text }));
	const { width, height } = canvas;
	const labels = placeLabels(numbers, { width, height, fontSize: letterSize, taken: [], lines });
	for (const { x, y, dx, dy, anchor, text } of labels) {
		canvas.stroke([[[x, y]]], 16, ink);
		canvas.stroke([[[x, y]]], 9, white);
		const across = letteringWidth(text, letterSize);
		const left = x + dx - { start: 0, middle: across / 2, end: across }[anchor];
		write(canvas, text, [left, y + dy * letterSize], letterSize);
	}
}

function paintScale(canvas: Canvas, { scaleBar: { width, metres } }: Sheet) {
	const bottom = canvas.height - inset;
	canvas.stroke(
		[
			[
				[inset, bottom - 10],
				[inset, bottom],
				[inset + width, bottom],
				[inset + width, bottom - 10],
			],
		],
		3,
		ink,
	);
	const text = metres < 1000 ? `${metres} m` : `${metres / 1000} km`;
	write(canvas, text, [inset + width + 12, bottom], 24);
}

/** Letters with a white edge, which keeps them apart from the lines below them. */
function write(canvas: Canvas, text: string, baseline: SheetPoint, size: number) {
	const strokes = lettering(text, baseline, size);
	canvas.stroke(strokes, size / 3, white);
	canvas.stroke(strokes, size / 9, ink);
}
