import type { FieldErrors } from "~/lib/result";
import type { Performance, ScoreOverride } from "~db/schema";
import { fastestKmh } from "./performance";
import type { Outcome } from "./points";

export interface JudgedFlight {
	readonly outcome: Outcome;
	/** Milliseconds since 1970. */
	readonly start: number | null;
	readonly finish: number | null;
}

/**
 * The flight as the scorer wants it. Start and finish give a time; distance with time makes a finisher, `out` one who is
 * out, log or no log.
 * @param taskTimeS the least time of an area task
 */
export function applyOverride(
	outcome: Outcome,
	flight: Performance | null,
	override: ScoreOverride | null,
	taskTimeS: number | null,
): JudgedFlight {
	const { start, finish } = timesOf(flight, override);
	if (!override) return { outcome, start, finish };
	const distanceM = override.distanceM ?? flight?.distanceM ?? null;
	const isFlown = outcome.kind === "finished" || outcome.kind === "out";
	if (override.out) return { outcome: { kind: "out", distanceM: distanceM ?? 0 }, start, finish: null };
	const moved = override.start !== null || override.finish !== null;
	const flownS = moved && start !== null && finish !== null ? (finish - start) / 1000 : null;
	const evaluatedS = outcome.kind === "finished" ? outcome.timeS : null;
	const decidedS = override.timeS ?? flownS;
	const timeS = decidedS === null ? evaluatedS : Math.max(decidedS, taskTimeS ?? 0);
	if (timeS !== null && timeS > 0 && distanceM !== null)
		return { outcome: { kind: "finished", distanceM, timeS }, start, finish };
	if (override.distanceM !== null || isFlown)
		return { outcome: { kind: "out", distanceM: distanceM ?? 0 }, start, finish };
	return { outcome, start, finish };
}

/** Start and finish of the flight, as the scorer wants them. */
function timesOf(
	flight: Performance | null,
	override: ScoreOverride | null,
): Pick<JudgedFlight, "start" | "finish"> {
	return {
		start: override?.start ? Date.parse(override.start) : (flight?.start?.at ?? null),
		finish: override?.finish ? Date.parse(override.finish) : (flight?.finish ?? null),
	};
}

/**
 * What is wrong with a flight as the scorer wants it, by its field: a finish that is not after the start, or a flight that no log could
 * score with. Null when it can be.
 */
export function overrideErrors(flight: Performance | null, override: ScoreOverride): FieldErrors | null {
	if (override.out) return null;
	const { start, finish } = timesOf(flight, override);
	const flownS = start === null || finish === null ? null : (finish - start) / 1000;
	if (flownS !== null && flownS <= 0) return { finish: "scoringAdmin.finishBeforeStart" };
	const changed = [override.start, override.finish, override.distanceM, override.timeS];
	if (changed.every((value) => value === null)) return null;
	const distanceM = override.distanceM ?? flight?.distanceM ?? 0;
	const timeS = override.timeS ?? flownS;
	const isTooFast = timeS !== null && (distanceM / timeS) * 3.6 > fastestKmh;
	return isTooFast ? { time: `scoringAdmin.tooFast?kmh=${fastestKmh}` } : null;
}

/** Whether a decision says that somebody launched. A handicap says nothing of it. */
export function saysLaunched(override: ScoreOverride | null): boolean {
	if (!override) return false;
	const { handicap: _, ...flown } = override;
	return Object.values(flown).some((value) => value !== null && value !== false);
}
