import type { SoaringSpotClass, SoaringSpotResult, SoaringSpotTask } from "./resources";

export type ResultStatus = "preliminary" | "unofficial" | "official";

/** A result of one competitor on one day with what the `daily_results` table keeps, ids apart. */
export interface ScoredRow {
	/** Who the row is about from day to day: the start number, without one the name. */
	competitor: string;
	position: number;
	points: number;
	/** Sum and place after this day; null when the source has none. */
	totalPoints: number | null;
	totalPosition: number | null;
	/** What the source took off for this day, for information: `points` are the points it counts. */
	penalty: number;
	name: string;
	aeroclub: string;
	glider: string;
	handicap: number | null;
	flightId: number | null;
}

/** All results of a class on one competition day. */
export interface ScoredDay {
	dayId: string;
	status: ResultStatus;
	rows: ScoredRow[];
}

export type SkipReason = "practice" | "cancelled" | "unknownDay" | "superseded" | "noResults";

export interface MappedResults {
	/** By date. */
	days: ScoredDay[];
	skipped: { date: string; taskNumber: number; reason: SkipReason }[];
}

/** The class of the source that belongs to ours: by type, else by name (case and surrounding space apart); else null. */
export function matchClass(
	ours: { name: string; type: string },
	theirs: SoaringSpotClass[],
): SoaringSpotClass | null {
	const folded = (text: string) => text.trim().toLowerCase();
	const ofType = theirs.filter(({ type }) => type !== null && folded(type) === folded(ours.type));
	const ofName = (candidates: SoaringSpotClass[]) =>
		candidates.find(({ name }) => folded(name) === folded(ours.name));
	return ofName(ofType) ?? ofType[0] ?? ofName(theirs) ?? null;
}

/**
 * Turns the tasks of a class into our rows. A task belongs to the competition day of its date; practice days, cancelled
 * tasks and tasks without a result are skipped, and of two tasks on one date the one with the higher number counts.
 */
export function mapResults(tasks: SoaringSpotTask[], days: { id: string; date: string }[]): MappedResults {
	const dayOfDate = new Map(days.map(({ id, date }) => [date, id]));
	const scored = new Map<string, ScoredDay>();
	const skipped: MappedResults["skipped"] = [];

	const latestFirst = tasks.toSorted((a, b) => a.date.localeCompare(b.date) || b.number - a.number);
	for (const task of latestFirst) {
		const dayId = dayOfDate.get(task.date);
		const reason = skipReason(task, dayId, scored.has(task.date));
		if (reason !== null || dayId === undefined) {
			skipped.push({ date: task.date, taskNumber: task.number, reason: reason ?? "unknownDay" });
			continue;
		}
		scored.set(task.date, { dayId, status: statusOf(task.status), rows: rowsOf(task.results) });
	}
	return { days: [...scored.values()], skipped };
}

function skipReason(task: SoaringSpotTask, dayId: string | undefined, taken: boolean): SkipReason | null {
	if (task.number < 1 || task.status === "practice") return "practice";
	if (task.status === "cancelled" || task.status === "canceled") return "cancelled";
	if (dayId === undefined) return "unknownDay";
	if (task.results.length === 0) return "noResults";
	return taken ? "superseded" : null;
}

/** A status we do not know counts as preliminary: the table must not look more final than it is. */
function statusOf(status: string): ResultStatus {
	return status === "official" || status === "unofficial" ? status : "preliminary";
}

/**
 * Rows by position. Somebody who flies outside the competition has no place in it and is left out; a missing rank is one
 * more than the number of competitors with more points. Of two rows about one competitor the first counts.
 */
function rowsOf(results: SoaringSpotResult[]): ScoredRow[] {
	const rows = new Map<string, ScoredRow>();
	const competing = results.filter(({ contestant }) => !contestant.notCompeting);
	for (const result of competing) {
		const { contestant } = result;
		const competitor = contestant.startNumber || contestant.name;
		if (competitor === "" || rows.has(competitor)) continue;
		rows.set(competitor, {
			competitor,
			position: result.rank ?? 1 + competing.filter(({ points }) => points > result.points).length,
			points: result.points,
			totalPoints: result.totalPoints,
			totalPosition: result.totalRank,
			penalty: result.penalty,
			name: contestant.name || contestant.startNumber,
			aeroclub: contestant.club ?? "",
			glider: contestant.glider,
			handicap: contestant.handicap,
			flightId: result.flightId,
		});
	}
	return [...rows.values()].sort((a, b) => a.position - b.position || a.name.localeCompare(b.name, "cs"));
}
