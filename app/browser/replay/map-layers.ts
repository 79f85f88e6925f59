import type { Glider } from "./flight";
import type { Ground } from "./ground";
import type { View } from "./view";

/** Of the reader's theme. */
export interface Colours {
	readonly ground: string;
	readonly ink: string;
	readonly muted: string;
	readonly line: string;
	readonly isDark: boolean;
}

/** Seconds of flight that a glider's trail shows. */
const trailSeconds = 240;
const dotRadius = 4.5;
const fontSize = 12;
/** Opacity of whole tracks when there are many. */
const faintest = 0.2;
/** Share of the canvas by which the still layer is larger on every side. */
const overhang = 0.5;

export function colourOf({ hue }: Glider, { isDark }: Colours): string {
	return isDark ? `hsl(${hue} 75% 66%)` : `hsl(${hue} 75% 36%)`;
}

/** A canvas that is not on the page. */
function canvasOf(width: number, height: number): CanvasRenderingContext2D | null {
	const canvas = document.createElement("canvas");
	canvas.width = Math.max(1, Math.round(width));
	canvas.height = Math.max(1, Math.round(height));
	return canvas.getContext("2d");
}

/** Ground and whole tracks, drawn once for a view and moved with it until it has gone too far. */
export class StillLayer {
	private layer: CanvasRenderingContext2D | null = null;
	private drawnFor: View | null = null;
	private size = { width: 0, height: 0, ratio: 1 };

	/** The next frame draws it anew. */
	forget(): void {
		this.drawnFor = null;
	}

	/**
	 * What is drawn is not enough for the view: nothing is there or it has gone too far (`now`), or it is stretched, which is
	 * mended when the zoom has come to rest (`soon`).
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

	/** @param width @param height of the canvas, in CSS pixels; `ratio` device pixels each */
	draw(
		view: View,
		ground: Ground,
		gliders: readonly Glider[],
		colours: Colours,
		size: StillLayer["size"],
	): void {
		const { width, height, ratio } = size;
		const isResized = width !== this.size.width || height !== this.size.height || ratio !== this.size.ratio;
		if (!this.layer || isResized) {
			const share = 1 + 2 * overhang;
			this.layer = canvasOf(width * share * ratio, height * share * ratio);
		}
		this.size = size;
		this.drawnFor = view;
		const { layer } = this;
		if (!layer) return;
		layer.setTransform(1, 0, 0, 1, 0, 0);
		layer.clearRect(0, 0, layer.canvas.width, layer.canvas.height);
		const left = (view.x + overhang * width) * ratio;
		const top = (view.y + overhang * height) * ratio;
		layer.setTransform(view.scale * ratio, 0, 0, view.scale * ratio, left, top);
		drawGround(layer, ground, view.scale);
		layer.setLineDash([]);
		layer.lineWidth = 1 / view.scale;
		layer.lineJoin = "round";
		layer.globalAlpha = Math.min(0.5, faintest + 3 / gliders.length);
		for (const glider of gliders) {
			if (!glider.isShown) continue;
			layer.strokeStyle = colourOf(glider, colours);
			layer.stroke(glider.path);
		}
		layer.globalAlpha = 1;
	}

	/** Puts it onto the map, moved and stretched to the view. */
	show(map: CanvasRenderingContext2D, view: View): void {
		const { layer, drawnFor } = this;
		if (!layer || !drawnFor) return;
		const { width, height, ratio } = this.size;
		const stretch = view.scale / drawnFor.scale;
		const x = (view.x - stretch * (drawnFor.x + overhang * width)) * ratio;
		const y = (view.y - stretch * (drawnFor.y + overhang * height)) * ratio;
		map.setTransform(stretch, 0, 0, stretch, x, y);
		map.drawImage(layer.canvas, 0, 0);
	}
}

function drawGround(layer: CanvasRenderingContext2D, { shapes }: Ground, scale: number): void {
	for (const { path, fill, stroke, width, dash } of shapes) {
		if (fill) {
			layer.fillStyle = fill;
			layer.fill(path, "evenodd");
		}
		if (stroke) {
			layer.strokeStyle = stroke;
			layer.lineWidth = width / scale;
			layer.setLineDash(dash.map((length) => length / scale));
			layer.stroke(path);
		}
	}
}

