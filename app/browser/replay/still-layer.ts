import { isBridged } from "~/lib/flights/replay/unpack-flights";
import { element } from "../element";
import type { View } from "../movable-map";
import { type CanvasSize, type Colours, colourOf, drawStill, type Pen } from "./canvas";
import type { Glider } from "./flight";

/** Share of the map by which the layer is larger on every side. */
const overhang = 0.4;
const share = 1 + 2 * overhang;

interface StillPicture {
	readonly ground: DrawnMap;
	/** Beyond which no ground is drawn. */
	readonly viewport: { readonly width: number; readonly height: number };
	readonly gliders: readonly Glider[];
	readonly colours: Colours;
}

/** Ground, names and whole tracks: a canvas of its own, drawn once for a view and moved with it until it has gone too far. */
export class StillLayer {
	private readonly canvas = element("canvas", {
		className: "absolute top-0 left-0 origin-top-left will-change-transform",
		ariaHidden: "true",
	});
	private drawnFor: View | null = null;
	private transform = "";
	private size: CanvasSize = { width: 0, height: 0, ratio: 1 };

	/** @param above canvas of what moves */
	constructor(above: HTMLElement) {
		above.insertAdjacentElement("beforebegin", this.canvas);
	}

	/** @param size of the map */
	resize(size: CanvasSize): void {
		this.size = size;
		this.canvas.style.width = `${100 * share}%`;
		this.canvas.style.height = `${100 * share}%`;
		this.forget();
	}

	/** Makes the next frame draw the layer again. */
	forget(): void {
		this.drawnFor = null;
	}

	/**
	 * Whether the layer must be drawn again for a view. `now`: nothing is drawn, or the view has moved too far; `soon`: the layer is
	 * stretched, which is corrected when the zoom has come to rest; null: it need not be.
	 */
	lacks(view: View): "now" | "soon" | null {
		const drawn = this.drawnFor;
		if (!drawn) return "now";
		if (drawn.scale !== view.scale) return "soon";
		const { width, height } = this.size;
		const isFar =
			Math.abs(view.x - drawn.x) > overhang * width || Math.abs(view.y - drawn.y) > overhang * height;
		return isFar ? "now" : null;
	}

	draw(view: View, { ground, viewport, gliders, colours }: StillPicture): void {
		this.drawnFor = view;
		const { width, height, ratio } = this.size;
		const shown = { ...view, x: view.x + overhang * width, y: view.y + overhang * height };
		const room = { width: width * share, height: height * share };
		drawStill(this.canvas, { ...room, ratio }, (pen) => {
			pen.save();
			pen.beginPath();
			pen.rect(shown.x, shown.y, viewport.width * view.scale, viewport.height * view.scale);
			pen.clip();
			drawShapes(pen, ground.shapes, shown);
			pen.restore();
			drawTracks(pen, gliders, colours, shown, room);
			drawShapes(pen, ground.task, shown);
			drawNames(pen, ground, shown, colours, {
				...room,
				begin: width * overhang,
				end: width * (1 + overhang),
			});
		});
	}

	/** Moves and stretches it to the view. */
	show(view: View): void {
		const { drawnFor } = this;
		if (!drawnFor) return;
		const { width, height } = this.size;
		const stretch = view.scale / drawnFor.scale;
		const x = view.x - stretch * (drawnFor.x + overhang * width);
		const y = view.y - stretch * (drawnFor.y + overhang * height);
		const transform = `translate(${x}px, ${y}px) scale(${stretch})`;
		// The same value costs the browser a millisecond, too.
		if (transform !== this.transform) this.canvas.style.transform = transform;
		this.transform = transform;
	}
}

/** A part of the map on the page, as a canvas draws it. Lengths are in units of the viewport. */
interface Shape {
	readonly path: Path2D;
	readonly fill: string | null;
	readonly stroke: string | null;
	/** CSS pixels. */
	readonly width: number;
	readonly dash: readonly number[];
}

