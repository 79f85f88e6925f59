import { dayMilliseconds, pragueDate } from "~/lib/editions/prague-time";
import { groupedBy } from "~/lib/grouped-by";
import type { Position } from "~/lib/maps/geodesy";
import { isNight } from "~/lib/maps/sunset";
import type { FlightFigures } from "~db/schema";
import { clockToleranceMs, hourMs, momentsOf, mostHours } from "../clock-ahead";
import { hasSerial, isSameRecorder } from "../igc-file/flight-log";

/** A log whose clock is checked. Times are milliseconds since 1970. */
export interface ClockedLog {
	readonly registrationId: string;
	readonly classId: string;
	readonly figures: FlightFigures;
	/** The competitor's launches, as the desk has noted them. */
	readonly launches: readonly number[];
	/** When the start of the task opens; null without a rule or a task. */
	readonly startOpens: number | null;
	/** Whether its times say something about the flights of others. */
	readonly isTrusted: boolean;
	/** Hours, at least, by which it was ahead when it came; 0 for most. */
	readonly hoursAhead: number;
}

interface CompetitionDay {
	/** Local date. */
	readonly date: string;
	readonly airfield: Position;
	/** Local dates of the first and the last competition day. */
	readonly competition: { readonly from: string; readonly to: string };
}

/** Fewest competitors of the class by whom the clock of another one is judged. */
const fewestOthers = 3;
/** Hours by which a clock is wrong, at least, when only the class says so: some launch an hour after the others. */
const fewestHoursByOthers = 2;
/** One in so many competitors, at each end, says nothing about when a class was launched. */
const trimmedShare = 5;
/** Milliseconds by which two recorders may see launch and landing of one flight apart. */
const sameMomentMs = 120_000;
/** Share by which two recorders may see the way of one flight apart. */
const sameWayShare = 0.05;
/** Days after which the week of a GPS receiver begins anew. */
const rolloverDays = 7168;

/**
 * Returns the logs whose times are wrong by whole hours or days, with the hours to add to them. The launch that the desk has noted says it
 * best, then another log of the same flight, then the launches of the class, by which only an impossible flight is judged. An honest log
 * must never be held: whatever fits as it is is right.
 */
export function wrongClocks<L extends ClockedLog>(
	logs: readonly L[],
	day: CompetitionDay,
): ReadonlyMap<L, number> {
	const classes = classesOf(logs);
	const competitors = groupedBy(
		logs.filter(({ isTrusted }) => isTrusted),
		({ registrationId }) => registrationId,
	);
	const wrong = new Map<L, number>();
	for (const log of logs) {
		const others = othersOf(log, classes.get(log.classId));
		const own = competitors.get(log.registrationId) ?? [];
		const hours = hoursWrong({ log, own, others, day }) ?? daysWrong({ log, own, others, day });
		if (hours !== null && hours !== 0) wrong.set(log, hours);
	}
	return wrong;
}

interface Judged {
	readonly log: ClockedLog;
	/** The trusted logs of its competitor. */
	readonly own: readonly ClockedLog[];
	readonly others: Others;
	readonly day: CompetitionDay;
}

/** Null when nothing says anything. */
function hoursWrong(judged: Judged): number | null {
	const { log, own, others, day } = judged;
	const byGrid = others.isGridRight ? hoursByGrid(log) : null;
	if (byGrid !== null) return byGrid;
	const byTwin = hoursByTwin(judged);
	if (byTwin !== null) return byTwin;
	const byOthers = own.some((one) => one !== log && fits(one, others))
		? null
		: hoursByOthers(log, others, day);
	return byOthers ?? (log.hoursAhead > 0 ? -log.hoursAhead : null);
}

const launchOf = (log: ClockedLog) => momentsOf(log.figures).launch;
const landingOf = (log: ClockedLog) => momentsOf(log.figures).landing;

/** Hours that bring a moment to another one; null when no whole hours of a wrong clock do. */
function wholeHours(from: number, to: number): number | null {
	const hours = Math.round((to - from) / hourMs) || 0;
	const rest = Math.abs(to - from - hours * hourMs);
	return rest <= clockToleranceMs && Math.abs(hours) <= mostHours ? hours : null;
}

/**
 * What the noted launches say: 0 when one of them is the launch of the log. A log of several launches that goes on behind a noted one may
 * begin with one that nobody has noted.
 */
