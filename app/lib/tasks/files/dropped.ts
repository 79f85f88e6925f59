import type { DroppedKey } from "~db/enums";
import type { DroppedFromFile } from "~db/schema";
import { complaintAbout } from "./found-task";

/* What a file says about a task and a draft does not keep: it stands beside the draft. */

/** An option of a line, as it is written. */
export interface StatedOption {
	readonly name: string;
	readonly value: string;
}

/** Options of a zone that are read, and those that only tell an instrument when to go on to the next point. */
export const zoneOptions: ReadonlySet<string> = new Set(
	"obszone oz style speedstyle r1 a1 r2 a2 a12 line aat move reduce lat lon elev near autonext".split(" "),
);

/**
 * Options of a task that are read, and those that say nothing about how it is flown: SeeYou writes its tolerances into every file, and
 * ours are in the rules of scoring.
 */
export const taskOptions: ReadonlySet<string> = new Set(
	"nostart tasktime minfinalt wpdis neardis nearalt near autonext competitionid".split(" "),
);

/** What others mean, by lower-case names. */
const meanings: Readonly<Record<string, DroppedKey>> = {
	maxalt: "pointHeight",
	maxa: "pointHeight",
	randomorder: "anyOrder",
	maxpts: "pointCounts",
	beforepts: "pointCounts",
	afterpts: "pointCounts",
	bonus: "bonus",
	mindis: "unfinishedLeg",
	multistart: "severalStarts",
	startonentry: "startOnEntry",
	pevb: "pev",
	pevs: "pev",
	pevm: "pev",
};

/** A value that switches its option off. */
const isOff = (value: string) => /^(?:false|no|off|none|0[0.:]*\s*[a-z]*|)$/i.test(value.trim());

/** Options that are not kept, those of one meaning together. @param point index of the point; null for the task */
export function droppedOptions(
	options: readonly StatedOption[],
	known: ReadonlySet<string>,
	point: number | null,
): DroppedFromFile[] {
	const said = new Map<DroppedKey, string[]>();
	for (const { name, value } of options) {
		const lower = name.toLowerCase();
		const key = meanings[lower] ?? "notKept";
		// An unfinished leg counts in one way or the other.
		if (known.has(lower) || (isOff(value) && key !== "unfinishedLeg")) continue;
		const meaning = point === null && key === "pointHeight" ? "notKept" : key;
		const texts = said.get(meaning) ?? [];
		texts.push(`${name}=${value}`);
		said.set(meaning, texts);
	}
	return [...said].map(([key, texts]) => ({ point, complaint: complaintAbout(key, texts.join(", ")) }));
}

/** Starts beside that of the task. */
export function droppedStarts(names: readonly string[]): DroppedFromFile[] {
	const others = names.flatMap((name) => name.trim() || []);
	return others.length > 0
		? [{ point: null, complaint: complaintAbout("otherStarts", others.join(", ")) }]
		: [];
}

/** Points without a zone in a file that has zones. @param count of points */
export function droppedZones(hasZone: (point: number) => boolean, count: number): DroppedFromFile[] {
	const points = Array.from({ length: count }, (_, point) => point);
	const without = points.filter((point) => !hasZone(point));
	return without.length === count ? [] : without.map((point) => ({ point, complaint: "task.file.noZone" }));
}

/** A hostile file says a thousand things. */
export const mostDropped = 50;
