import { gapSeconds, momentOf } from "~/lib/flights/igc-file/flight-log";
import type { Finding, FlightFigures, FlightResult } from "~db/schema";

/** A log of the second recorder. */
export interface Backup {
	readonly figures: FlightFigures;
	/** Null while it is not evaluated. */
	readonly result: FlightResult | null;
}

/** Milliseconds since 1970. */
interface Gap {
	readonly from: number;
	/** Null when the recording ends in the air. */
	readonly to: number | null;
}

/**
 * Findings about the gaps of a flight that a backup covers, where they matter: over the start, a point or the finish, and everywhere in
 * a flight that is not a finish or misses a point.
 * @param figures of the last piece of the flight
 */
export function backupCover(
	result: FlightResult,
	figures: FlightFigures,
	backups: readonly Backup[],
): Finding[] {
	const isWhole = result.status === "finished" && result.reached.every(({ missedM }) => missedM === 0);
	const times = [result.start?.at, ...result.reached.map(({ at }) => at), result.finish];
	const matters = ({ from, to }: Gap) =>
		!isWhole || times.some((time) => typeof time === "number" && time >= from && (to === null || time <= to));
	const gaps: Gap[] = (result.gaps ?? []).map(([from, to]) => ({ from, to }));
	if (result.landing === null) gaps.push({ from: momentOf(figures.date, figures.lastFix), to: null });
	return gaps.filter(matters).flatMap(({ from, to }): Finding[] => {
		const covering = backups.find((backup) => covers(backup, { from, to }));
		if (!covering) return [];
		const { maker, serial } = covering.figures.recorder;
		const value = to === null ? null : Math.round((to - from) / 1000);
		return [
			{
				kind: "backupCovers",
				at: from,
				value,
				proposedPoints: 0,
				point: null,
				recorder: `${maker} ${serial}`,
			},
		];
	});
}

function covers({ figures, result }: Backup, { from, to }: Gap): boolean {
	const begins = momentOf(figures.date, figures.firstFix);
	const ends = momentOf(figures.date, figures.lastFix);
	const until = to ?? from + gapSeconds * 1000;
	return (
		begins <= from &&
		ends >= until &&
		!(result?.gaps ?? []).some(([first, last]) => first < until && last > from)
	);
}
