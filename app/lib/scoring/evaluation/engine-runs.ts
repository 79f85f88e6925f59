import type { Track } from "~/lib/flights/igc-file/track";
import { at } from "~/lib/numbers";
import { longestPlainGap } from "./zone-passages";

/** The times of engine noise of a flight, each list in order. */
export interface EngineRuns {
	readonly loud: readonly EngineRun[];
	/** Noise that is too low to end a flight by itself, and too long for anything but an engine. */
	readonly low: readonly NoiseRun[];
}

export interface NoiseRun {
	readonly from: number;
	readonly to: number;
}

export interface EngineRun extends NoiseRun {
	/** Index of the last fix before the run. */
	readonly fixBefore: number;
	/** False for a peak: too short to have propelled the glider. */
	readonly propels: boolean;
}

/** Level out of 999. The noise and propulsion sensors of recorders exceed it while an engine runs. */
const loud = 700;
/** Level that an engine at low power exceeds, and a glider does not for long. */
const low = 500;
const leastSeconds = 20;
const leastFixes = 3;

export function engineRuns(track: Track): EngineRuns {
	const propelled = new Uint8Array(track.length);
	const runs = runsOf(track, (fix) => (track.noise[fix] ?? 0) > loud).map(({ first, last }) => {
		const run = noiseRun(track, first, last);
		const propels = run.to - run.from >= leastSeconds && last - first + 1 >= leastFixes;
		if (propels) propelled.fill(1, first, last + 1);
		return { ...run, fixBefore: Math.max(0, first - 1), propels };
	});
	const lows = runsOf(track, (fix) => (track.noise[fix] ?? 0) > low && propelled[fix] === 0)
		.map(({ first, last }) => noiseRun(track, first, endOfNoise(track, last)))
		.filter(({ from, to }) => to - from > leastSeconds);
	return { loud: runs, low: lows };
}

function noiseRun({ times }: Track, first: number, last: number): NoiseRun {
	return { from: at(times, first), to: at(times, last) };
}

/** The fix that ends the noise of another one: the next, unless there is a gap. */
function endOfNoise({ times, length }: Track, fix: number): number {
	const next = Math.min(fix + 1, length - 1);
	return at(times, next) - at(times, fix) > longestPlainGap ? fix : next;
}

interface FixRun {
	readonly first: number;
	readonly last: number;
}

/** The longest rows of fixes that are noisy, without a gap. */
function runsOf({ times, length }: Track, isNoisy: (fix: number) => boolean): FixRun[] {
	const runs: FixRun[] = [];
	let first = -1;
	for (let fix = 0; fix <= length; fix++) {
		const noisy = fix < length && isNoisy(fix);
		const isApart = first >= 0 && at(times, fix) - at(times, fix - 1) > longestPlainGap;
		if (first >= 0 && (!noisy || isApart)) {
			runs.push({ first, last: fix - 1 });
			first = -1;
		}
		if (noisy && first < 0) first = fix;
	}
	return runs;
}