/** Names of places in one size, whatever the zoom. One that would lie on another is left out, with its dot. */
export function drawNames(
	map: CanvasRenderingContext2D,
	{ names }: Ground,
	view: View,
	colours: Colours,
): void {
	map.font = `${fontSize}px system-ui, sans-serif`;
	map.textAlign = "left";
	map.lineWidth = 3;
	map.strokeStyle = colours.ground;
	const drawn: { readonly left: number; readonly right: number; readonly top: number }[] = [];
	// The points of the task come first.
	for (const { x, y, text, colour } of names) {
		const [left, top] = [view.scale * x + view.x, view.scale * y + view.y];
		const right = left + 5 + map.measureText(text).width;
		const isCovered = drawn.some(
			(name) => left < name.right && right > name.left && Math.abs(top - name.top) < fontSize,
		);
		if (isCovered) continue;
		drawn.push({ left, right, top });
		map.fillStyle = colour;
		map.beginPath();
		map.arc(left, top, 2, 0, 2 * Math.PI);
		map.fill();
		map.strokeText(text, left + 5, top + 4);
		map.fillText(text, left + 5, top + 4);
	}
}

/** What moves: trails, gliders and their numbers. */
export class MovingLayer {
	private readonly labels = new Map<Glider, HTMLCanvasElement>();

	/** The colours of the theme have changed. */
	forget(): void {
		this.labels.clear();
	}

	/** @param followed drawn last, and larger */
	draw(
		map: CanvasRenderingContext2D,
		gliders: readonly Glider[],
		followed: Glider | null,
		{ view, ratio, colours, withNumbers }: Frame,
	): void {
		const shown = gliders.filter((glider) => glider.isShown && glider !== followed);
		if (followed?.isShown) shown.push(followed);
		for (const glider of shown) drawTrail(map, glider, view, colours, glider === followed);
		for (const glider of shown) {
			const [x, y] = [view.scale * glider.x + view.x, view.scale * glider.y + view.y];
			map.globalAlpha = glider.isInAir ? 1 : 0.5;
			map.fillStyle = colourOf(glider, colours);
			map.beginPath();
			map.arc(x, y, glider === followed ? dotRadius + 2.5 : dotRadius, 0, 2 * Math.PI);
			map.fill();
			map.strokeStyle = colours.ground;
			map.lineWidth = 1.5;
			map.stroke();
			if (!withNumbers && glider !== followed) continue;
			const label = this.labelOf(glider, ratio, colours);
			const height = label.height / ratio;
			map.drawImage(label, x + dotRadius + 3, y - height / 2, label.width / ratio, height);
		}
		map.globalAlpha = 1;
	}

	/** Text is the slowest thing a canvas draws, so each number is drawn once. */
	private labelOf(glider: Glider, ratio: number, colours: Colours): HTMLCanvasElement {
		const made = this.labels.get(glider);
		if (made) return made;
		const font = `700 ${fontSize}px system-ui, sans-serif`;
		const ruler = canvasOf(1, 1);
		if (ruler) ruler.font = font;
		const width = (ruler?.measureText(glider.flight.number).width ?? 0) + 8;
		const height = fontSize + 6;
		const label = canvasOf(width * ratio, height * ratio);
		if (!label) return document.createElement("canvas");
		label.scale(ratio, ratio);
		label.fillStyle = colours.ground;
		label.strokeStyle = colourOf(glider, colours);
		label.lineWidth = 1.5;
		label.beginPath();
		label.roundRect(1, 1, width - 2, height - 2, 4);
		label.fill();
		label.stroke();
		label.font = font;
		label.fillStyle = colours.ink;
		label.textAlign = "center";
		label.textBaseline = "middle";
		label.fillText(glider.flight.number, width / 2, height / 2 + 0.5);
		this.labels.set(glider, label.canvas);
		return label.canvas;
	}
}

interface Frame {
	readonly view: View;
	/** Device pixels of a CSS pixel. */
	readonly ratio: number;
	readonly colours: Colours;
	readonly withNumbers: boolean;
}

function drawTrail(
	map: CanvasRenderingContext2D,
	glider: Glider,
	{ scale, x, y }: View,
	colours: Colours,
	isFollowed: boolean,
): void {
	if (!glider.isInAir) return;
	const { times, xs, ys } = glider;
	map.strokeStyle = colourOf(glider, colours);
	map.lineWidth = isFollowed ? 4 : 2.5;
	map.lineCap = "round";
	map.lineJoin = "round";
	map.beginPath();
	map.moveTo(scale * glider.x + x, scale * glider.y + y);
	const since = glider.time - trailSeconds;
	for (let index = glider.index; index >= 0; index--) {
		map.lineTo(scale * (xs[index] ?? 0) + x, scale * (ys[index] ?? 0) + y);
		if ((times[index] ?? 0) < since) break;
	}
	map.stroke();
}
