import { momentOf } from "~/lib/flights/igc-file/flight-log";
import { metresBetween } from "~/lib/flights/igc-file/plausible-fixes";
import { fixBefore, heightAt, type Track } from "~/lib/flights/igc-file/track";
import { at } from "~/lib/numbers";
import type { Finding } from "~db/schema";
import { fastestKmh } from "../flight-result";
import { lowFinishPoints, missedPointPoints } from "../penalty-rates";
import { nearSite } from "./contest-site";
import type { EngineRun, EngineRuns, NoiseRun } from "./engine-runs";
import type { FlownTask } from "./flown-task";
import type { Route } from "./follow-task";
import { nearestApproach } from "./near-misses";
import type { FlownDistance } from "./race-distance";
import { brokenLimits, earlyStart, type StartCandidate } from "./start-candidates";

type At = Omit<Finding, "at"> & { readonly time: number | null };

/** Most times of noise of a kind that are listed. A faulty sensor gives thousands. */
const mostRuns = 20;

/** Returns the findings in the order of the task. @param date UTC date of the log */
export function findingsOf(
	flown: FlownTask,
	interpretation: Interpretation | null,
	runs: EngineRuns,
	date: string,
): Finding[] {
	const found = interpretation
		? [
				...startFindings(interpretation),
				...pointFindings(flown, interpretation),
				...endFindings(flown, interpretation, runs),
			]
		: withoutStart(flown);
	return [...found, ...impossibleFindings(flown, interpretation)].map(({ time, ...finding }) => ({
		...finding,
		at: time === null ? null : momentOf(date, Math.round(time)),
	}));
}

function withoutStart(flown: FlownTask): At[] {
	const early = earlyStart(flown);
	const kind = early === null ? "noStart" : "startEarly";
	const missing: At = { kind, time: early, value: null, proposedPoints: 0, point: 0 };
	return early === null ? [missing, ...brokenLimits(flown).map((one) => ({ ...one, point: 0 }))] : [missing];
}

function startFindings({ start }: Interpretation): At[] {
	return start.findings.map((finding) => ({ ...finding, time: start.time, point: 0 }));
}

function pointFindings(flown: FlownTask, { start, route, engine }: Interpretation): At[] {
	const found = route.reached.flatMap(({ time, missedM, gapS }, index): At[] => {
		const about = { time, point: index + 1 };
		if (missedM > 0)
			return [
				{ ...about, kind: "pointMissed", value: Math.round(missedM), proposedPoints: missedPointPoints },
			];
		return gapS > 0 ? [{ ...about, kind: "gap", value: gapS, proposedPoints: 0 }] : [];
	});
	const next = route.reached.length + 1;
	const placed = flown.points[next];
	if (next >= flown.points.length - 1 || !placed) return found;
	const from = route.reached.at(-1)?.time ?? start.time;
	const nearest = nearestApproach(flown.track, placed, {
		from,
		to: Math.min(flown.closes, engine?.from ?? flown.closes),
	});
	if (!nearest) return found;
	const value = Math.round(nearest.missedM);
	return [...found, { kind: "pointNotReached", time: nearest.time, value, proposedPoints: 0, point: next }];
}

function endFindings(flown: FlownTask, { start, route, engine }: Interpretation, runs: EngineRuns): At[] {
	const { track, task, closes } = flown;
	const { finish } = route;
	const last = flown.points.length - 1;
	const found: At[] = [];
	const add = (
		kind: At["kind"],
		time: number,
		value: number | null,
		proposedPoints = 0,
		point: number | null = last,
	) => found.push({ kind, time, value, proposedPoints, point });
	if (finish) {
		const height = Math.round(heightAt(track, finish.time));
		const below = task.rules.finishAltitudeM === null ? 0 : task.rules.finishAltitudeM - height;
		if (finish.landed) add("landedWithoutCrossing", finish.time, null);
		else if (below > 0) add("finishLow", finish.time, below, below * lowFinishPoints);
		if (finish.gapS > 0) add("gap", finish.time, finish.gapS);
	} else if (endsFlight(engine, closes)) {
		add("engine", engine.from, engine.to - engine.from, 0, null);
	} else if (at(track.times, track.length - 1) > closes) {
		add("finishClosed", closes, null);
	} else if (route.reached.length === last - 1 && track.landing !== null && isNear(flown.landedM)) {
		add("landedOutside", track.landing, Math.round(flown.landedM), 0, null);
	}
	const ends = finish?.time ?? at(track.times, track.length - 1);
	const isSaid = (run: NoiseRun) => !finish && run === engine && endsFlight(engine, closes);
	for (const { kind, run } of noiseBetween(runs, start.time, ends))
		if (!isSaid(run)) add(kind, run.from, run.to - run.from, 0, null);
	return found;
}

