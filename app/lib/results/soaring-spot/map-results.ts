import { compareNames, foldedNumber } from "~/lib/i18n/collate";
import type { ResultStatus } from "~db/enums";
import type { EditionClass } from "~editions/schema";
import type { SoaringSpotClass, SoaringSpotResult, SoaringSpotTask } from "./resources";

/** A row of `daily_results` without its ids. */
export interface SourceRow {
	/** Key that joins the days of a competitor: the folded start number, or the name when there is none. */
	readonly competitor: string;
	readonly position: number;
	readonly points: number;
	/** Total after this day; null when the source has none. */
	readonly totalPoints: number | null;
	readonly totalPosition: number | null;
	/** Penalty, for information: `points` are the points after it. */
	readonly penalty: number | null;
	readonly distanceM: number | null;
	readonly speedKmh: number | null;
	readonly name: string;
	readonly aeroclub: string;
	readonly glider: string;
	readonly handicap: number | null;
	readonly flightId: number | null;
}

interface ScoredDay {
	readonly dayId: string;
	readonly status: ResultStatus;
	readonly rows: readonly SourceRow[];
}

type SkipReason = "practice" | "cancelled" | "unknownDay" | "superseded" | "noResults";

interface SkippedTask {
	readonly date: string;
	readonly taskNumber: number;
	readonly reason: SkipReason;
}

export interface MappedResults {
	/** Days sorted by date. */
	readonly days: readonly ScoredDay[];
	readonly skipped: readonly SkippedTask[];
}

/**
 * Finds the class of the source by its key, else by its kind when that leaves no doubt or the name agrees, else by its name in any
 * language. Case and surrounding blanks do not count.
 * @param classes classes of the edition
 */
export function matchClass(
	ours: { readonly name: string; readonly type: string },
	theirs: readonly SoaringSpotClass[],
	classes: readonly Pick<EditionClass, "type" | "kind" | "name">[],
): SoaringSpotClass | null {
	const folded = (text: string) => text.trim().toLowerCase();
	const own = classes.find(({ type }) => type === ours.type);
	const names = [ours.name, ...Object.values(own?.name ?? {})].map(folded);
	const named = (candidates: readonly SoaringSpotClass[]) =>
		candidates.find(({ name }) => names.includes(folded(name)));
	const ofType = (wanted: string) => theirs.filter(({ type }) => type !== null && folded(type) === wanted);
	const ofKey = ofType(folded(ours.type));
	const ofKind = own ? ofType(own.kind) : [];
	const isOnlyOne = ofKind.length === 1 && classes.filter(({ kind }) => kind === own?.kind).length === 1;
	const byKind = named(ofKind) ?? (isOnlyOne ? ofKind[0] : undefined);
	return named(ofKey) ?? ofKey[0] ?? byKind ?? named(theirs) ?? null;
}

/**
 * Turns the tasks of a class into rows. The date of a task names its competition day. Practice days, cancelled tasks and tasks
 * without a result are skipped. When two tasks have one date, the one with the higher number counts.
 */
export function mapResults(
	tasks: readonly SoaringSpotTask[],
	days: readonly { readonly id: string; readonly date: string }[],
): MappedResults {
	const dayOfDate = new Map(days.map(({ id, date }) => [date, id]));
	const scored = new Map<string, ScoredDay>();
	const skipped: SkippedTask[] = [];

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

/** The status of the results. An unknown one is taken as preliminary: the table must not look more final than it is. */
function statusOf(status: string): ResultStatus {
	return status === "official" || status === "unofficial" ? status : "preliminary";
}

/**
 * Rows sorted by position. Guests outside the competition are left out. A missing rank becomes one more than the number of
 * competitors with more points. When a competitor has two rows, the first counts.
 */
function rowsOf(results: readonly SoaringSpotResult[]): SourceRow[] {
	const rows = new Map<string, SourceRow>();
	const competing = results.filter(({ contestant }) => !contestant.notCompeting);
	for (const result of competing) {
		const { contestant } = result;
		const competitor = foldedNumber(contestant.startNumber) || contestant.name;
		if (competitor === "" || rows.has(competitor)) continue;
		rows.set(competitor, {
			competitor,
			position: result.rank ?? 1 + competing.filter(({ points }) => points > result.points).length,
			points: result.points,
			totalPoints: result.totalPoints,
			totalPosition: result.totalRank,
			penalty: result.penalty,
			distanceM: result.distanceM,
			speedKmh: result.speedKmh,
			name: contestant.name || contestant.startNumber,
			aeroclub: contestant.club ?? "",
			glider: contestant.glider,
			handicap: contestant.handicap,
			flightId: result.flightId,
		});
	}
	return [...rows.values()].sort((a, b) => a.position - b.position || compareNames(a.name, b.name));
}