function hoursByGrid(log: ClockedLog): number | null {
	if (log.figures.takeOff === null) return null;
	const launch = launchOf(log);
	const found = log.launches.flatMap((noted) => {
		const hours = wholeHours(launch, noted);
		const isLaterLeg = hours !== null && hours > 0 && log.figures.flights > 1 && landingOf(log) > noted;
		return hours === null || isLaterLeg ? [] : [hours];
	});
	return found.toSorted((one, other) => Math.abs(one) - Math.abs(other))[0] ?? null;
}

/** What the competitor's other log of the same flight says: its launch and its landing are away by the same whole hours. */
function hoursByTwin({ log, own, others, day }: Judged): number | null {
	for (const twin of own) {
		const hours = twin === log ? null : hoursToTwin(log, twin);
		if (hours === null) continue;
		if (hours === 0) return null;
		const [isRight, isTwinRight] = [log, twin].map((one) => hoursByGrid(one) === 0 || fits(one, others));
		const [isWrong, isTwinWrong] = [log, twin].map((one) => isImpossible(one, 0, others, day));
		if (isTwinRight !== isRight) return isTwinRight ? hours : null;
		if (isWrong !== isTwinWrong) return isWrong ? hours : null;
		// Either may be wrong: the first one counts.
		return own.indexOf(twin) < own.indexOf(log) || !log.isTrusted ? hours : null;
	}
	return null;
}

function hoursToTwin(log: ClockedLog, twin: ClockedLog): number | null {
	const [one, other] = [log.figures, twin.figures];
	const areTwoRecorders = hasSerial(one.recorder) && !isSameRecorder(one.recorder, other.recorder);
	const apart = [launchOf(twin) - launchOf(log), landingOf(twin) - landingOf(log)] as const;
	const isOneFlight =
		Math.abs(apart[0] - apart[1]) <= sameMomentMs &&
		Math.abs(one.distance - other.distance) <= sameWayShare * Math.max(one.distance, other.distance);
	const hours = Math.round(apart[0] / hourMs) || 0;
	const rest = Math.abs(apart[0] - hours * hourMs);
	const isWhole = rest <= sameMomentMs && Math.abs(hours) <= mostHours;
	return areTwoRecorders && isOneFlight && isWhole ? hours : null;
}

/** When the other competitors of the class have flown. */
interface Others {
	/** The range of most launches; null when too few are known. */
	readonly launches: { readonly from: number; readonly to: number; readonly middle: number } | null;
	/** The first launch that the desk has noted, and the last landing. */
	readonly firstNoted: number;
	readonly lastLanding: number;
	/** False when most logs of the class contradict the desk: somebody has noted a whole grid late. */
	readonly isGridRight: boolean;
}

/** Moments of the competitors of a class, ascending, one of each. */
interface Moments {
	readonly times: readonly number[];
	/** Where the moment of an entry stands. */
	readonly placeOf: ReadonlyMap<string, number>;
}

type ClassTimes = Readonly<Record<"launches" | "takeOffs" | "landings" | "noted" | "apart", Moments>>;

function classesOf(logs: readonly ClockedLog[]): ReadonlyMap<string, ClassTimes> {
	const trusted = logs.filter(({ isTrusted, figures }) => isTrusted && figures.takeOff !== null);
	return new Map(
		[...groupedBy(trusted, ({ classId }) => classId)].map(([classId, ofClass]) => [
			classId,
			{
				launches: momentsIn(ofClass, (log) => log.launches[0] ?? launchOf(log)),
				takeOffs: momentsIn(ofClass, launchOf),
				landings: momentsIn(ofClass, landingOf),
				noted: momentsIn(ofClass, ({ launches }) => launches[0]),
				apart: momentsIn(ofClass, (log) => {
					const [noted] = log.launches;
					return noted === undefined ? undefined : launchOf(log) - noted;
				}),
			},
		]),
	);
}

function momentsIn(logs: readonly ClockedLog[], of: (log: ClockedLog) => number | undefined): Moments {
	const known = new Map<string, number>();
	for (const log of logs) {
		const time = of(log);
		if (time !== undefined && !known.has(log.registrationId)) known.set(log.registrationId, time);
	}
	const sorted = [...known].toSorted(([, one], [, other]) => one - other);
	return {
		times: sorted.map(([, time]) => time),
		placeOf: new Map(sorted.map(([registrationId], place) => [registrationId, place])),
	};
}

