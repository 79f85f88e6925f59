import type { Glider } from "./flight";
import { type Colours, colourOf } from "./map-layers";
import { clockText, type ReplayClock } from "./replay-clock";

/** CSS pixels. */
const [left, right, top, bottom] = [44, 10, 8, 20];
const leastTick = 70;
const heightSteps = [250, 500, 1_000, 2_000] as const;
const timeSteps = [900, 1_800, 3_600, 7_200] as const;

/** Heights of all gliders side by side, with a cursor at the time of the replay. Whoever drags on it moves the time. */
export class Barogram {
	private curves: HTMLCanvasElement | null = null;
	private highest = 1_000;

	constructor(
		private readonly canvas: HTMLCanvasElement,
		private readonly gliders: readonly Glider[],
		private readonly clock: ReplayClock,
		onMove: (time: number) => void,
	) {
		const move = ({ offsetX, buttons }: PointerEvent) => {
			if (buttons === 0) return;
			const share = (offsetX - left) / Math.max(1, canvas.clientWidth - left - right);
			onMove(clock.first + share * (clock.last - clock.first));
		};
		canvas.addEventListener("pointerdown", (event) => {
			canvas.setPointerCapture(event.pointerId);
			move(event);
		});
		canvas.addEventListener("pointermove", move);
	}

	/** The next frame draws the curves anew. */
	forget(): void {
		this.curves = null;
	}

	draw(followed: Glider | null, colours: Colours, ratio: number): void {
		const context = this.canvas.getContext("2d");
		if (!context) return;
		this.curves ??= this.drawCurves(colours, ratio);
		const { clientHeight: height } = this.canvas;
		context.setTransform(1, 0, 0, 1, 0, 0);
		context.clearRect(0, 0, this.canvas.width, this.canvas.height);
		context.drawImage(this.curves, 0, 0);
		context.setTransform(ratio, 0, 0, ratio, 0, 0);
		if (followed) this.drawCurve(context, followed, colours, 2.5, 1);
		const x = this.x(this.clock.time);
		context.strokeStyle = colours.ink;
		context.lineWidth = 1.5;
		context.beginPath();
		context.moveTo(x, top);
		context.lineTo(x, height - bottom);
		context.stroke();
		for (const glider of this.gliders) {
			if (!glider.isShown || !glider.isInAir) continue;
			context.fillStyle = colourOf(glider, colours);
			context.beginPath();
			context.arc(x, this.y(glider.height), glider === followed ? 5 : 3, 0, 2 * Math.PI);
			context.fill();
		}
	}

	private drawCurves(colours: Colours, ratio: number): HTMLCanvasElement {
		const curves = document.createElement("canvas");
		curves.width = this.canvas.width;
		curves.height = this.canvas.height;
		const context = curves.getContext("2d");
		if (!context) return curves;
		this.highest = this.gliders.reduce(
			(highest, { heights }) => heights.reduce((most, height) => Math.max(most, height), highest),
			500,
		);
		context.scale(ratio, ratio);
		this.drawGrid(context, colours);
		for (const glider of this.gliders) {
			if (glider.isShown) this.drawCurve(context, glider, colours, 1, 0.55);
		}
		return curves;
	}

	private drawGrid(context: CanvasRenderingContext2D, colours: Colours): void {
		const { clientWidth: width, clientHeight: height } = this.canvas;
		const { first, last, mode } = this.clock;
		const step = heightSteps.find((each) => this.highest / each <= (height - top - bottom) / 24) ?? 4_000;
		const seconds =
			timeSteps.find((each) => ((last - first) / each) * leastTick <= width - left - right) ?? 14_400;
		context.font = "12px system-ui, sans-serif";
		context.fillStyle = colours.muted;
		context.strokeStyle = colours.line;
		context.lineWidth = 1;
		context.beginPath();
		context.textAlign = "right";
		for (let metres = 0; metres <= this.highest; metres += step) {
			context.moveTo(left, this.y(metres));
			context.lineTo(width - right, this.y(metres));
			context.fillText(String(metres), left - 6, this.y(metres) + 4);
		}
		context.textAlign = "center";
		for (let time = Math.ceil(first / seconds) * seconds; time <= last; time += seconds) {
			const x = this.x(time);
			context.moveTo(x, top);
			context.lineTo(x, height - bottom);
			// Without seconds.
			if (x < width - 24) context.fillText(clockText(time, mode).slice(0, -3), x, height - 4);
		}
		context.stroke();
	}

	private drawCurve(
		context: CanvasRenderingContext2D,
		glider: Glider,
		colours: Colours,
		width: number,
		alpha: number,
	): void {
		const { times, heights } = glider;
		const offset = this.clock.offsetOf(glider);
		context.strokeStyle = colourOf(glider, colours);
		context.lineWidth = width;
		context.globalAlpha = alpha;
		context.beginPath();
		for (let index = 0; index < times.length; index++) {
			const x = this.x((times[index] ?? 0) - offset);
			if (x >= left) context.lineTo(x, this.y(heights[index] ?? 0));
		}
		context.stroke();
		context.globalAlpha = 1;
	}

	private x(time: number): number {
		const { first, last } = this.clock;
		return left + ((time - first) / Math.max(1, last - first)) * (this.canvas.clientWidth - left - right);
	}

	private y(height: number): number {
		const { clientHeight } = this.canvas;
		return clientHeight - bottom - (height / this.highest) * (clientHeight - top - bottom);
	}
}
