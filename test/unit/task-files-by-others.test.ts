import { expect, test } from "vitest";
import { unusualIn } from "~/lib/tasks/check-task";
import { readTaskFile } from "~/lib/tasks/files/read-task-file";
import { writeCup } from "~/lib/tasks/files/write-cup";
import { writeTsk } from "~/lib/tasks/files/write-tsk";
import { writeXctsk, xctskQrText } from "~/lib/tasks/files/write-xctsk";
import { taskDistances } from "~/lib/tasks/task-distances";
import type { Task, TaskPoint } from "~db/schema";
import { randomTasks } from "../support/random-task";
import { readBack } from "../support/read-back";
import { testEdition } from "../support/test-edition";
import { readCupAsXcsoar } from "../support/xcsoar-cup";
import { readTskAsXcsoar } from "../support/xcsoar-tsk";
import { readXctskAsXctrack } from "../support/xctrack-task";

/* What we write, as the programs of pilots read it. */

const date = "2025-07-26";
const near = (one: number, other: number, degrees: number) => Math.abs(one - other) <= degrees;

function differencesOfPlaces(
	read: readonly Pick<TaskPoint, "latitude" | "longitude">[],
	points: readonly TaskPoint[],
	degrees: number,
): string[] {
	if (read.length !== points.length) return [`${read.length} points`];
	return points.flatMap(({ latitude, longitude }, index) => {
		const one = read[index];
		const isThere = one && near(one.latitude, latitude, degrees) && near(one.longitude, longitude, degrees);
		return isThere ? [] : [`place of ${index}`];
	});
}

test("XCSoar reads all points of our .cup, from start to finish, and an area task as one", () => {
	readBack("xcsoar", (task) => {
		const read = readCupAsXcsoar(writeCup("Club, A", task));
		const sizes = task.points.map(({ zone }) =>
			Math.round(zone.shape === "line" ? zone.lengthM / 2 : zone.radiusM),
		);
		return {
			wrong: differencesOfPlaces(read?.points ?? [], task.points, 1e-5),
			equal: [
				[
					[read?.title, read?.kind, read?.taskTimeS],
					["Club, A", task.kind, task.taskTimeS ?? 0],
				],
				[read?.points.map(({ radiusM }) => radiusM), sizes],
				[read?.points.map(({ isLine }) => isLine), task.points.map(({ zone }) => zone.shape === "line")],
			],
		};
	});
});

test("XCSoar loses the finish of a row without a landing, and takes an area task with other words for a racing task", () => {
	const [task] = [...randomTasks("before", 20)].filter(({ kind }) => kind === "AAT");
	if (!task) throw new Error("no area task");
	const lines = writeCup("T", task).split("\r\n");
	const row = lines[lines.indexOf("-----Related Tasks-----") + 1] ?? "";
	const withoutFields = row.replace(/^("T"),"[^"]*"/, "$1,").replace(/"[^"]*"$/, "");
	const read = (text: string) => readCupAsXcsoar(text);
	const text = lines.join("\r\n");
	expect(read(text.replace(row, withoutFields))?.points).toHaveLength(task.points.length - 1);
	for (const value of ["True", "false", "0"])
		expect(read(text.replace("WpDis=False", `WpDis=${value}`))?.kind).toBe("RT");
});

function taskOf(count: number, change: Partial<TaskPoint> = {}, kind: Task["kind"] = "RT"): Task {
	const [task] = randomTasks("many", 1);
	const [point] = task?.points ?? [];
	if (!task || !point) throw new Error("a random task has points");
	const zone = { shape: "cylinder", radiusM: 500, style: "symmetrical", axisDeg: null } as const;
	const points = Array.from({ length: count }, (_, index) => ({
		...point,
		name: `Bod ${index}`,
		code: "",
		latitude: 49 + (index % 2) / 5,
		longitude: 15 + index / 5,
		elevationM: 400,
		zone,
		...change,
	}));
	return { ...task, kind, taskTimeS: kind === "AAT" ? 7_200 : null, points };
}

test.each([
	[26, []],
	[27, []],
	[28, ["task.check.tooManyForXcsoar"]],
	[30, ["task.check.tooManyForXcsoar"]],
])("a task of %i points is warned of where XCSoar does not read all of its .cup", (count, warned) => {
	const task = taskOf(count);
	const unusual = unusualIn(task, taskDistances(task), testEdition.airfield);
	expect(
		unusual.filter(({ complaint }) => complaint.endsWith("ForXcsoar")).map(({ complaint }) => complaint),
	).toEqual(warned);
	expect(readCupAsXcsoar(writeCup("T", task))?.points).toHaveLength(Math.min(count, 27));
});

