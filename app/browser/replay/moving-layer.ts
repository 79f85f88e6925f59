import type { View } from "../movable-map";
import { type CanvasSize, type Colours, colourOf, emptied, resizeCanvas } from "./canvas";
import type { Glider } from "./flight";

/** Seconds of flight that a glider's trail shows. */
const trailSeconds = 240;
/** CSS pixels between two points of a trail that are worth a line. */
const leastStep = 1.5;

interface MovingPicture {
	/** Larger, above all others, and never without its number. */
	readonly followed: Glider | null;
	readonly view: View;
	readonly colours: Colours;
	readonly withNumbers: boolean;
}

/** The moving parts: trails, gliders and their numbers. Every frame draws them again. */
export class MovingLayer {
	private readonly marks = new Marks();
	private size: CanvasSize = { width: 0, height: 0, ratio: 1 };

	constructor(private readonly canvas: HTMLCanvasElement) {}

	resize(size: CanvasSize): void {
		this.size = size;
		resizeCanvas(this.canvas, size);
		this.forget();
	}

	/** The colours of the theme have changed. */
	forget(): void {
		this.marks.forget();
	}

	/** @param gliders the leader first: it is drawn above the others, and its number comes first where there is no room for all */
	draw(gliders: readonly Glider[], { followed, view, colours, withNumbers }: MovingPicture): void {
		const map = emptied(this.canvas, this.size.ratio);
		if (!map) return;
		if (!this.marks.isMade) this.marks.make(gliders, colours, this.size.ratio);
		map.lineJoin = "bevel";
		for (const glider of gliders) {
			if (glider.isShown && glider.isInAir) drawTrail(map, glider, view, colours, glider === followed);
		}
		const others = gliders.filter((glider) => glider.isShown && glider !== followed);
		const places = (followed?.isShown ? [followed, ...others] : others).map((glider) => ({
			glider,
			x: view.scale * glider.x + view.x,
			y: view.scale * glider.y + view.y,
		}));
		const numbered = withRoom(places.map(({ glider, x, y }) => this.marks.numberBox(glider, x, y)));
		for (const [index, { glider, x, y }] of [...places.entries()].reverse()) {
			const isFollowed = glider === followed;
			const withNumber = isFollowed || (withNumbers && numbered[index] === true);
			this.marks.draw(map, glider, [x, y], { isFollowed, withNumber });
		}
	}
}

function drawTrail(
	map: CanvasRenderingContext2D,
	glider: Glider,
	{ scale, x, y }: View,
	colours: Colours,
	isFollowed: boolean,
): void {
	const { times, xs, ys } = glider;
	map.beginPath();
	let [beforeX, beforeY] = [scale * glider.x + x, scale * glider.y + y];
	map.moveTo(beforeX, beforeY);
	const since = glider.time - trailSeconds;
	for (let index = glider.index; index >= 0 && (times[index] ?? 0) >= since; index--) {
		const left = scale * (xs[index] ?? 0) + x;
		const top = scale * (ys[index] ?? 0) + y;
		if (Math.abs(left - beforeX) < leastStep && Math.abs(top - beforeY) < leastStep) continue;
		map.lineTo(left, top);
		beforeX = left;
		beforeY = top;
	}
	const width = isFollowed ? 4 : glider.isQuiet ? 1.5 : 2.5;
	if (glider.medal !== null && glider.pairPlace === null) {
		map.strokeStyle = colours.ink;
		map.lineWidth = width + 2;
		map.stroke();
	}
	map.strokeStyle = colourOf(glider, colours);
	map.lineWidth = width;
	map.stroke();
}

/** CSS pixels. */
const dotRadius = 4.5;
const followedRadius = 7;
const fontSize = 12;
const rowHeight = 20;
/** Positions in a mark: the middle of its dot, and the beginning of its number. */
const middle = rowHeight / 2;
const numberLeft = middle + dotRadius + 3;
const font = `700 ${fontSize}px system-ui, sans-serif`;

interface Mark {
	/** Top of the row in the viewport. */
	readonly top: number;
	readonly boxWidth: number;
}

/** The marks of a glider, from left to right: in the air, followed there, on the ground, followed there. */
const looks = [
	{ radius: dotRadius, isInAir: true },
	{ radius: followedRadius, isInAir: true },
	{ radius: dotRadius, isInAir: false },
	{ radius: followedRadius, isInAir: false },
] as const;

/**
 * The dot and number of every glider, drawn once into one canvas, in which each glider has a row. Text and circles are the slowest
 * things that a canvas draws, and copying is fastest from one source.
 */
