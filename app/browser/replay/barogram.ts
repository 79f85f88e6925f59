import { isBridged } from "~/lib/flights/replay/unpack-flights";
import { element } from "../element";
import {
	type CanvasSize,
	type Colours,
	colourOf,
	drawStill,
	emptied,
	type Pen,
	resizeCanvas,
} from "./canvas";
import type { Glider } from "./flight";
import { clockText, type ReplayClock } from "./replay-clock";

/** CSS pixels. */
const [left, right, top, bottom] = [44, 10, 8, 20];
const leastTick = 70;
/** CSS pixels between two points of a curve that are worth a line. */
const leastStep = 0.5;
const heightSteps = [250, 500, 1_000, 2_000] as const;
const timeSteps = [900, 1_800, 3_600, 7_200] as const;

/**
 * Heights of all gliders side by side, with a cursor at the time of the replay: curves and cursor have a canvas each. Dragging
 * on it moves the time.
 */
export class Barogram {
	private readonly cursor = element("canvas", {
		ariaHidden: "true",
		className: "absolute inset-0 size-full cursor-ew-resize touch-pan-y",
	});
	private size: CanvasSize = { width: 0, height: 0, ratio: 1 };
	private readonly highest: number;
	private isDrawn = false;
	private followed: Glider | null = null;

	constructor(
		private readonly canvas: HTMLCanvasElement,
		private readonly gliders: readonly Glider[],
		private readonly clock: ReplayClock,
		onMove: (time: number) => void,
	) {
		canvas.insertAdjacentElement("afterend", this.cursor);
		this.highest = gliders.reduce(
			(highest, { heights }) => heights.reduce((most, height) => Math.max(most, height), highest),
			500,
		);
		const move = ({ offsetX, buttons }: PointerEvent) => {
			if (buttons === 0) return;
			const share = (offsetX - left) / Math.max(1, this.size.width - left - right);
			onMove(clock.first + share * (clock.last - clock.first));
		};
		this.cursor.addEventListener("pointerdown", (event) => {
			this.cursor.setPointerCapture(event.pointerId);
			move(event);
		});
		this.cursor.addEventListener("pointermove", move);
	}

	resize(size: CanvasSize): void {
		this.size = size;
		resizeCanvas(this.cursor, size);
		this.forget();
	}

	/** Makes the next frame draw the curves again. */
	forget(): void {
		this.isDrawn = false;
	}

	draw(followed: Glider | null, colours: Colours): void {
		if (!this.isDrawn || followed !== this.followed) this.drawCurves(followed, colours);
		const context = emptied(this.cursor, this.size.ratio);
		if (!context) return;
		const x = this.x(this.clock.time);
		context.fillStyle = colours.ink;
		context.fillRect(x - 0.75, top, 1.5, this.size.height - bottom - top);
		for (const glider of this.gliders) {
			if (!glider.isShown || !glider.isInAir) continue;
			context.fillStyle = colourOf(glider, colours);
			context.beginPath();
			context.arc(x, this.y(glider.height), glider === followed ? 5 : 3, 0, 2 * Math.PI);
			context.fill();
		}
	}

	private drawCurves(followed: Glider | null, colours: Colours): void {
		this.isDrawn = true;
		this.followed = followed;
		drawStill(this.canvas, this.size, (pen) => {
			this.drawGrid(pen, colours);
			for (const glider of this.gliders) {
				if (glider.isShown) this.drawCurve(pen, glider, colours, 1, 0.55);
			}
			if (followed) this.drawCurve(pen, followed, colours, 2.5, 1);
		});
	}

	private drawGrid(pen: Pen, colours: Colours): void {
		const { width, height } = this.size;
		const { first, last, mode } = this.clock;
		const step = heightSteps.find((each) => this.highest / each <= (height - top - bottom) / 24) ?? 4_000;
		const seconds =
			timeSteps.find((each) => ((last - first) / each) * leastTick <= width - left - right) ?? 14_400;
		pen.font = "12px system-ui, sans-serif";
		pen.fillStyle = colours.muted;
		pen.strokeStyle = colours.line;
		pen.lineWidth = 1;
		pen.beginPath();
		pen.textAlign = "right";
		for (let metres = 0; metres <= this.highest; metres += step) {
			pen.moveTo(left, this.y(metres));
			pen.lineTo(width - right, this.y(metres));
			pen.fillText(metres.toLocaleString(document.documentElement.lang), left - 6, this.y(metres) + 4);
		}
		pen.textAlign = "center";
		for (let time = Math.ceil(first / seconds) * seconds; time <= last; time += seconds) {
			const x = this.x(time);
			pen.moveTo(x, top);
			pen.lineTo(x, height - bottom);
			// The label has no seconds.
			if (x < width - 24) pen.fillText(clockText(time, mode).slice(0, -3), x, height - 4);
		}
		pen.stroke();
	}

	private drawCurve(pen: Pen, glider: Glider, colours: Colours, width: number, alpha: number): void {
		const { times, heights } = glider;
		const offset = this.clock.offsetOf(glider);
		pen.strokeStyle = colourOf(glider, colours);
		pen.lineWidth = width;
		pen.globalAlpha = alpha;
		pen.beginPath();
		let before = Number.NEGATIVE_INFINITY;
		for (let index = 0; index < times.length; index++) {
			const x = this.x((times[index] ?? 0) - offset);
			const isAfterGap = index > 0 && !isBridged(times, index - 1);
			if (x < left || (!isAfterGap && x - before < leastStep)) continue;
			if (isAfterGap) pen.moveTo(x, this.y(heights[index] ?? 0));
			else pen.lineTo(x, this.y(heights[index] ?? 0));
			before = x;
		}
		pen.stroke();
		pen.globalAlpha = 1;
	}

	private x(time: number): number {
		const { first, last } = this.clock;
		return left + ((time - first) / Math.max(1, last - first)) * (this.size.width - left - right);
	}

	private y(height: number): number {
		const low = this.size.height - bottom;
		return low - (height / this.highest) * (low - top);
	}
}
