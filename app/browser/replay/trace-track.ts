import { isBridged } from "~/lib/flights/replay/unpack";
import type { View } from "../movable-map";
import type { Pen } from "./canvas";
import type { Glider } from "./flight";

/** CSS pixels between two points of a track that are worth a line. */
const leastStep = 1;

/** On which sides of the canvas a place lies outside of it: a bit each. */
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
