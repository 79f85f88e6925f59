import { distanceOf, type FlownRace, type TaskProgress } from "./task-progress";

/** A pilot of a class who flies, or has finished. */
export interface Racer {
	readonly entryId: string;
	readonly startNumber: string;
	/** Null where the glider is not followed. */
	readonly progress: TaskProgress | null;
	/** The factor of the scoring; 1 in a task without handicaps. */
	readonly handicap: number;
}

export interface ProjectedLine extends Pick<Racer, "entryId" | "startNumber"> {
	/** Number of the point ahead: 1 for the first turn point or area. */
	readonly next: number;
	/** Whether the glider is over the finish. */
	readonly isFinished: boolean;
	readonly doneM: number;
	/** Null for an area task. */
	readonly leftM: number | null;
	/** Seconds since the own start, until the finish or the last position. */
	readonly elapsedS: number;
	/**
	 * Seconds behind the first one, who has 0, if all go on as fast as they have flown so far; null where that cannot be said: on an area
	 * task, and soon after the start.
	 */
	readonly behindS: number | null;
}

/** Milliseconds after the opening from which the order is shown, though somebody may not have started. */
const hiddenFor = 60 * 60_000;
/** Metres after which the speed of a pilot says something. */
const leastM = 10_000;

/**
 * Returns the order of a class by live positions, who will probably win first; null while it is hidden. Until all have started it would say
 * to the others who has. Everybody's clock begins with the own start, so that pilots who start an hour apart are compared at the same time
 * of their flights. The pilots of an area task stand in the order in which they come: each chooses another distance.
 * @param starters number of those who fly or will, among whom are pilots of whom no position is shown
 * @param now milliseconds since 1970
 */
export function projectedOrder(
	racers: readonly Racer[],
	race: FlownRace,
	starters: number,
	now: number,
): readonly ProjectedLine[] | null {
	const started = racers.flatMap(({ progress, ...racer }) =>
		progress?.startedAt ? [{ ...toLine(racer, progress, race), startedAt: progress.startedAt }] : [],
	);
	if (started.length === 0 || !isShown(started, race, { starters, now })) return null;
	if (race.kind === "AAT") return started.map(({ line }) => line);
	const ordered = started.toSorted(
		(one, other) => one.projectedS - other.projectedS || other.line.doneM - one.line.doneM,
	);
	const [first] = ordered;
	return ordered.map(({ line, projectedS, handicap }) => ({
		...line,
		behindS: first && Number.isFinite(projectedS) ? (projectedS - first.projectedS) / handicap : null,
	}));
}

function isShown(
	started: readonly { readonly startedAt: number }[],
	{ opensAt }: FlownRace,
	{ starters, now }: { readonly starters: number; readonly now: number },
): boolean {
	// Without an opening it is the first one who opens it.
	const opened = opensAt ?? Math.min(...started.map(({ startedAt }) => startedAt));
	return started.length >= starters || now >= opened + hiddenFor;
}

/** @returns beside the line, the seconds that a glider of handicap 1 would take for the task; infinite while nothing can be said */
function toLine(
	{ entryId, startNumber, handicap }: Omit<Racer, "progress">,
	progress: TaskProgress,
	race: FlownRace,
) {
	const { doneM, leftM } = distanceOf(progress, race);
	const { startedAt, finishedAt, reachedAt, at } = progress;
	const elapsedS = ((finishedAt ?? at) - (startedAt ?? at)) / 1000;
	const wholeM = doneM + (leftM ?? 0);
	const projectedS = doneM >= leastM ? (elapsedS * wholeM * handicap) / doneM : Number.POSITIVE_INFINITY;
	const next = reachedAt.length + 1;
	const line: ProjectedLine = {
		...{ entryId, startNumber, next, doneM, leftM, elapsedS },
		isFinished: finishedAt !== null,
		behindS: null,
	};
	return { line, projectedS, handicap };
}
