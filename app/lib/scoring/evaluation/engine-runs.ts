import { at } from "~/lib/at";
import type { Track } from "~/lib/flights/igc-file/track";
import { longestBridge } from "./zone-passages";

export interface EngineRun {
	readonly from: number;
	readonly to: number;
	/** Index of the last fix before it. */
	readonly fixBefore: number;
	/** False for a peak: too short to have propelled the glider. */
	readonly propels: boolean;
}

/** Of 999: noise and propulsion sensors of recorders are above it while an engine runs. */
const loud = 700;
const leastSeconds = 20;
const leastFixes = 3;

/** The times of engine noise, in order. */
export function engineRuns({ times, noise, length }: Track): EngineRun[] {
	const runs: EngineRun[] = [];
	let first = -1;
	for (let index = 0; index <= length; index++) {
		const isLoud = index < length && (noise[index] ?? 0) > loud;
		const isApart = first >= 0 && at(times, index) - at(times, index - 1) > longestBridge;
		if (first >= 0 && (!isLoud || isApart)) {
			const [from, to] = [at(times, first), at(times, index - 1)];
			const propels = to - from >= leastSeconds && index - first >= leastFixes;
			runs.push({ from, to, fixBefore: Math.max(0, first - 1), propels });
			first = -1;
		}
		if (isLoud && first < 0) first = index;
	}
	return runs;
}