test("our own reader takes the take-off of our .cup for no point", () => {
	for (const task of randomTasks("own", 200)) {
		const { tasks, complaints } = readTaskFile(new TextEncoder().encode(writeCup("T", task)), date);
		expect(complaints).toEqual([]);
		expect(tasks).toHaveLength(1);
		expect(tasks[0]).toMatchObject({ kind: task.kind, taskTimeS: task.taskTimeS, droppedFromFile: [] });
		expect(differencesOfPlaces(tasks[0]?.points ?? [], task.points, 1e-5)).toEqual([]);
	}
});

test("XCSoar reads our .tsk: every point with a zone that it knows, heights above the sea", () => {
	readBack("tsk by xcsoar", (task) => {
		const read = readTskAsXcsoar(writeTsk('Club "A" & <B>', task, date));
		const { rules, kind, points } = task;
		const msl = (metres: number | null) => (metres ? [metres, "MSL"] : null);
		return {
			wrong: differencesOfPlaces(read?.points ?? [], points, 1e-6),
			equal: [
				[
					[read?.kind, read?.taskTimeS],
					[kind, task.taskTimeS ?? 0],
				],
				[read?.highestStart, msl(rules.startAltitudeM === null ? null : Math.floor(rules.startAltitudeM))],
				[read?.lowestFinish, msl(rules.finishAltitudeM === null ? null : Math.ceil(rules.finishAltitudeM))],
				[read?.opens !== null, rules.startOpens !== null],
				[read?.points.every(({ zone }) => zone.type !== undefined), true],
				[
					[read?.points[0]?.type, read?.points.at(-1)?.type],
					["Start", "Finish"],
				],
			],
		};
	});
});

test("XCTrack reads our .xctsk: places, start and end, times in UTC", () => {
	readBack("xctrack", (task) => {
		const read = readXctskAsXctrack(writeXctsk(task, date, 548));
		const { points, rules, scoring } = task;
		// In summer, two hours behind Prague.
		const utc = (time: string | null) =>
			time?.replace(/^\d+/, (hour) => String(Number(hour) - 2).padStart(2, "0")) ?? null;
		return {
			wrong: differencesOfPlaces(read.points, points, 0.6e-5),
			equal: [
				[
					read.points.map(({ role }) => role),
					points.map((_, index) => (index === 0 ? "start" : index === points.length - 1 ? "end" : null)),
				],
				[
					[read.opens, read.closes],
					[utc(rules.startOpens), utc(rules.finishCloses)],
				],
				[read.earth, scoring.earth],
			],
		};
	});
});

const namesOf = (text: string) => readXctskAsXctrack(text).points.map(({ name }) => name);
const ofCode = (text: string) => text.replace("XCTSK:", "");

test.each([
	["one code", { code: "TP" }, ["TP", "TP 2", "TP 3", "TP 4"]],
	["one name", { name: "Les" }, ["Les", "Les 2", "Les 3", "Les 4"]],
	[
		"one name, and the same place",
		{ name: "Les", latitude: 49, longitude: 15 },
		["Les", "Les", "Les", "Les"],
	],
])("different points with %s have names of their own in a .xctsk and its code", (_what, change, names) => {
	const task = taskOf(4, change);
	expect(namesOf(writeXctsk(task, date, 548))).toEqual(names);
	expect(namesOf(ofCode(xctskQrText(task, date, 548)))).toEqual(names);
});

test("a code with names that are cut has none twice for two places, and one of numbers neither", () => {
	for (const length of [30, 60, 90, 120]) {
		const task = taskOf(30, {});
		const named = {
			...task,
			points: task.points.map((point, index) => ({
				...point,
				name: `${"Dlouhý rybník ".repeat(9).slice(0, length)}${index}`,
			})),
		};
		const names = namesOf(ofCode(xctskQrText(named, date, 548)));
		expect(new Set(names).size).toBe(30);
	}
});

test("a name that is already that of another point is not taken for a number", () => {
	const task = taskOf(4);
	const names = ["Les", "Les 2", "les", "Les"];
	const named = {
		...task,
		points: task.points.map((point, index) => ({ ...point, name: names[index] ?? "" })),
	};
	expect(namesOf(writeXctsk(named, date, 548))).toEqual(["Les", "Les 2", "les 3", "Les 4"]);
	expect(readCupAsXcsoar(writeCup("T", named))?.points.map(({ name }) => name)).toEqual([
		"Les",
		"Les 2",
		"les 3",
		"Les 4",
	]);
});
