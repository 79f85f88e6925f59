import { type DayRules, scoreAgain } from "./second-scorer";

/* The scores of a day as `/api` has them, beside those of the second scorer. */

interface Row {
	readonly startNumber: string;
	readonly status: string;
	readonly distanceM: number | null;
	readonly timeS: number | null;
	readonly handicap: number;
	readonly guest: boolean;
	readonly penalty: number;
	readonly points: number | null;
	readonly rank: number | null;
}

interface Task {
	readonly competitionClass: { readonly _id: string };
	readonly scoring: DayRules;
}

interface Filters {
	readonly classes: readonly {
		readonly _id: string;
		readonly type: string;
		readonly days: readonly { readonly _id: string; readonly date: string }[];
	}[];
}

/** Reads an answer of the API by its path. */
type Read = <T>(path: string) => Promise<T>;

/** What is presumed of a flight without a log. */
const presumed = { flying: "finisher", out: "out" } as const;
const isPresumed = (status: string): status is keyof typeof presumed => status in presumed;

/**
 * Scores an announced day of a class again from what was flown.
 * @returns of each pilot who has launched the points and the rank, by start number: of the app and of the second scorer
 */
export async function scoredTwice(read: Read, date: string, type: string) {
	const { classes } = await read<Filters>("/api/results/daily/filters");
	const ofClass = classes.find((one) => one.type === type);
	const day = ofClass?.days.find((one) => one.date === date);
	if (!ofClass || !day) throw new Error(`no results of ${type} on ${date}`);
	const tasks = await read<readonly Task[]>(`/api/tasks/${day._id}`);
	const task = tasks.find(({ competitionClass }) => competitionClass._id === ofClass._id);
	if (!task) throw new Error(`no task of ${type} on ${date}`);
	const scores = await read<{ readonly rows: readonly Row[] }>(`/api/scoring/${day._id}/${ofClass._id}`);
	const rows = scores.rows.filter(({ status }) => status !== "dnf");
	const again = scoreAgain(
		rows.map(({ distanceM, timeS, handicap, guest, penalty, status }) => ({
			...{ distanceM, timeS, handicap, penalty },
			isGuest: guest,
			isDisqualified: status === "dsq",
			presumed: isPresumed(status) ? presumed[status] : null,
		})),
		task.scoring,
	);
	return {
		rows,
		byApp: rows.map(({ startNumber, points, rank }) => ({ startNumber, points, rank })),
		again: rows.map(({ startNumber }, at) => ({ startNumber, ...again[at] })),
	};
}
