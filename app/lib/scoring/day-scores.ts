import type {
	DayFigures,
	DayScores,
	dayScores,
	Evaluating,
	Finding,
	FlightResult,
	ScoredRow,
} from "~db/schema";

/** The place as people read it. A row without points has none, for example on a day on which nobody has points. */
export function shownPlace({ rank, points }: Pick<ScoredRow, "rank" | "points">): number | null {
	return points === null || points === 0 ? null : rank;
}

/** Since when scores are as they are: preliminary ones since the calculation, others since they have their state. */
export function changedAt({
	state,
	stateSince,
	computedAt,
}: Pick<typeof dayScores.$inferSelect, "state" | "stateSince" | "computedAt">): Date {
	return state === "preliminary" ? computedAt : (stateSince ?? computedAt);
}

/** Whether a row has a page of its own: there is a log, or the scorer has decided without one. */
export function isExplained({ flight, distanceM }: Pick<ScoredRow, "flight" | "distanceM">): boolean {
	return flight !== null || distanceM !== null;
}

/** Whether somebody who launched is not evaluated yet, or logs are evaluated anew. The places may then change, and none has a medal. */
export function placesMayChange({
	presumed,
	evaluating = null,
}: Pick<DayFigures, "presumed"> & { readonly evaluating?: Evaluating | null }): boolean {
	return presumed > 0 || evaluating !== null;
}

/** Bytes of a sheet as JSON. A row of the database holds a few times as much, and every page of the class reads it. */
export const largestScores = 256 * 1024;
/** Other starts in a row. */
export const mostOtherStarts = 5;

/** Returns the sheet in a size that can be stored. The rows with the most detail lose their detail, but none of their points. */
export function fitted(sheet: DayScores): DayScores {
	let size = sizeOf(sheet);
	if (size <= largestScores) return sheet;
	const rows = [...sheet.rows];
	const largestFirst = rows
		.map((row, place) => ({ place, size: sizeOf(row) }))
		.sort((a, b) => b.size - a.size);
	for (const { place, size: before } of largestFirst) {
		const row = rows[place];
		if (size <= largestScores || !row?.flight) continue;
		const less = { ...row, flight: withoutDetail(row.flight) };
		rows[place] = less;
		size += sizeOf(less) - before;
	}
	return { ...sheet, rows };
}

function sizeOf(value: unknown): number {
	return new TextEncoder().encode(JSON.stringify(value)).length;
}

/**
 * Removes the detail of a flight. What the numbers of this and other days need stays: late logs are counted, and an irregular
 * flight has no points.
 */
function withoutDetail(flight: FlightResult): FlightResult {
	const needed = flight.findings.filter(({ kind }) => kind === "logLate" || kind === "tooIrregular");
	const lost: Finding = { kind: "tooManyFindings", at: null, value: null, proposedPoints: 0, point: null };
	return { ...flight, otherStarts: [], findings: [...needed, lost] };
}

/** Path of a flight's explained score. */
export const scorePath = (dayId: string, registrationId: string) => `/scores/${dayId}/${registrationId}`;
