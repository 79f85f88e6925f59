import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { taskDefaultsOf } from "~/lib/editions/classes";
import { readChart } from "~/lib/tasks/charts/read-chart";
import { inSentences } from "~/lib/tasks/check-task";
import { completeTask, overField } from "~/lib/tasks/complete-task";
import { readTaskFile } from "~/lib/tasks/files/read-task-file";
import { fileTaskSchema } from "~/lib/tasks/task-schema";
import { readWaypoints } from "../support/task-dialects";
import { testEdition } from "../support/test-edition";

/* The right values of the files that organisers have sent (docs/formats.md, section 6). */

const bytesOf = (name: string) => new Uint8Array(readFileSync(`test/fixtures/field/${name}`));
/** A day in summer, two hours ahead of UTC. */
const date = "2025-07-18";

function taskOf(name: string) {
	const { tasks, complaints } = readTaskFile(bytesOf(name), date);
	const [task] = tasks;
	if (!task) throw new Error(JSON.stringify(complaints));
	return task;
}

const said = (name: string) => {
	const { droppedFromFile, points } = taskOf(name);
	return inSentences(droppedFromFile, points);
};

test("the header of SeeYou’s own names, and one with semicolons, name the columns", () => {
	expect(readWaypoints(bytesOf("waypoints-title-header.cup"))).toEqual({
		content: [
			expect.objectContaining({ name: "Lesnice", code: "LE", elevationM: 548, style: 4 }),
			expect.objectContaining({ name: "Sever", code: "T1", latitude: 50, longitude: 16 }),
		],
		complaints: [],
	});
	const { content, complaints } = readChart("waypoints", bytesOf("waypoints-semicolons.cup"));
	expect(complaints).toEqual([]);
	expect(content).toMatchObject([{ name: "Lesnice", code: "LE", elevationM: 548, latitude: 49.5312 }]);
});

test("60 minutes are the next degree", () => {
	expect(readChart("waypoints", bytesOf("waypoints-minutes-60.cup"))).toMatchObject({
		content: [{ name: "Hranice", latitude: 50, longitude: 16 }, { name: "Sever" }],
		complaints: [],
	});
});

test("LXNAV’s seconds are a task time", () => {
	const { kind, taskTimeS, points, droppedFromFile } = taskOf("task-lxnav-seconds.igc");
	expect({ kind, taskTimeS, droppedFromFile }).toEqual({
		kind: "AAT",
		taskTimeS: 7_200,
		droppedFromFile: [],
	});
	expect(points.map(({ zone }) => "radiusM" in zone && zone.radiusM)).toEqual([false, 15_000, 20_000, 3_000]);
});

test("LXNAV’s rules of a PEV start are named, as their meaning is not published", () => {
	expect(said("task-lxnav-pev.igc")).toContainEqual({
		point: null,
		complaint: `task.file.pev?text=${encodeURIComponent("PevB=600, PevS=300, PevM=3")}`,
	});
});

test("points without a zone are named, and so is a second start", () => {
	expect(said("task-partzones.cup")).toEqual([
		{ point: null, complaint: `task.file.noZones?text=${encodeURIComponent("Sever, Vychod")}` },
	]);
	expect(said("task-starts.cup")).toEqual([
		{ point: null, complaint: `task.file.otherStarts?text=${encodeURIComponent("Druhy start")}` },
	]);
});

test("a comment of several points is no code, and heights above the ground are altitudes over the field", () => {
	const task = taskOf("task-comments-and-agl.tsk");
	expect(task.points.map(({ code }) => code)).toEqual(["", "", "", ""]);
	const { droppedFromFile, ...stated } = overField(fileTaskSchema.parse(task), 548);
	expect(droppedFromFile.map(({ complaint }) => complaint)).toEqual([
		"task.file.startCloses?text=14%3A30&local=16%3A30",
		"task.file.startAboveGround?height=1000&altitude=1548",
		"task.file.finishAboveGround?height=200&altitude=748",
	]);
	const { rules, sources } = completeTask(stated, {
		defaults: taskDefaultsOf(testEdition, "club"),
		heights: { waypoints: [], terrain: null, airfield: testEdition.airfield },
		kept: () => [],
		from: "file",
	});
	expect(rules).toMatchObject({ startAltitudeM: 1_548, finishAltitudeM: 748, startOpens: "13:30:00" });
	expect(sources).toMatchObject({ startAltitudeM: "file", finishAltitudeM: "file" });
});
