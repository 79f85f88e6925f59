import { expect } from "vitest";
import { orientZones } from "~/lib/tasks/zones";
import type { Task } from "~db/schema";
import { newestEdition } from "~editions/index";
import { tasksOf } from "../../scripts/demo/tasks";
import { referenceRows } from "../../scripts/reference/reference-rows";
import { randomTasks } from "./random-task";
import { scaled } from "./scale";

/* Files are read back as their formats describe them, independently of what wrote them and of the app's readers. */

const rounds = scaled(2_000);

/** What every format can say of a point: whole lengths and openings, and where the zone looks, in tenths of a degree. */
export interface ReadPoint {
	readonly name: string;
	readonly latitude: number;
	readonly longitude: number;
	/** Null where the file says none. */
	readonly elevation: number | null;
	readonly shape: string;
	/** Radius, or half the length of a line. */
	readonly radius: number;
	readonly inner: number;
	readonly opening: number;
	readonly towards: number | null;
}

/** The point as the task has it. */
export function statedPoints(task: Task): ReadPoint[] {
	return orientZones(task.points).map(({ zone, axisDeg }, index) => {
		const point = task.points[index];
		if (!point) throw new Error("every zone has a point");
		const isWhole = zone.shape === "cylinder" || (zone.shape === "ring" && zone.angleDeg === 360);
		return {
			name: point.name,
			latitude: point.latitude,
			longitude: point.longitude,
			elevation: point.elevationM,
			shape: zone.shape,
			radius: zone.shape === "line" ? zone.lengthM / 2 : zone.radiusM,
			inner: zone.shape === "keyhole" || zone.shape === "ring" ? zone.innerRadiusM : 0,
			opening: zone.shape === "line" || zone.shape === "cylinder" ? 360 : zone.angleDeg,
			towards: isWhole ? null : (axisDeg + 180) % 360,
		};
	});
}

/** Names of what differs. One `expect` for each value would take most of a minute. @param degrees resolution */
export function differences(
	read: readonly ReadPoint[],
	stated: readonly ReadPoint[],
	degrees: number,
): string[] {
	if (read.length !== stated.length) return ["count"];
	return stated.flatMap((point, index) => {
		const other = read[index];
		if (!other) return ["point"];
		const same = ["shape", "radius", "inner", "opening", "elevation"] as const;
		const isFar = (one: number, two: number) => Math.abs(one - two) > degrees;
		const turned =
			point.towards === null || other.towards === null
				? 0
				: Math.abs(((other.towards - point.towards + 540) % 360) - 180);
		return [
			...same.filter((key) => other[key] !== point[key]),
			...(isFar(other.latitude, point.latitude) ? ["latitude"] : []),
			...(isFar(other.longitude, point.longitude) ? ["longitude"] : []),
			...(turned > 0.06 ? ["direction"] : []),
		].map((key) => `${index} ${key}`);
	});
}

/** Those of all days, racing and area tasks. */
function tasksOfDemo(): Task[] {
	const { competitionDays, competitionClasses } = referenceRows(newestEdition());
	const days = competitionDays.map((day) => ({ ...day, task: "TASK" as const }));
	return tasksOf(newestEdition(), { days, today: undefined }, competitionClasses, "admin");
}

/** Reads back every task. @param compare what differs, and pairs of values that have to be equal */
export function readBack(
	seed: string,
	compare: (task: Task) => {
		readonly wrong: readonly string[];
		readonly equal: readonly (readonly [unknown, unknown])[];
	},
) {
	const wrong = [...tasksOfDemo(), ...randomTasks(seed, rounds)].flatMap((task, number) => {
		const compared = compare(task);
		const unequal = compared.equal.flatMap(([read, stated], index) =>
			JSON.stringify(read) === JSON.stringify(stated)
				? []
				: `${index}: ${JSON.stringify(read)}, not ${JSON.stringify(stated)}`,
		);
		return [...compared.wrong, ...unequal].map((difference) => `task ${number}, ${difference}`);
	});
	expect(wrong.slice(0, 10)).toEqual([]);
}

export function shapeOf(half: number, inner: number, innerHalf: number, isLine: boolean) {
	if (isLine) return { shape: "line", opening: 360 };
	if (inner > 0) return { shape: innerHalf === 180 ? "keyhole" : "ring", opening: half * 2 };
	return { shape: half === 180 ? "cylinder" : "sector", opening: half * 2 };
}