const nobody: Moments = { times: [], placeOf: new Map() };

/** The moments of a class without that of an entry. */
function without(registrationId: string, { times, placeOf }: Moments = nobody) {
	const place = placeOf.get(registrationId) ?? times.length;
	const count = place < times.length ? times.length - 1 : times.length;
	const at = (index: number) => times[index < place ? index : index + 1] ?? Number.NaN;
	return { at, count, middle: at(Math.floor(count / 2)) };
}

/** A comparison with a moment that is not known is false: it then speaks against no flight. */
function othersOf({ registrationId }: ClockedLog, ofClass: ClassTimes | undefined): Others {
	const of = (what: keyof ClassTimes) => without(registrationId, ofClass?.[what]);
	const apart = of("apart");
	const isGridRight = apart.count < fewestOthers || Math.abs(apart.middle) <= clockToleranceMs;
	const launches = of(isGridRight ? "launches" : "takeOffs");
	const landings = of("landings");
	const trimmed = Math.floor(launches.count / trimmedShare);
	const isKnown = launches.count >= fewestOthers;
	return {
		isGridRight,
		launches: isKnown
			? {
					from: launches.at(trimmed) - clockToleranceMs,
					to: launches.at(launches.count - 1 - trimmed) + clockToleranceMs,
					middle: launches.middle,
				}
			: null,
		firstNoted: isKnown && isGridRight ? of("noted").at(0) : Number.NaN,
		lastLanding: isKnown ? landings.at(landings.count - 1) : Number.NaN,
	};
}

/** Whether a log was launched with its class. */
function fits(log: ClockedLog, { launches }: Others, hours = 0): boolean {
	const launch = launchOf(log) + hours * hourMs;
	return (
		launches !== null && log.figures.takeOff !== null && launch >= launches.from && launch <= launches.to
	);
}

/** The hours that bring a flight that cannot have been to the launches of its class, nearest to their middle. */
function hoursByOthers(log: ClockedLog, others: Others, day: CompetitionDay): number | null {
	const { launches } = others;
	if (!launches || fits(log, others)) return null;
	const nearest = Math.round((launches.middle - launchOf(log)) / hourMs);
	const hours = [nearest, nearest - 1, nearest + 1].find((one) => fits(log, others, one)) ?? 0;
	const isAhead = log.hoursAhead > 0;
	if (Math.abs(hours) < (isAhead ? 1 : fewestHoursByOthers) || Math.abs(hours) > mostHours) return null;
	const isPossible = !isImpossible(log, hours, others, day);
	return isPossible && (isAhead || isImpossible(log, 0, others, day)) ? hours : null;
}

/**
 * Whether a flight cannot have been: by night, before the desk has launched anybody, over before the start opens or the class is launched,
 * or launched an hour after the last one has landed.
 */
function isImpossible(log: ClockedLog, hours: number, others: Others, { airfield }: CompetitionDay): boolean {
	const launch = launchOf(log) + hours * hourMs;
	const landing = landingOf(log) + hours * hourMs;
	const { firstNoted, lastLanding, launches } = others;
	return (
		isNight(launch, airfield) ||
		isNight(landing, airfield) ||
		launch < firstNoted - clockToleranceMs ||
		launch > lastLanding + hourMs ||
		(log.startOpens !== null && landing <= log.startOpens) ||
		(launches !== null && landing < launches.from)
	);
}

/** Whole days as hours: of a receiver whose weeks have begun anew, or of a date on which nobody competed, if the time of the day fits. */
function daysWrong({ log, others, day }: Judged): number | null {
	const { first, launch } = momentsOf(log.figures);
	const date = pragueDate(new Date(first));
	if (date === day.date) return null;
	const days = Math.round((Date.parse(day.date) - Date.parse(date)) / dayMilliseconds);
	const hours = days * 24;
	const isCompetitionDay = date >= day.competition.from && date <= day.competition.to;
	const isLaunch =
		fits(log, others, hours) ||
		log.launches.some((noted) => Math.abs(launch + hours * hourMs - noted) <= clockToleranceMs);
	return days % rolloverDays === 0 || (!isCompetitionDay && isLaunch) ? hours : null;
}
