import type { Ctx } from "~/lib/context";
import { describeError, logLine } from "~/lib/http/log.server";
import type { Picture, TaskPictures } from "~/lib/mail/template";
import { placeLabels } from "~/lib/maps/labels";
import { Canvas, type Colour, lettering, letteringWidth } from "~/lib/maps/raster/canvas";
import { encodePng } from "~/lib/maps/raster/png.server";
import { boundsOf, inset, Viewport, type ViewportFormat, type ViewportPoint } from "~/lib/maps/viewport";
import { qrRows } from "~/lib/qr-code";
import type { TaskPoint } from "~db/schema";
import { foregroundOfTask, placesOfTask } from "./draw-task.server";
import { xctskQrText } from "./files/write-xctsk";
import { type StoredTask, taskById } from "./tasks-queries.server";
import { placeZones, zoneOutline } from "./zones";

/** Pixels of a module of a QR code. */
const moduleSize = 6;
const blackOnWhite: readonly Colour[] = [
	[255, 255, 255],
	[0, 0, 0],
];

/** Pictures by the id of a task, made once each. Null where they cannot be made: a mail must not wait for its picture. */
export function taskPictures(ctx: Ctx): (id: string) => Promise<TaskPictures | null> {
	const made = new Map<string, Promise<TaskPictures | null>>();
	const make = async (id: string) => {
		try {
			const [row] = await taskById(ctx.db, id);
			return row ? picturesOfTask(row, ctx.edition.airfield.elevation) : null;
		} catch (error) {
			logLine("error", "task-pictures", { requestId: ctx.requestId, taskId: id, ...describeError(error) });
			return null;
		}
	};
	return (id) => {
		const pictures = made.get(id) ?? make(id);
		made.set(id, pictures);
		return pictures;
	};
}

function picturesOfTask(task: StoredTask, fieldM: number): TaskPictures {
	const { width, height, palette, pixels } = paintTask(task.points);
	return {
		map: { width, height, png: encodePng({ width, height, colours: palette.colours, pixels }) },
		code: codePicture(xctskQrText(task, task.date, fieldM)),
	};
}

function codePicture(text: string): Picture {
	const rows = qrRows(text);
	const side = rows.length * moduleSize;
	const pixels = new Uint8Array(side * side);
	for (let y = 0; y < side; y += 1)
		for (const [x, isDark] of (rows[Math.floor(y / moduleSize)] ?? []).entries())
			if (isDark) pixels.fill(1, y * side + x * moduleSize, y * side + (x + 1) * moduleSize);
	return {
		width: side,
		height: side,
		png: encodePng({ width: side, height: side, colours: blackOnWhite, pixels }),
	};
}

/** Of a mail's picture: half as many pixels again as a mail is wide, for sharp screens. */
const format: ViewportFormat = {
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
function paintTask(points: readonly TaskPoint[]): Canvas {
	const viewport = new Viewport(boundsOf(placesOfTask(points)), format);
	const canvas = new Canvas(viewport.width, Math.round(viewport.height));
	const zones = placeZones(points).map((placed) => ({
		isLine: placed.zone.shape === "line",
		rings: zoneOutline(placed).map((ring) => ring.map((corner) => viewport.place(corner))),
	}));
	for (const { isLine, rings } of zones) if (!isLine) canvas.fill(rings, zoneGround, 0.22);
	for (const { isLine, rings } of zones)
		canvas.stroke(isLine ? rings : rings.map(closed), isLine ? 7 : 3, zoneEdge);
	canvas.stroke([points.map((point) => viewport.place(point))], 4, course);
	paintNumbers(canvas, viewport, points);
	paintScale(canvas, viewport);
	return canvas;
}

function closed(ring: readonly ViewportPoint[]): ViewportPoint[] {
	return [...ring, ...ring.slice(0, 1)];
}

function paintNumbers(canvas: Canvas, viewport: Viewport, points: readonly TaskPoint[]) {
	const { names, lines } = foregroundOfTask(viewport, points);
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

function paintScale(canvas: Canvas, { scaleBar: { width, metres } }: Viewport) {
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
function write(canvas: Canvas, text: string, baseline: ViewportPoint, size: number) {
	const strokes = lettering(text, baseline, size);
	canvas.stroke(strokes, size / 3, white);
	canvas.stroke(strokes, size / 9, ink);
}
