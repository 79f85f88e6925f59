import type { ViewportPoint } from "~/lib/maps/viewport";
import { round } from "~/lib/numbers";
import type { Trace } from "~db/schema";
import { longestBridge } from "./flight-log";
import { climbsOf } from "./trace";

/** Bands from fast sink to fast climb. The text is `igc.flight.band.<name>`. */
export const climbBands = ["fallsFast", "falls", "level", "climbs", "climbsFast"] as const;

/** Vertical speeds in metres a second between one band and the next. */
const bandLimits = [-2, -0.5, 0.5, 2] as const;

/** A flight as lines of a picture. Each field is the value of a path's `d`. */
export interface FlownLine {
	/** The whole line, with a move after each gap. A script reads the position of every fix from it. */
	readonly whole: string;
	/** Straight lines across the gaps of at most `longestBridge`. */
	readonly gaps: string;
	/** The parts of the line in each band, in the order of `climbBands`. */
	readonly bands: readonly string[];
}

/** @param pointOf returns the point of a fix, in units rounded to tenths */
export function flownLine(trace: Trace, pointOf: (fix: number) => ViewportPoint): FlownLine {
	const climbs = climbsOf(trace);
	const gapEnds = new Set(trace.gaps);
	const line = { whole: "", gaps: "", bands: climbBands.map(() => "") };
	/** Where the last part of each band ends. */
	const ends = climbBands.map(() => -1);
	let [x, y] = [0, 0];
	for (let fix = 0; fix < trace.times.length; fix++) {
		const [nextX, nextY] = pointOf(fix);
		const step = `l${round(nextX - x)} ${round(nextY - y)}`;
		if (fix === 0 || gapEnds.has(fix)) {
			line.whole += `M${nextX} ${nextY}`;
			const seconds = (trace.times[fix] ?? 0) - (trace.times[fix - 1] ?? Number.NEGATIVE_INFINITY);
			if (seconds <= longestBridge) line.gaps += `M${x} ${y}L${nextX} ${nextY}`;
		} else {
			line.whole += step;
			const band = bandOf(((climbs[fix - 1] ?? 0) + (climbs[fix] ?? 0)) / 2);
			line.bands[band] += ends[band] === fix - 1 ? step : `M${x} ${y}${step}`;
			ends[band] = fix;
		}
		[x, y] = [nextX, nextY];
	}
	return line;
}

function bandOf(climb: number): number {
	const band = bandLimits.findIndex((limit) => climb < limit);
	return band < 0 ? bandLimits.length : band;
}
