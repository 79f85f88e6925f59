import type { Ctx } from "~/lib/context";
import { describeError, logLine } from "~/lib/http/log.server";
import type { Picture, TaskPictures } from "~/lib/mail/template";
import { layOutLabels } from "~/lib/maps/labels";
import { rasterise } from "~/lib/maps/raster/rasterise.server";
import { inkOfMaps, letteringSvg } from "~/lib/maps/raster/svg";
import { boundsOf, inset, Viewport, type ViewportFormat } from "~/lib/maps/viewport";
import { qrPath } from "~/lib/qr-code";
import type { TaskPoint } from "~db/schema";
import type { TaskDrawing } from "./draw-task.server";
import { drawTask, foregroundOfTask, positionsOfTask } from "./draw-task.server";
import { xctskQrText } from "./files/write-xctsk";
import { type StoredTask, taskById } from "./tasks-queries.server";

/** Pixels of a module of a QR code. */
const moduleSize = 6;

/** Pictures by the id of a task, made once each. Null where they cannot be made: a mail must not wait for its picture. */
export function taskPictures(ctx: Ctx): (id: string) => Promise<TaskPictures | null> {
	const made = new Map<string, Promise<TaskPictures | null>>();
	const make = async (id: string) => {
		try {
			const [row] = await taskById(ctx.db, id);
			return row ? await picturesOfTask(row, ctx.edition.airfield.elevation) : null;
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

async function picturesOfTask(task: StoredTask, fieldM: number): Promise<TaskPictures> {
	const code = qrPath(xctskQrText(task, task.date, fieldM));
	const side = code.size * moduleSize;
	return {
		map: await paintTask(task.points),
		code: await pictureOf(
			{ width: side, height: side },
			`<path transform="scale(${moduleSize})" shape-rendering="crispEdges" d="${code.path}"/>`,
		),
	};
}

/** @param content elements of an SVG, which stand on white */
async function pictureOf(
	{ width, height }: { readonly width: number; readonly height: number },
	content: string,
): Promise<Picture> {
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
		<path fill="#fff" d="M0 0H${width}V${height}H0z"/>${content}</svg>`;
	return { width, height, png: await rasterise(svg) };
}

/** Format of a mail's picture: one and a half times as many pixels as a mail is wide, for sharp screens. */
const format: ViewportFormat = {
	width: 828,
	leastHeight: 420,
	mostHeight: 700,
	margin: 56,
	leastExtentM: 10_000,
};

const letterSize = 30;

/** The outline of a task: zones, course and the numbers of the points, with a scale. North is up. */
function paintTask(points: readonly TaskPoint[]): Promise<Picture> {
	const viewport = new Viewport(boundsOf(positionsOfTask(points)), format);
	const content = taskSvg(drawTask(viewport, points)) + numbersSvg(viewport, points) + scaleSvg(viewport);
	return pictureOf(viewport, content);
}

function numbersSvg(viewport: Viewport, points: readonly TaskPoint[]): string {
	const { names, ...foreground } = foregroundOfTask(viewport, points);
	const numbers = names.map((name) => ({ ...name, text: name.short ?? name.text }));
	const { width, height } = viewport;
	return layOutLabels(numbers, { width, height, fontSize: letterSize, taken: [], ...foreground })
		.map(
			({ x, y, dx, dy, anchor, text }) =>
				`<circle cx="${x}" cy="${y}" r="6" fill="#fff" stroke="${inkOfMaps}" stroke-width="4"/>${letteringSvg(
					text,
					{ x: x + dx, y: y + dy * letterSize, size: letterSize, anchor },
				)}`,
		)
		.join("");
}

function scaleSvg({ height, scaleBar: { width, metres } }: Viewport): string {
	const bottom = height - inset;
	const text = metres < 1000 ? `${metres} m` : `${metres / 1000} km`;
	return `<path d="M${inset} ${bottom - 10}v10h${width}v-10" fill="none" stroke="${inkOfMaps}" stroke-width="3"/>${letteringSvg(
		text,
		{ x: inset + width + 12, y: bottom, size: 24, anchor: "start" },
	)}`;
}

const zoneEdge = "#8a6100";

/** Zones and course of a task as elements of an SVG without a style sheet. */
export function taskSvg({ zones, course, arrows }: TaskDrawing): string {
	const drawn = zones.map(({ path, isLine }) =>
		isLine
			? `<path d="${path}" fill="none" stroke="${zoneEdge}" stroke-width="7"/>`
			: `<path d="${path}" fill="#f5b301" fill-opacity="0.22" fill-rule="evenodd" stroke="${zoneEdge}" stroke-width="3"/>`,
	);
	return `${drawn.join("")}<path d="${course}" fill="none" stroke="#0a4780" stroke-width="4" stroke-linejoin="round"/><path d="${arrows}" fill="none" stroke="#0a4780" stroke-width="4"/>`;
}
