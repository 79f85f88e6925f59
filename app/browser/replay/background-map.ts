import type { View } from "../movable-map";
import type { Pen } from "./canvas";
import type { Colours } from "./colours";

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
}

export interface BackgroundMap {
	readonly shapes: readonly Shape[];
	readonly names: readonly Name[];
}

const paintOf = (value: string) => (value === "none" || value === "" ? null : value);
/** On a canvas the map is larger than its lines say. */
const widestLine = 2.5;
const fontSize = 12;
/** CSS pixels from a dot to its name. */
const nameIndent = 5;

/** Reads the map that the server has drawn, in the colours of the theme: lines stay thin and names small when it is zoomed. */
export function readGround(svg: SVGSVGElement): BackgroundMap {
	const shapes = [...svg.querySelectorAll<SVGPathElement>("path")]
		// The scale is right for the whole viewport only.
		.filter((path) => !path.closest(".map-scale"))
		.map((path): Shape => {
			const style = getComputedStyle(path);
			const lengths = style.strokeDasharray.match(/[\d.]+/g) ?? [];
			return {
				path: new Path2D(path.getAttribute("d") ?? ""),
				fill: paintOf(style.fill),
				stroke: paintOf(style.stroke),
				width: Math.min(widestLine, Number.parseFloat(style.strokeWidth) || 1),
				dash: lengths.map(Number),
			};
		});
	const names = [...svg.querySelectorAll<SVGCircleElement>("circle")].flatMap((circle): Name[] => {
		const text = circle.parentElement?.querySelector("text");
		// Of the two sets of names, one is not shown at this width.
		if (!text || text.getClientRects().length === 0) return [];
		return [
			{
				x: circle.cx.baseVal.value,
				y: circle.cy.baseVal.value,
				text: text.textContent ?? "",
				colour: getComputedStyle(text).fill,
			},
		];
	});
	return { shapes, names };
}

/** Draws the map; lines stay as wide as they are. */
export function drawShapes(pen: Pen, { shapes }: BackgroundMap, { scale, x, y }: View): void {
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
 * Draws the names of places in one size, whatever the zoom. One that would lie on another is left out, with its dot.
 * @param room of the canvas; a name that would cross its edge stands on the left of its dot
 */
export function drawNames(
	pen: Pen,
	{ names }: BackgroundMap,
	{ scale, x, y }: View,
	{ ground }: Colours,
	room: { readonly width: number; readonly height: number; readonly edge: number },
): void {
	pen.font = `${fontSize}px system-ui, sans-serif`;
	pen.lineJoin = "round";
	pen.lineWidth = 3;
	pen.strokeStyle = ground;
	const drawn: { readonly left: number; readonly right: number; readonly top: number }[] = [];
	// The points of the task come first.
	for (const name of names) {
		const [dot, top] = [scale * name.x + x, scale * name.y + y];
		if (dot < 0 || top < 0 || dot > room.width || top > room.height) continue;
		const length = nameIndent + pen.measureText(name.text).width;
		const left = dot < room.edge && dot + length > room.edge ? dot - length : dot;
		const right = left + length;
		const isCovered = drawn.some(
			(other) => left < other.right && right > other.left && Math.abs(top - other.top) < fontSize,
		);
		if (isCovered) continue;
		drawn.push({ left, right, top });
		const begins = left === dot ? dot + nameIndent : left;
		pen.fillStyle = name.colour;
		pen.beginPath();
		pen.arc(dot, top, 2, 0, 2 * Math.PI);
		pen.fill();
		pen.strokeText(name.text, begins, top + 4);
		pen.fillText(name.text, begins, top + 4);
	}
}
