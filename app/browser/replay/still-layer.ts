import { element } from "../element";
import type { View } from "../movable-map";
import { type BackgroundMap, drawNames, drawShapes } from "./background-map";
import { type CanvasSize, drawStill } from "./canvas";
import { type Colours, colourOf } from "./colours";
import type { Glider } from "./flight";
import { traceTrack } from "./trace-track";

/** Share of the map by which the layer is larger on every side. */
const overhang = 0.4;
const share = 1 + 2 * overhang;
/** Opacity of whole tracks when there are many. */
const faintest = 0.2;

interface StillPicture {
	readonly ground: BackgroundMap;
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

	/** The next frame draws it anew. */
	forget(): void {
		this.drawnFor = null;
	}

	/**
	 * What is drawn is not what the view needs: nothing is there, or it has gone too far (`now`), or it is stretched, which is mended
	 * when the zoom has come to rest (`soon`).
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
			drawShapes(pen, ground, shown);
			pen.restore();
			pen.lineWidth = 1;
			pen.globalAlpha = Math.min(0.5, faintest + 3 / gliders.length);
			for (const glider of gliders) {
				if (!glider.isShown) continue;
				pen.strokeStyle = colourOf(glider, colours);
				pen.beginPath();
				traceTrack(pen, glider, shown, room);
				pen.stroke();
			}
			pen.globalAlpha = 1;
			drawNames(pen, ground, shown, colours, { ...room, edge: width * (1 + overhang) });
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