class Marks {
	private readonly viewport = document.createElement("canvas");
	private readonly marks = new Map<Glider, Mark>();
	/** Width of a mark with the longest number. */
	private width = 0;
	private ratio = 1;

	/** Makes the marks be drawn again. */
	forget(): void {
		this.marks.clear();
	}

	/** @param ratio device pixels of a CSS pixel */
	make(gliders: readonly Glider[], colours: Colours, ratio: number): void {
		const ruler = this.viewport.getContext("2d");
		if (!ruler) return;
		ruler.font = font;
		for (const [row, glider] of gliders.entries()) {
			const boxWidth = Math.ceil(ruler.measureText(glider.flight.number).width) + 8;
			this.marks.set(glider, { top: row * rowHeight, boxWidth });
		}
		this.ratio = ratio;
		this.width = numberLeft + Math.max(...[...this.marks.values()].map(({ boxWidth }) => boxWidth));
		resizeCanvas(this.viewport, {
			width: looks.length * this.width,
			height: rowHeight * gliders.length,
			ratio,
		});
		const viewport = emptied(this.viewport, ratio);
		if (!viewport) return;
		for (const [glider, mark] of this.marks)
			for (const [place, look] of looks.entries())
				drawMark(viewport, glider, mark, colours, { left: place * this.width, ...look });
	}

	get isMade(): boolean {
		return this.marks.size > 0;
	}

	/** @param x @param y of the glider on the map */
	numberBox(glider: Glider, x: number, y: number): NumberBox {
		const left = x - middle + numberLeft;
		return { left, right: left + (this.marks.get(glider)?.boxWidth ?? 0), top: y };
	}

	/** @param x @param y of the glider on the map */
	draw(
		map: CanvasRenderingContext2D,
		glider: Glider,
		[x, y]: readonly [x: number, y: number],
		{ isFollowed, withNumber }: { readonly isFollowed: boolean; readonly withNumber: boolean },
	): void {
		const mark = this.marks.get(glider);
		if (!mark) return;
		const { width: whole, ratio, viewport } = this;
		const width = withNumber ? numberLeft + mark.boxWidth : 2 * middle;
		const left = whole * ((isFollowed ? 1 : 0) + (glider.isInAir ? 0 : 2));
		map.drawImage(
			viewport,
			...[left * ratio, mark.top * ratio, width * ratio, rowHeight * ratio],
			...[x - middle, y - middle, width, rowHeight],
		);
	}
}

/** A glider in the air is a dot, one on the ground a ring: as easy to see. */
function drawMark(
	viewport: CanvasRenderingContext2D,
	glider: Glider,
	{ top, boxWidth }: Mark,
	colours: Colours,
	{ left, radius, isInAir }: (typeof looks)[number] & { readonly left: number },
): void {
	const y = top + middle;
	const colour = colourOf(glider, colours);
	const [inside, edge] = isInAir ? [colour, colours.ground] : [colours.ground, colour];
	viewport.lineWidth = isInAir ? 1.5 : 2.5;
	viewport.fillStyle = inside;
	viewport.strokeStyle = edge;
	viewport.beginPath();
	viewport.arc(left + middle, y, radius, 0, 2 * Math.PI);
	viewport.fill();
	viewport.stroke();
	viewport.lineWidth = 1.5;
	viewport.fillStyle = colours.ground;
	viewport.strokeStyle = colour;
	viewport.beginPath();
	viewport.roundRect(left + numberLeft + 1, top + 2, boxWidth - 2, rowHeight - 4, 4);
	viewport.fill();
	viewport.stroke();
	viewport.font = font;
	viewport.fillStyle = colours.ink;
	viewport.textAlign = "center";
	viewport.textBaseline = "middle";
	viewport.fillText(glider.flight.number, left + numberLeft + boxWidth / 2, y + 0.5);
}

/** CSS pixels. All are equally high. */
interface NumberBox {
	readonly left: number;
	readonly right: number;
	readonly top: number;
}

/** Height of a number with its frame. */
const height = 16;

/** Which of the numbers are shown: one that would lie on an earlier one is left out. */
export function withRoom(boxes: readonly NumberBox[]): boolean[] {
	const shown: NumberBox[] = [];
	return boxes.map((box) => {
		const { left, right, top } = box;
		const isCovered = shown.some(
			(other) => left < other.right && right > other.left && Math.abs(top - other.top) < height,
		);
		if (!isCovered) shown.push(box);
		return !isCovered;
	});
}