interface Name {
	readonly x: number;
	readonly y: number;
	readonly text: string;
	readonly colour: string;
	/** Where the server has put the name beside its dot: units, heights of the font, and the end of the text that lies there. */
	readonly dx: number;
	readonly dy: number;
	readonly anchor: string;
}

export interface DrawnMap {
	readonly shapes: readonly Shape[];
	/** The course of the task with its arrows, which lie above the tracks. */
	readonly task: readonly Shape[];
	readonly names: readonly Name[];
}

const paintOf = (value: string) => (value === "none" || value === "" ? null : value);
/** Widest line. On a canvas the map is larger than its lines say. */
const widestLine = 2.5;
const fontSize = 12;
/** CSS pixels of a unit between a dot and its name: the names are that much smaller than those of the server. */
const indentScale = 0.5;

function shapeOf(path: SVGPathElement): Shape {
	const style = getComputedStyle(path);
	const lengths = style.strokeDasharray.match(/[\d.]+/g) ?? [];
	return {
		path: new Path2D(path.getAttribute("d") ?? ""),
		fill: paintOf(style.fill),
		stroke: paintOf(style.stroke),
		width: Math.min(widestLine, Number.parseFloat(style.strokeWidth) || 1),
		dash: lengths.map(Number),
	};
}

/** Reads the map that the server has drawn, in the colours of the theme: lines stay thin and names small when it is zoomed. */
export function readGround(svg: SVGSVGElement): DrawnMap {
	// The scale is right for the whole viewport only.
	const paths = [...svg.querySelectorAll<SVGPathElement>("path")].filter(
		(path) => !path.closest(".map-scale"),
	);
	const isTask = (path: SVGPathElement) => path.matches(".task-course, .task-arrows");
	const names = [...svg.querySelectorAll<SVGCircleElement>("circle")].flatMap((circle): Name[] => {
		const text = circle.parentElement?.querySelector("text");
		// There are two sets of names, of which one is hidden at this width.
		if (!text || text.getClientRects().length === 0) return [];
		return [
			{
				x: circle.cx.baseVal.value,
				y: circle.cy.baseVal.value,
				text: text.textContent ?? "",
				colour: getComputedStyle(text).fill,
				dx: Number(text.getAttribute("x")) - circle.cx.baseVal.value,
				dy: Number.parseFloat(text.getAttribute("dy") ?? "0"),
				anchor: text.getAttribute("text-anchor") ?? "start",
			},
		];
	});
	return {
		shapes: paths.filter((path) => !isTask(path)).map(shapeOf),
		task: paths.filter(isTask).map(shapeOf),
		names,
	};
}

/** Draws the map; lines stay as wide as they are. */
function drawShapes(pen: Pen, shapes: readonly Shape[], { scale, x, y }: View): void {
	pen.save();
	pen.translate(x, y);
	pen.scale(scale, scale);
	for (const { path, fill, stroke, width, dash } of shapes) {
		if (fill) {
			pen.fillStyle = fill;
			pen.fill(path, "evenodd");
		}
		if (stroke) {
			pen.strokeStyle = stroke;
			pen.lineWidth = width / scale;
			pen.setLineDash(dash.map((length) => length / scale));
			pen.stroke(path);
		}
	}
	pen.restore();
}

/**
 * Draws the names of places in one size, whatever the zoom, where the server has put them: clear of the task. One that would lie on
 * another is left out, with its dot.
 * @param room of the canvas, and what the screen shows of its width; a name that would be cut off there stands on the other side of
 * its dot
 */
