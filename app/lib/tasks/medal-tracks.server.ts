import { simplifyLine } from "~/lib/maps/simplify-line";
import { linePath, type Viewport } from "~/lib/maps/viewport";
import type { Trace } from "~db/schema";

/** The track of one of the first three, on the viewport of a task: a value of a path's `d`. */
export interface MedalTrack {
	readonly place: number;
	readonly line: string;
}

/** Units of a viewport 1000 wide, and corners. */
const detail = { tolerance: 1.5, maxPoints: 260, fixed: [] };

export function drawMedalTrack(
	viewport: Viewport,
	{ latitudes, longitudes }: Trace,
	place: number,
): MedalTrack {
	const xs = Float64Array.from(longitudes, (longitude) => viewport.x(longitude));
	const ys = Float64Array.from(latitudes, (latitude) => viewport.y(latitude));
	const corners = simplifyLine(xs, ys, detail);
	return {
		place,
		line: linePath(corners.map((fix) => [Math.round(xs[fix] ?? 0), Math.round(ys[fix] ?? 0)])),
	};
}
