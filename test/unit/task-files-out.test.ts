import { parse } from "csv-parse/sync";
import { parse as parseXml } from "node-html-parser";
import { expect, test } from "vitest";
import { taskDefaultsOf } from "~/lib/editions/classes";
import { completeTask } from "~/lib/tasks/complete-task";
import { readTaskFile } from "~/lib/tasks/files/read-task-file";
import { writeCup } from "~/lib/tasks/files/write-cup";
import { writeTsk } from "~/lib/tasks/files/write-tsk";
import { taskInputSchema } from "~/lib/tasks/task-schema";
import { randomTasks } from "../support/random-task";
import { differences, type ReadPoint, readBack, shapeOf, statedPoints } from "../support/read-back";
import { testEdition } from "../support/test-edition";

const heightOf = (text: string | undefined) => (text === undefined ? null : Number(text));

function readCupFile(text: string) {
	const [above = "", below = ""] = text.split("-----Related Tasks-----\r\n");
	const rows = parse(above, { columns: true }) as Record<string, string>[];
	const degrees = (angle = "") => {
		const [, whole, minutes, letter = ""] = /^(\d+)(\d\d\.\d{3})([NSEW])$/.exec(angle) ?? [];
		return (Number(whole) + Number(minutes) / 60) * ("SW".includes(letter) ? -1 : 1);
	};
	const [row = "", optionLine = "", ...zoneLines] = below.trim().split("\r\n");
	const [[title = "", takeOff, ...others]] = parse(row) as [string[]];
	const pairs = (line: string) => Object.fromEntries(line.split(",").map((pair) => pair.split("=")));
	const points = others.slice(0, -1).map((name, index): ReadPoint => {
		const found = rows.filter((waypoint) => waypoint.name === name);
		if (found.length !== 1) throw new Error(`${found.length} waypoints are called ${name}`);
		const zone = pairs(zoneLines[index] ?? "");
		const [radius, inner] = [Number.parseInt(zone.R1, 10), Number.parseInt(zone.R2 ?? "0", 10)];
		const shape = shapeOf(Number(zone.A1), inner, Number(zone.A2), zone.Line === "1");
		const elevation = found[0]?.elev ? Number.parseFloat(found[0].elev) : null;
		const place = { latitude: degrees(found[0]?.lat), longitude: degrees(found[0]?.lon), elevation };
		return { name, ...place, radius, inner, ...shape, towards: Number(zone.A12) };
	});
	return {
		title,
		takeOff,
		landing: others.at(-1),
		points,
		options: pairs(optionLine),
		zones: zoneLines.map(pairs),
	};
}

test("the tasks of the demo and random ones come back from SeeYou files", () => {
	const seconds = (time?: string) =>
		time?.split(":").reduce((sum, part) => sum * 60 + Number(part), 0) ?? null;
	const styles = ["fixed", "symmetrical", "next", "previous", "start"];
	readBack("cup", (task) => {
		const read = readCupFile(writeCup('Club "B"', task));
		return {
			wrong: differences(read.points, statedPoints(task), 0.5 / 60_000 + 1e-9),
			equal: [
				[
					[read.title, read.takeOff, read.landing],
					["Club 'B'", read.points[0]?.name, read.points.at(-1)?.name],
				],
				[seconds(read.options.TaskTime), task.taskTimeS],
				[read.options.NoStart ?? null, task.rules.startOpens],
				[read.zones.map((zone) => styles[Number(zone.Style)]), task.points.map(({ zone }) => zone.style)],
				[read.zones.at(-1)?.Reduce === "1", task.scoring.subtractFinishRadius],
			],
		};
	});
});