export function drawNames(
	pen: Pen,
	{ names }: Pick<DrawnMap, "names">,
	{ scale, x, y }: View,
	{ ground }: Pick<Colours, "ground">,
	{ begin, end, ...room }: Readonly<Record<"width" | "height" | "begin" | "end", number>>,
): void {
	pen.font = `${fontSize}px system-ui, sans-serif`;
	pen.lineJoin = "round";
	pen.lineWidth = 3;
	pen.strokeStyle = ground;
	const drawn: { readonly left: number; readonly right: number; readonly line: number }[] = [];
	// The points of the task come first.
	for (const name of names) {
		const [dot, top] = [scale * name.x + x, scale * name.y + y];
		if (dot < 0 || top < 0 || dot > room.width || top > room.height) continue;
		const length = pen.measureText(name.text).width;
		const indent = indentScale * name.dx;
		const before = { start: 0, middle: length / 2 }[name.anchor] ?? length;
		const wanted = dot + indent - before;
		const isSeen = dot > begin && dot < end;
		const isCut = isSeen && (wanted < begin || wanted + length > end);
		const left = isCut ? Math.max(begin, Math.min(end, 2 * dot - wanted) - length) : wanted;
		const right = left + length;
		const line = top + name.dy * fontSize;
		const isCovered = drawn.some(
			(other) => left < other.right && right > other.left && Math.abs(line - other.line) < fontSize,
		);
		if (isCovered) continue;
		drawn.push({ left, right, line });
		pen.fillStyle = name.colour;
		pen.beginPath();
		pen.arc(dot, top, 2, 0, 2 * Math.PI);
		pen.fill();
		pen.strokeText(name.text, left, line);
		pen.fillText(name.text, left, line);
	}
}

/** Whole tracks recede behind the trails, as they are thinner: a fainter colour would not be seen on every ground. */
export function drawTracks(
	pen: Pen,
	gliders: readonly Glider[],
	colours: Colours,
	view: View,
	room: { readonly width: number; readonly height: number },
): void {
	// Who stands out is drawn last, the leader on top.
	const order = [...gliders].sort((one, other) => rankOf(other) - rankOf(one));
	for (const glider of order) {
		if (!glider.isShown) continue;
		pen.beginPath();
		traceTrack(pen, glider, view, room);
		const isCased = glider.medal !== null && glider.pairPlace === null;
		if (isCased) {
			// Gold and silver are as bright as a map by day.
			pen.strokeStyle = colours.ink;
			pen.lineWidth = 4;
			pen.stroke();
		}
		pen.strokeStyle = colourOf(glider, colours);
		pen.lineWidth = isCased ? 2.5 : 1;
		pen.stroke();
	}
}

function rankOf({ medal, isQuiet }: Glider): number {
	return medal ?? (isQuiet ? 9 : 8);
}

/** CSS pixels between two points of a track that are worth a line. */
const leastStep = 1;

/** The sides of the canvas beyond which a point lies, one bit each. */
function outsideOf(x: number, y: number, width: number, height: number): number {
	return (x < 0 ? 1 : 0) | (x > width ? 2 : 0) | (y < 0 ? 4 : 0) | (y > height ? 8 : 0);
}

/**
 * Adds the lines of a track that may be on the canvas, without points that lie next to the one before. There is no line across a gap
 * of hours.
 */
export function traceTrack(
	pen: Pick<Pen, "lineTo" | "moveTo">,
	{ times, xs, ys }: Pick<Glider, "times" | "xs" | "ys">,
	{ scale, x, y }: View,
	{ width, height }: { readonly width: number; readonly height: number },
): void {
	let [beforeX, beforeY] = [scale * (xs[0] ?? 0) + x, scale * (ys[0] ?? 0) + y];
	let outsideBefore = outsideOf(beforeX, beforeY, width, height);
	pen.moveTo(beforeX, beforeY);
	for (let index = 1; index < xs.length; index++) {
		const left = scale * (xs[index] ?? 0) + x;
		const top = scale * (ys[index] ?? 0) + y;
		const isAfterGap = !isBridged(times, index - 1);
		if (!isAfterGap && Math.abs(left - beforeX) < leastStep && Math.abs(top - beforeY) < leastStep) continue;
		const outside = outsideOf(left, top, width, height);
		if (isAfterGap || outside & outsideBefore) pen.moveTo(left, top);
		else pen.lineTo(left, top);
		beforeX = left;
		beforeY = top;
		outsideBefore = outside;
	}
}
