import type { View } from "../movable-map";
import { type CanvasSize, emptied, resizeCanvas } from "./canvas";
import { type Colours, colourOf } from "./colours";
import type { Glider } from "./flight";
import { Marks } from "./marks";
import { withRoom } from "./numbers";

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

/** What moves: trails, gliders and their numbers. Every frame draws it anew. */
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
			map.globalAlpha = glider.isInAir ? 1 : 0.5;
			const withNumber = isFollowed || (withNumbers && numbered[index] === true);
			this.marks.draw(map, glider, [x, y], { isFollowed, withNumber });
		}
		map.globalAlpha = 1;
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
	map.strokeStyle = colourOf(glider, colours);
	map.lineWidth = isFollowed ? 4 : 2.5;
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
	map.stroke();
}
