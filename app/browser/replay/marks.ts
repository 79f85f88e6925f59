import { emptied, resizeCanvas } from "./canvas";
import { type Colours, colourOf } from "./colours";
import type { Glider } from "./flight";
import type { NumberBox } from "./numbers";

/** CSS pixels. */
const dotRadius = 4.5;
const followedRadius = 7;
const fontSize = 12;
const rowHeight = 20;
/** Of a mark: where its dot has its middle, and where its number begins. */
const middle = rowHeight / 2;
const numberLeft = middle + dotRadius + 3;
const font = `700 ${fontSize}px system-ui, sans-serif`;

interface Mark {
	/** Of the row in the viewport. */
	readonly top: number;
	/** Of the box around the number. */
	readonly boxWidth: number;
}

/**
 * Dot and number of every glider, drawn once into one canvas: a row each, the mark of a followed glider beside the usual one.
 * Text and circles are the slowest things that a canvas draws, and one source for all is the fastest to copy from.
 */
export class Marks {
	private readonly viewport = document.createElement("canvas");
	private readonly marks = new Map<Glider, Mark>();
	/** Of a mark with the longest number. */
	private width = 0;
	private ratio = 1;

	/** They have to be made anew. */
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
		resizeCanvas(this.viewport, { width: 2 * this.width, height: rowHeight * gliders.length, ratio });
		const viewport = emptied(this.viewport, ratio);
		if (!viewport) return;
		for (const [glider, mark] of this.marks) {
			drawMark(viewport, glider, mark, colours, { left: 0, radius: dotRadius });
			drawMark(viewport, glider, mark, colours, { left: this.width, radius: followedRadius });
		}
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
		const left = isFollowed ? whole : 0;
		map.drawImage(
			viewport,
			...[left * ratio, mark.top * ratio, width * ratio, rowHeight * ratio],
			...[x - middle, y - middle, width, rowHeight],
		);
	}
}

function drawMark(
	viewport: CanvasRenderingContext2D,
	glider: Glider,
	{ top, boxWidth }: Mark,
	colours: Colours,
	{ left, radius }: { readonly left: number; readonly radius: number },
): void {
	const y = top + middle;
	const colour = colourOf(glider, colours);
	viewport.lineWidth = 1.5;
	viewport.fillStyle = colour;
	viewport.strokeStyle = colours.ground;
	viewport.beginPath();
	viewport.arc(left + middle, y, radius, 0, 2 * Math.PI);
	viewport.fill();
	viewport.stroke();
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
