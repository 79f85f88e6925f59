import type { SoaringSpotClass, SoaringSpotResult, SoaringSpotTask } from "./soaring-spot-task";

export type ResultStatus = "preliminary" | "unofficial" | "official";

/** A result of one competitor on one day as the `daily_results` table keeps it, without ids. */
export interface ScoredRow {
	/** Null for somebody who flies outside the competition. */
	position: number | null;
	totalPosition: number | null;
	points: number;
	totalPoints: number | null;
	/** Points taken off, already subtracted from `points`. */
	penalty: number;
	startNumber: string;
	name: string;
	aeroclub: string | null;
	glider: string;
	handicap: number | null;
	flightId: number | null;
	notCompeting: boolean;
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
	const folded = (text: string | null) => (text ?? "").trim().toLowerCase();
	const ofType = theirs.filter(({ type }) => folded(type) === folded(ours.type));
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

/** Rows by position; those without one, and those outside the competition, come last. */
function rowsOf(results: SoaringSpotResult[]): ScoredRow[] {
	const order = (row: ScoredRow) => (row.position ?? Number.POSITIVE_INFINITY) + (row.notCompeting ? 1e6 : 0);
	const byOrder = (a: number, b: number) => (a === b ? 0 : a - b);
	return results
		.map(rowOf)
		.sort((a, b) => byOrder(order(a), order(b)) || b.points - a.points || a.name.localeCompare(b.name, "cs"));
}

function rowOf(result: SoaringSpotResult): ScoredRow {
	const { contestant } = result;
	return {
		position: contestant.notCompeting ? null : result.rank,
		totalPosition: contestant.notCompeting ? null : result.totalRank,
		points: result.points,
		totalPoints: result.totalPoints,
		penalty: result.penalty,
		startNumber: contestant.startNumber,
		name: contestant.name,
		aeroclub: contestant.club,
		glider: contestant.glider,
		handicap: contestant.handicap,
		flightId: result.flightId,
		notCompeting: contestant.notCompeting,
	};
}
