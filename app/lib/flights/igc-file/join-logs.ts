import { at } from "~/lib/numbers";
import { analyseFlight, type Flight } from "./analyse-flight";
import { type Fixes, type FlightLog, gapSeconds, momentOf } from "./flight-log";
import { metresBetween } from "./plausible-fixes";

/** Seconds since the UTC midnight of the log's date. */
export interface Pause {
	readonly from: number;
	readonly to: number;
}

export interface JoinedLog {
	readonly log: FlightLog;
	/** The pauses of more than `gapSeconds` between one piece and the next. */
	readonly seams: readonly Pause[];
}

/**
 * Joins the pieces of one flight, in the order of time: each goes on behind the last believable fix of the one before. The header and the
 * recorder are those of the first.
 */
export function joinLogs(pieces: readonly [FlightLog, ...FlightLog[]]): JoinedLog {
	const [first, ...others] = pieces;
	const chosen: Stretch[] = [{ log: first, indices: allOf(first.fixes), later: 0 }];
	const seams: Pause[] = [];
	let end = lastTime(first);
	for (const log of others) {
		const later = secondsLater(first, log);
		const indices = allOf(log.fixes).filter((index) => at(log.fixes.times, index) + later > end);
		const begin = indices[0];
		if (begin === undefined) continue;
		const from = at(log.fixes.times, begin) + later;
		if (from - end > gapSeconds) seams.push({ from: end, to: from });
		chosen.push({ log, indices, later });
		end = Math.max(end, lastTime(log) + later);
	}
	return { log: { ...first, ...totals(pieces, seams), ...assembled(chosen) }, seams };
}

export interface FilledLog {
	readonly log: FlightLog;
	/** The pauses that the backup has filled. */
	readonly filled: readonly Pause[];
	/** Metres by which both logs differ, if that is too much for one of them to fill gaps of the other; null when they agree. */
	readonly differsM: number | null;
}

/** Metres between two recorders in one glider. A clock that is off by a minute makes more; where fixes are sparse a straight line is off by less. */
const mostDifference = 500;
/** Places at which two logs are compared. */
const mostCompared = 100;

/** Fills the gaps of a log, and what it lacks before and behind it in the air, with the fixes of a backup that agrees with it. */
export function fillGaps(gappy: FlightLog, other: FlightLog): FilledLog {
	const later = secondsLater(gappy, other);
	const [flight, its] = [analyseFlight(gappy), analyseFlight(other)];
	const [log, backup] = [cleaned(flight), cleaned(its)];
	const differsM = differenceOf(flight, its, later);
	if (differsM > mostDifference) return { log: gappy, filled: [], differsM: Math.round(differsM) };
	const stretches: Stretch[] = [];
	const filled: Pause[] = [];
	let next = 0;
	let copied = 0;
	for (const { from, to, behind } of pausesOf(flight)) {
		const indices: number[] = [];
		for (; next < its.positions.length; next++) {
			const index = at(its.positions, next);
			const time = at(its.fixes.times, index) + later;
			if (time >= to) break;
			if (time > from) indices.push(index);
		}
		const [begin, end] = [indices[0], indices.at(-1)];
		if (begin === undefined || end === undefined) continue;
		stretches.push({ log, indices: range(copied, behind), later: 0 }, { log: backup, indices, later });
		copied = behind;
		filled.push({ from: at(backup.fixes.times, begin) + later, to: at(backup.fixes.times, end) + later });
	}
	if (filled.length === 0) return { log: gappy, filled, differsM: null };
	stretches.push({ log, indices: range(copied, log.fixes.length), later: 0 });
	return { log: { ...log, ...assembled(stretches) }, filled, differsM: null };
}

interface OpenPause extends Pause {
	/** Index of the first fix behind it. */
	readonly behind: number;
}

/** A log without the fixes whose times contradict others. */
const cleaned = ({ log, fixes }: Flight): FlightLog => ({ ...log, fixes });

/** The gaps of a flight, and what is before it and behind it if it begins or ends in the air. */
function pausesOf({ fixes: { times, length }, positions, takeOff, landing, spans }: Flight): OpenPause[] {
	const pauses: OpenPause[] = [];
	if (spans.length > 0 && takeOff === null)
		pauses.push({
			from: Number.NEGATIVE_INFINITY,
			to: at(times, at(positions, 0)),
			behind: at(positions, 0),
		});
	for (let place = 1; place < positions.length; place++) {
		const behind = at(positions, place);
		const [from, to] = [at(times, at(positions, place - 1)), at(times, behind)];
		if (to - from > gapSeconds) pauses.push({ from, to, behind });
	}
	if (spans.length > 0 && landing === null)
		pauses.push({
			from: at(times, at(positions, positions.length - 1)),
			to: Number.POSITIVE_INFINITY,
			behind: length,
		});
	return pauses;
}

