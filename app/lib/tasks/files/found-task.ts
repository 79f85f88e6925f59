import type { FileComplaint, Task, TaskPoint, TaskRules, Unkept, Zone } from "~db/schema";

/** A task as a file states it. What the file does not say is left out. */
export interface FoundTask extends Pick<Task, "kind" | "taskTimeS" | "points"> {
	readonly name: string;
	readonly rules: Partial<TaskRules>;
	/** Null where the file does not say. */
	readonly subtractFinishRadius: boolean | null;
	/** False when the file states no zones and the usual ones were taken. */
	readonly hasZones: boolean;
	/** What the file says and a task of ours does not keep. */
	readonly unkept: readonly Unkept[];
}

/** A line of a file. */
export interface FileLine {
	/** Counted from 1. */
	readonly number: number;
	readonly text: string;
}

export interface TaskFile {
	readonly tasks: readonly FoundTask[];
	readonly complaints: readonly FileComplaint[];
}

/** What is read of a file that is too large. */
export const tooLarge: TaskFile = {
	tasks: [],
	complaints: [{ line: null, complaint: "task.file.tooLarge" }],
};

/** A complaint with a value of the file, which may hold any characters. */
export function complaintAbout(key: string, text: string): string {
	// Where the text is cut, half of a character may stay, which nothing encodes.
	const quoted = text.slice(0, mostQuoted).replace(/\p{Cs}/gu, "");
	return `task.file.${key}?text=${encodeURIComponent(quoted)}`;
}

const mostQuoted = 60;

export type ZoneOrComplaint = Zone | string;

/** Metres: the usual zones of the field, for files that state none. */
const usualLine = 10_000;
const usualTurn = 500;
const usualFinish = 3_000;

export function usualZone(index: number, count: number): Zone {
	const direction = { style: usualStyle(index, count), axisDeg: null } as const;
	if (index === 0) return { shape: "line", lengthM: usualLine, ...direction };
	return { shape: "cylinder", radiusM: index === count - 1 ? usualFinish : usualTurn, ...direction };
}

/** The only style of a start and of a finish, and the commonest of a turn point. */
export function usualStyle(index: number, count: number): Zone["style"] {
	if (index === 0) return "next";
	return index === count - 1 ? "previous" : "symmetrical";
}

/** A start looks to the next point and a finish to the previous one, whatever a file says. */
export function withForcedDirections(points: readonly TaskPoint[]): TaskPoint[] {
	return points.map((point, index) => {
		if (index > 0 && index < points.length - 1) return point;
		const style = usualStyle(index, points.length);
		return { ...point, zone: { ...point.zone, style, axisDeg: null } };
	});
}
