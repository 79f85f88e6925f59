import type { DroppedFromFile, FileComplaint, Task, TaskPoint, TaskRules, Zone } from "~db/schema";
import { usualStyle } from "../task-defaults";

/** The input of a task as a file states it. What the file does not say is left out. */
export interface FoundTask extends Pick<Task, "kind" | "taskTimeS" | "points"> {
	readonly name: string;
	readonly rules: Partial<TaskRules>;
	readonly scoring?: { readonly subtractFinishRadius: boolean };
	/** False when the file states no zones and the usual ones were taken. */
	readonly hasZones: boolean;
	/** Metres above the ground of what the file limits so. @see `overField` */
	readonly aboveGround?: { readonly startM?: number; readonly finishM?: number };
	/** What the file says and a task of ours does not keep. */
	readonly droppedFromFile: readonly DroppedFromFile[];
}

export interface FileLine {
	/** Counted from 1. */
	readonly number: number;
	readonly text: string;
}

export interface TaskFile {
	readonly tasks: readonly FoundTask[];
	readonly complaints: readonly FileComplaint[];
}

export const tooLarge: TaskFile = {
	tasks: [],
	complaints: [{ line: null, complaint: "task.file.tooLarge" }],
};

/** A complaint with values of the file, which may hold any characters. */
export function complaintAbout<Key extends string>(
	key: Key,
	text: string,
	others: Readonly<Record<string, string>> = {},
): `task.file.${Key}?${string}` {
	const values = Object.entries({ text, ...others }).map(
		([name, value]) => `${name}=${encodeURIComponent(quoted(value))}`,
	);
	return `task.file.${key}?${values.join("&")}`;
}

const mostQuoted = 100;

/** Where the text is cut, half of a character may stay, which nothing encodes. */
const quoted = (text: string) => text.slice(0, mostQuoted).replace(/\p{Cs}/gu, "");

export type ZoneOrComplaint = Zone | string;

/** A start looks to the next point and a finish to the previous one, whatever a file says. */
export function withForcedDirections(points: readonly TaskPoint[]): TaskPoint[] {
	return points.map((point, index) => {
		if (index > 0 && index < points.length - 1) return point;
		const style = usualStyle(index, points.length);
		return { ...point, zone: { ...point.zone, style, axisDeg: null } };
	});
}
