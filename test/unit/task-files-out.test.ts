import { parse } from "csv-parse/sync";
import { parse as parseXml } from "node-html-parser";
import { expect, test } from "vitest";
import { writeCup } from "~/lib/tasks/files/write-cup";
import { writeTsk } from "~/lib/tasks/files/write-tsk";
import { writeXctsk } from "~/lib/tasks/files/write-xctsk";
import type { Task } from "~/lib/tasks/task";
import { placeZones } from "~/lib/tasks/zones";
import { newestEdition } from "~editions/index";
import { tasksOf } from "../../scripts/demo/tasks";
import { referenceRows } from "../../scripts/reference/reference-rows";
import { randomTasks } from "../support/random-task";

/* Files are read back as their formats describe them, independently of what wrote them and of the app's readers. */

const rounds = 2_000;
const date = "2026-07-15";

/** What every format can say of a point: whole lengths and openings, and where the zone looks, in tenths of a degree. */
interface ReadPoint {
	readonly name: string;
	readonly latitude: number;
	readonly longitude: number;
	readonly elevation: number;
	readonly shape: string;
	/** Radius, or half the length of a line. */
	readonly radius: number;
	readonly inner: number;
	readonly opening: number;
	readonly towards: number | null;
}

/** The point as the task has it. */
function statedPoints(task: Task): ReadPoint[] {
	return placeZones(task.points).map(({ zone, axisDeg }, index) => {
		const point = task.points[index];
		if (!point) throw new Error("every zone has a point");
		const isWhole = zone.shape === "cylinder" || (zone.shape === "ring" && zone.angleDeg === 360);
		return {
			name: point.name,
			latitude: point.latitude,
			longitude: point.longitude,
			elevation: point.elevationM ?? 0,
			shape: zone.shape,
			radius: zone.shape === "line" ? zone.lengthM / 2 : zone.radiusM,
			inner: zone.shape === "keyhole" || zone.shape === "ring" ? zone.innerRadiusM : 0,
			opening: zone.shape === "line" || zone.shape === "cylinder" ? 360 : zone.angleDeg,
			towards: isWhole ? null : (axisDeg + 180) % 360,
		};
	});
}

/** Names of what differs. One `expect` for each value would take most of a minute. @param degrees resolution */
function differences(read: readonly ReadPoint[], stated: readonly ReadPoint[], degrees: number): string[] {
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

/** Reads back every task. @param compare what differs, and pairs of values that have to be equal */
/** Those of all days, racing and area tasks. */
function tasksOfDemo(): Task[] {
	const { competitionDays, competitionClasses } = referenceRows(newestEdition);
	const days = competitionDays.map((day) => ({ ...day, task: "TASK" as const }));
	return tasksOf(newestEdition, days, competitionClasses, "admin");
}

function readBack(
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

function shapeOf(half: number, inner: number, innerHalf: number, isLine: boolean) {
	if (isLine) return { shape: "line", opening: 360 };
	if (inner > 0) return { shape: innerHalf === 180 ? "keyhole" : "ring", opening: half * 2 };
	return { shape: half === 180 ? "cylinder" : "sector", opening: half * 2 };
}

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
		const elevation = Number.parseFloat(found[0]?.elev || "0");
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

test("the tasks of the demo and 2,000 others come back from SeeYou files", () => {
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
					["Club 'B'", "", ""],
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
				elevation: Number(waypoint?.getAttribute("altitude")),
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

test("the tasks of the demo and 2,000 others come back from XCSoar files", () => {
	readBack("tsk", (task) => {
		const { attributes, points } = readTskFile(writeTsk("Club A & B", task));
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
			],
		};
	});
});

/** Four numbers of a polyline: five bits in a character, the lowest first, and the sign in the lowest bit. */
function decodePolyline(text: string): number[] {
	const numbers: number[] = [];
	let [value, factor] = [0, 1];
	for (const character of text) {
		const bits = character.charCodeAt(0) - 63;
		value += (bits & 31) * factor;
		factor *= 32;
		if (bits >= 32) continue;
		numbers.push(value % 2 === 1 ? -(value + 1) / 2 : value / 2);
		[value, factor] = [0, 1];
	}
	return numbers;
}

interface Xctsk {
	readonly version: number;
	readonly t: readonly {
		readonly z: string;
		readonly n: string;
		readonly d?: string;
		readonly o?: {
			readonly l?: number;
			readonly a1?: number;
			readonly a2?: number;
			readonly a12?: number;
			readonly r2?: number;
		};
	}[];
	readonly s?: { readonly g: readonly string[] };
	readonly g: { readonly d?: string; readonly t: number };
	readonly o: { readonly v: number; readonly tt?: number; readonly fa?: number; readonly bgi?: number };
	readonly e: number;
}

function readXctskPoints({ t }: Xctsk): ReadPoint[] {
	return t.map(({ z, n, d, o = {} }) => {
		const [longitude = 0, latitude = 0, elevation = 0, radius = 0] = decodePolyline(z);
		const shape = shapeOf(o.a1 ?? 180, o.r2 ?? 0, o.a2 ?? 0, o.l === 1);
		const place = { latitude: latitude / 1e5, longitude: longitude / 1e5, elevation };
		return { name: d ?? n, ...place, radius, inner: o.r2 ?? 0, ...shape, towards: o.a12 ?? null };
	});
}

test("the tasks of the demo and 2,000 others come back from XCTrack tasks", () => {
	// Lienz, in the example of Naviter's description.
	expect(decodePolyline("gk|lAyg{|Gml@owH")).toEqual([1_276_612, 4_683_917, 727, 5_000]);
	// Summer time is two hours ahead.
	const utc = (time: string | null) =>
		time && `${String(Number(time.slice(0, 2)) - 2).padStart(2, "0")}${time.slice(2)}Z`;
	readBack("xctsk", (task) => {
		const read = JSON.parse(writeXctsk(task, date)) as Xctsk;
		const { rules } = task;
		return {
			wrong: differences(readXctskPoints(read), statedPoints(task), 0.5e-5 + 1e-9),
			equal: [
				[read.t.map(({ n, d }) => [n, d]), task.points.map(({ name, code }) => [code, name])],
				[
					[read.s?.g[0] ?? null, read.g.d ?? null],
					[utc(rules.startOpens), utc(rules.finishCloses)],
				],
				[read.g.t, task.points.at(-1)?.zone.shape === "line" ? 1 : 2],
				[read.o.v, 2],
				[
					[read.o.tt ?? null, read.o.fa ?? null],
					[task.taskTimeS, rules.finishAltitudeM],
				],
				[read.o.bgi ?? null, rules.pev?.waitS ?? null],
				[read.e, task.scoring.earth === "sphere" ? 1 : 0],
			],
		};
	});
});