/** The median distance in metres of two flights at the times that both have; 0 without any. @param later seconds, as of a `Stretch` */
function differenceOf(flight: Flight, other: Flight, later: number): number {
	const { fixes, positions } = flight;
	const distances: number[] = [];
	const step = Math.max(1, Math.floor(other.positions.length / mostCompared));
	let place = 1;
	for (let sample = 0; sample < other.positions.length; sample += step) {
		const index = at(other.positions, sample);
		const time = at(other.fixes.times, index) + later;
		while (place < positions.length - 1 && at(fixes.times, at(positions, place)) < time) place++;
		const [before, behind] = [positions[place - 1], positions[place]];
		if (before === undefined || behind === undefined) break;
		const [from, to] = [at(fixes.times, before), at(fixes.times, behind)];
		if (time < from || time > to || to - from > gapSeconds || to <= from) continue;
		const share = (time - from) / (to - from);
		const between = (values: Float64Array) =>
			at(values, before) + share * (at(values, behind) - at(values, before));
		const both = {
			latitudes: Float64Array.of(between(fixes.latitudes), at(other.fixes.latitudes, index)),
			longitudes: Float64Array.of(between(fixes.longitudes), at(other.fixes.longitudes, index)),
		};
		distances.push(metresBetween(both, 0, 1));
	}
	return distances.sort((one, another) => one - another)[distances.length >> 1] ?? 0;
}

/** Fixes of a log in their order, with the seconds by which its date is later than that of the joined log. */
interface Stretch {
	readonly log: FlightLog;
	readonly indices: readonly number[];
	readonly later: number;
}

/** The fixes and events of several stretches. Where one of the recorders has no pressure sensor, none is believed to have one. */
function assembled(stretches: readonly Stretch[]): Pick<FlightLog, "fixes" | "events"> {
	const length = stretches.reduce((sum, { indices }) => sum + indices.length, 0);
	const logs = [...new Set(stretches.map(({ log }) => log))];
	const havePressure = logs.every(({ fixes }) => hasPressure(fixes));
	const fixes = {
		length,
		times: new Float64Array(length),
		latitudes: new Float64Array(length),
		longitudes: new Float64Array(length),
		pressureAltitudes: new Int32Array(length),
		gnssAltitudes: new Int32Array(length),
		valid: new Uint8Array(length),
		noise: new Uint16Array(length),
	};
	let place = 0;
	for (const { log, indices, later } of stretches) {
		for (const index of indices) {
			fixes.times[place] = at(log.fixes.times, index) + later;
			fixes.latitudes[place] = at(log.fixes.latitudes, index);
			fixes.longitudes[place] = at(log.fixes.longitudes, index);
			fixes.pressureAltitudes[place] = havePressure ? at(log.fixes.pressureAltitudes, index) : 0;
			fixes.gnssAltitudes[place] = at(log.fixes.gnssAltitudes, index);
			fixes.valid[place] = log.fixes.valid[index] ?? 0;
			fixes.noise[place] = log.fixes.noise[index] ?? 0;
			place++;
		}
	}
	const laterOf = new Map(stretches.map(({ log, later }) => [log, later]));
	return {
		fixes,
		events: [...laterOf].flatMap(([log, later]) => log.events.map((time) => time + later)),
	};
}

function totals(
	pieces: readonly FlightLog[],
	seams: readonly Pause[],
): Pick<
	FlightLog,
	"unreadable" | "gaps" | "zeroPositions" | "hasWideAltitudes" | "hasSignature" | "endsMidRecord"
> {
	const pauses = seams.map(({ from, to }) => to - from);
	return {
		unreadable: {
			count: pieces.reduce((sum, { unreadable }) => sum + unreadable.count, 0),
			firstLine: pieces.find(({ unreadable }) => unreadable.count > 0)?.unreadable.firstLine ?? null,
		},
		gaps: {
			count: pieces.reduce((sum, { gaps }) => sum + gaps.count, seams.length),
			longest: Math.max(...pieces.map(({ gaps }) => gaps.longest), ...pauses),
		},
		zeroPositions: pieces.reduce((sum, { zeroPositions }) => sum + zeroPositions, 0),
		hasWideAltitudes: pieces.some(({ hasWideAltitudes }) => hasWideAltitudes),
		hasSignature: pieces.every(({ hasSignature }) => hasSignature),
		endsMidRecord: pieces.some(({ endsMidRecord }) => endsMidRecord),
	};
}

function hasPressure({ pressureAltitudes }: Fixes): boolean {
	return pressureAltitudes.some((altitude) => altitude !== pressureAltitudes[0]);
}

/** Time of the last believable fix. */
function lastTime(log: FlightLog): number {
	const { fixes, positions } = analyseFlight(log);
	return at(fixes.times, at(positions, positions.length - 1));
}

function secondsLater(first: FlightLog, { date }: FlightLog): number {
	return (momentOf(date, 0) - momentOf(first.date, 0)) / 1000;
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
const allOf = ({ length }: Fixes) => range(0, length);