function readTskFile(text: string) {
	// The parser knows HTML, where an empty element needs a closing tag.
	const root = parseXml(text.replace(/<(\w+)([^>]*)\/>/g, "<$1$2></$1>")).querySelector("task");
	const points = (root?.querySelectorAll("point") ?? []).map(
		(element): ReadPoint & { readonly type?: string } => {
			const waypoint = element.querySelector("waypoint");
			const location = element.querySelector("location");
			const zone = element.querySelector("observationzone");
			const number = (name: string) => Number(zone?.getAttribute(name) ?? 0);
			const base = {
				type: element.getAttribute("type"),
				name: waypoint?.getAttribute("name") ?? "",
				latitude: Number(location?.getAttribute("latitude")),
				longitude: Number(location?.getAttribute("longitude")),
				elevation: heightOf(waypoint?.getAttribute("altitude")),
				inner: 0,
				opening: 360,
				towards: null,
			};
			const kind = zone?.getAttribute("type") ?? "";
			const keyhole = {
				Keyhole: [10_000, 90],
				BGAFixedCourse: [20_000, 90],
				BGAEnhancedOption: [10_000, 180],
			}[kind];
			if (keyhole)
				return { ...base, shape: "keyhole", radius: keyhole[0] ?? 0, inner: 500, opening: keyhole[1] ?? 0 };
			if (kind === "Line") return { ...base, shape: "line", radius: number("length") / 2 };
			if (kind === "Cylinder") return { ...base, shape: "cylinder", radius: number("radius") };
			const sizes = { radius: number("radius"), inner: number("inner_radius") };
			if (kind === "CustomKeyhole") return { ...base, shape: "keyhole", ...sizes, opening: number("angle") };
			const [from, to] = [number("start_radial"), number("end_radial")];
			const opening = to - from === 360 ? 360 : Math.round(((to - from + 720) % 360) * 10) / 10;
			const shape = sizes.inner > 0 ? "ring" : "sector";
			return {
				...base,
				shape,
				...sizes,
				opening,
				towards: opening === 360 ? null : (from + opening / 2 + 180) % 360,
			};
		},
	);
	return { attributes: root?.attributes ?? {}, points };
}

test("the tasks of the demo and random ones come back from XCSoar files", () => {
	readBack("tsk", (task) => {
		const { attributes, points } = readTskFile(writeTsk("Club A & B", task, "2025-07-26"));
		const { rules } = task;
		const turn = task.kind === "AAT" ? "Area" : "Turn";
		const types = ["Start", ...task.points.slice(2).map(() => turn), "Finish"];
		const speed = Math.round(Number(attributes.start_max_speed) * 3.6);
		return {
			wrong: differences(points, statedPoints(task), 1e-7),
			equal: [
				[
					points.map(({ name, type }) => [name, type]),
					task.points.map(({ name }, index) => [name, types[index]]),
				],
				[
					[attributes.type, attributes.name],
					[task.kind, "Club A & B"],
				],
				[Number(attributes.aat_min_time), task.taskTimeS ?? 0],
				[Number(attributes.start_max_height), rules.startAltitudeM ?? 0],
				[Number(attributes.finish_min_height), rules.finishAltitudeM ?? 0],
				[speed, rules.startSpeedKmh ?? 0],
				// In summer, two hours behind Prague.
				[
					attributes.start_open_time,
					rules.startOpens?.replace(/^\d+/, (hour) => String(Number(hour) - 2).padStart(2, "0")).slice(0, 5),
				],
				[
					[attributes.pev_start_wait_time, attributes.pev_start_window],
					[rules.pev?.waitS.toString(), rules.pev?.windowS?.toString()],
				],
			],
		};
	});
});

test("altitudes of parts of a metre become whole ones, never laxer than announced", () => {
	const [task] = randomTasks("limits", 1);
	if (!task) throw new Error("no task");
	const rules = { ...task.rules, startAltitudeM: 1_500.5, finishAltitudeM: 300.4 };
	const { attributes } = readTskFile(writeTsk("Club", { ...task, rules }, "2025-07-26"));
	expect(attributes).toMatchObject({ start_max_height: "1500", finish_min_height: "301" });
});

const ofClub = {
	defaults: taskDefaultsOf(testEdition, "club"),
	heights: { waypoints: [], terrain: null, airfield: testEdition.airfield },
	kept: () => [],
	from: "file",
} as const;

test.each([
	["cup", writeCup],
	["tsk", writeTsk],
])("a task that is read from a .%s file goes out as the same file", (format, write) => {
	// Directions between rounded points are a tenth of a degree off; fixed ones stay.
	const withoutDirections = (text: string) => text.replace(/(Style=[1-4].*)A12=[\d.]+/g, "$1");
	const date = "2025-07-26";
	for (const task of randomTasks(format, 100)) {
		const text = write("Club, 12. 7.", task, date);
		const [found] = readTaskFile(new TextEncoder().encode(text), date).tasks;
		if (!found) throw new Error(`no task in ${text}`);
		const again = completeTask(taskInputSchema.parse(found), ofClub);
		expect(withoutDirections(write("Club, 12. 7.", again, date))).toBe(withoutDirections(text));
	}
});