function endsFlight(engine: EngineRun | null, closes: number): engine is EngineRun {
	return engine !== null && engine.from <= closes;
}

/** The noise between two moments, in order. */
function noiseBetween({ loud, low }: EngineRuns, after: number, before: number) {
	const listed = (kind: Finding["kind"], runs: readonly NoiseRun[]) =>
		runs
			.filter(({ from, to }) => to > after && from < before)
			.slice(0, mostRuns)
			.map((run) => ({ kind, run }));
	const peaks = loud.filter(({ from, to, propels }) => !propels && from > after && to < before);
	const engine = loud.filter(({ propels }) => propels);
	return [...listed("enginePeak", peaks), ...listed("engineRun", engine), ...listed("engineNoise", low)].sort(
		(one, other) => one.run.from - other.run.from,
	);
}

function isNear(landedM: number | null): landedM is number {
	return landedM !== null && landedM > 0 && landedM <= nearSite;
}

/** Metres. Over a shorter way, two fixes say too little about the speed. */
const shortestMeasured = 5000;
/** Metres by which a fix may be off, and metres a second that no glider flies over ground. */
const possible = { slack: 2000, speed: 150 };

/** Findings about what no glider can fly: legs that are too fast, and the first jump that only a broken clock or a forged file has. */
function impossibleFindings({ track }: FlownTask, interpretation: Interpretation | null): At[] {
	const found = interpretation ? fastLegs(track, interpretation) : [];
	for (let fix = 1; fix < track.length; fix++) {
		const seconds = at(track.times, fix) - at(track.times, fix - 1);
		const way = metresBetween(track, fix - 1, fix);
		if (way <= possible.slack + possible.speed * seconds) continue;
		const time = at(track.times, fix);
		found.push({ kind: "clockJump", time, value: Math.round(way), proposedPoints: 0, point: null });
		break;
	}
	return found;
}

/** The legs to each point that were too fast: from where one was reached to where the next was, or from one credited fix to the next. */
function fastLegs(track: Track, { start, route, flown }: Interpretation): At[] {
	const { finish, reached } = route;
	const outAt = flown.outAt === null ? [] : [at(track.times, flown.outAt)];
	const end = finish ? [finish.time] : outAt;
	const credited = reached.map(({ time }, index) => {
		const fix = flown.credited[index];
		return fix === undefined ? time : at(track.times, fix);
	});
	const ways = [reached.map(({ time }) => time), credited].map((times) => [start.time, ...times, ...end]);
	const fastest = new Map<number, { readonly time: number; readonly kmh: number }>();
	for (const way of ways) {
		for (const [point, time] of way.entries()) {
			const before = way[point - 1];
			if (before === undefined) continue;
			const metres = metresBetween(track, fixBefore(track, before), fixBefore(track, time));
			const kmh = (metres / Math.max(1, time - before)) * 3.6;
			if (metres < shortestMeasured || kmh <= fastestKmh) continue;
			if (kmh > (fastest.get(point)?.kmh ?? 0)) fastest.set(point, { time, kmh });
		}
	}
	return [...fastest.entries()]
		.sort(([one], [other]) => one - other)
		.map(([point, { time, kmh }]) => ({
			kind: "tooFast",
			time,
			value: Math.round(kmh),
			proposedPoints: 0,
			point,
		}));
}

/** One interpretation of a flight: one start, one way along the task. */
export interface Interpretation {
	readonly start: StartCandidate;
	readonly route: Route;
	readonly flown: FlownDistance;
	/** Seconds that count; null for a flight that does not finish. */
	readonly timeS: number | null;
	/** The engine that ended the flight. */
	readonly engine: EngineRun | null;
	/** Sum of the proposed penalties. */
	readonly penalty: number;
}
