import type { FileComplaint, Waypoint } from "~db/schema";
import { mostPoints } from "../task-defaults";
import { cupAngle, cupCells, hasTooManyMinutes, metresOf, optionsByName, statedOptions } from "./cup-fields";
import { cupLines } from "./cup-lines";
import { readZoneLines, taskOfStated, timeComplaints, type ZoneLine } from "./cup-task";
import { droppedOptions, droppedStarts, type StatedOption } from "./dropped";
import { complaintAbout, type FileLine, type FoundTask, type TaskFile, tooLarge } from "./found-task";

const divider = /^\s*"?-{3,}\s*Related Tasks\s*-{3,}/i;

/**
 * The lines above the tasks; all of them in a file without tasks. Each line is looked at by itself: one pattern for the
 * whole text takes hours for empty lines.
 */
export function waypointLines(lines: readonly string[]): readonly string[] {
	const dividerIndex = lines.findIndex((line) => divider.test(line));
	return dividerIndex < 0 ? lines : lines.slice(0, dividerIndex);
}

/** Competitions have some hundred waypoints; the whole of Europe has fewer. */
const mostLines = 20_000;
/** Tasks among which a page lets choose. */
const mostTasks = 100;

/** Reads the tasks of a SeeYou file; see docs/formats.md section 6. */
export function readCup(text: string): TaskFile {
	const lines = cupLines(text, mostLines + 1);
	if (lines.length > mostLines) return tooLarge;
	const above = waypointLines(lines);
	const rows = groupTasks(lines, above.length + 1);
	if (rows.length > mostTasks) return tooLarge;
	const { waypoints, complaints } = readCupWaypoints(above);
	const find = waypointFinder(waypoints);
	const found = rows.map((task) => readTask(task, find));
	return {
		tasks: found.flatMap(({ task }) => task ?? []),
		complaints: [...complaints, ...found.flatMap((task) => task.complaints)],
	};
}

/** A line below a task that says more about it. A task begins with a quote or a comma, or with a name that no `=` follows. */
const detail = /^(?:Options\b|[a-z]\w*\s*=)/i;

/** Splits the lines below the divider into tasks: a row, and the lines that describe it. */
function groupTasks(lines: readonly string[], from: number): FileLine[][] {
	const tasks: FileLine[][] = [];
	for (let index = from; index < lines.length; index += 1) {
		const text = (lines[index] ?? "").trim();
		if (text === "" || /^version\s*=/i.test(text)) continue;
		const line = { number: index + 1, text };
		const current = tasks.at(-1);
		if (current && detail.test(text)) current.push(line);
		else tasks.push([line]);
	}
	return tasks;
}

/** Finds the first waypoint of a name, in another case if there is none as it is written. */
type FindWaypoint = (name: string) => Waypoint | undefined;

function waypointFinder(waypoints: readonly Waypoint[]): FindWaypoint {
	const first = [...waypoints].reverse();
	const exact = new Map(first.map((waypoint) => [waypoint.name, waypoint]));
	const folded = new Map(first.map((waypoint) => [waypoint.name.toLowerCase(), waypoint]));
	return (name) => exact.get(name) ?? folded.get(name.toLowerCase());
}

/** Description, take-off, landing, and what stands behind a last comma. */
const otherCells = 4;

interface ReadTask {
	readonly task: FoundTask | null;
	readonly complaints: readonly FileComplaint[];
}

function readTask([row, ...details]: readonly FileLine[], find: FindWaypoint): ReadTask {
	if (!row) return { task: null, complaints: [] };
	const cells = cupCells(row.text);
	if (cells.length > mostPoints + otherCells)
		return { task: null, complaints: [{ line: row.number, complaint: "task.check.tooMany" }] };
	const { zoneLines, own, options, starts, others, complaints } = readDetails(details);
	const stated = readZoneLines(zoneLines);
	complaints.push(...stated.complaints);
	const { name, points } = pointsOfRow(cells, stated.count, own, find);
	for (const point of points) {
		if (typeof point === "string")
			complaints.push({ line: row.number, complaint: complaintAbout("unknownPoint", point) });
	}
	complaints.push(...timeComplaints(options, details[0]?.number ?? row.number));
	if (complaints.length > 0) return { task: null, complaints };
	const known = points.filter((point) => typeof point !== "string");
	const dropped = [
		...droppedStarts(starts.filter((start) => start !== known[0]?.name)),
		...droppedOptions(others, new Set(["version"]), null),
	];
	return { complaints, task: taskOfStated({ stated, options, name, points: known, dropped }) };
}

/** What the lines below a task say. */
function readDetails(details: readonly FileLine[]) {
	const complaints: FileComplaint[] = [];
	const zoneLines: ZoneLine[] = [];
	const own = new Map<number, Waypoint>();
	let starts: readonly string[] = [];
	const others: StatedOption[] = [];
	let options: readonly StatedOption[] = [];
	for (const { number, text } of details) {
		const stated = statedOptions(text);
		if (/^Options\b/i.test(text)) options = stated;
		else if (/^ObsZone\b/i.test(text))
			zoneLines.push({ number, point: Number(optionsByName(stated).get("obszone")), options: stated });
		else if (/^Point\b/i.test(text)) {
			const [position = "", ...cells] = cupCells(text.replace(/^Point\s*=/i, ""));
			const waypoint = waypointOf(cells);
			if (typeof waypoint === "string") complaints.push({ line: number, complaint: waypoint });
			else own.set(Number(position), waypoint);
		} else if (/^Starts\b/i.test(text)) starts = cupCells(text.replace(/^Starts\s*=?,?/i, ""));
		else
			others.push({
				name: text.slice(0, text.indexOf("=")).trim(),
				value: text.slice(text.indexOf("=") + 1),
			});
	}
	return { zoneLines, own, options, starts, others, complaints };
}

/** Description, take-off and landing. */
const columnsBeside = 3;

/**
 * Some rows end with a comma more than they have columns; Naviter's own example does. An empty landing before it shows it.
 * So does the count of zones, or a landing where the take-off was: who states one states both.
 */
function withoutExtraCells(cells: readonly string[], zoneCount: number): readonly string[] {
	const [, takeOff, start] = cells;
	const [finish, landing, last] = cells.slice(-3);
	if (last !== "" || cells.length <= columnsBeside) return cells;
	const isStated = takeOff !== "" && landing !== "";
	const isMore = cells.length === zoneCount + columnsBeside + 1;
	const isHome = landing === takeOff && (start !== takeOff || finish === takeOff);
	const isExtra = landing === "" || (isStated && (zoneCount > 0 ? isMore : isHome));
	return isExtra ? withoutExtraCells(cells.slice(0, -1), zoneCount) : cells;
}

/**
 * The points of `description, take-off, points, landing`. Programs leave out a column with its comma; the count of zones
 * shows it. An unknown point is its name.
 */
function pointsOfRow(
	row: readonly string[],
	zoneCount: number,
	own: ReadonlyMap<number, Waypoint>,
	find: FindWaypoint,
): { readonly name: string; readonly points: readonly (Waypoint | string)[] } {
	const cells = withoutExtraCells(row, zoneCount);
	const pointsFrom = (start: number, end: number) =>
		cells.slice(start, end).map((name, index) => own.get(index + 1) ?? find(name) ?? name);
	const [name = ""] = cells;
	if (zoneCount === 0 || cells.length >= zoneCount + columnsBeside)
		return { name, points: pointsFrom(2, -1) };
	const complete = [2, 1, 0]
		.map((start) => ({ start, points: pointsFrom(start, start + zoneCount) }))
		.find(({ points }) => points.length === zoneCount && points.every((point) => typeof point !== "string"));
	if (!complete) return { name, points: pointsFrom(2, -1) };
	return { name: complete.start > 0 && !find(name) ? name : "", points: complete.points };
}

interface Waypoints {
	readonly waypoints: readonly Waypoint[];
	readonly complaints: readonly FileComplaint[];
}

/** Columns that are read, with the names that programs and spreadsheets give them. */
const columnNames = {
	name: ["name", "title"],
	code: ["code", "shortname"],
	lat: ["lat", "latitude"],
	lon: ["lon", "lng", "long", "longitude"],
	elev: ["elev", "elevation", "alt", "altitude"],
	style: ["style"],
} as const;

type Column = keyof typeof columnNames;
/** Where the columns stand. */
type Columns = Readonly<Partial<Record<Column, number>>>;

/** The order of a file without a header: a country is the third. */
const usualColumns: Columns = { name: 0, code: 1, lat: 3, lon: 4, elev: 5, style: 6 };

/** The columns of a header, which stand in any order; null for a line that is none. */
export function cupColumns(cells: readonly string[]): Columns | null {
	const names = cells.map((cell) => cell.toLowerCase().replace(/[\s_.\ufeff]/g, ""));
	const columns: Columns = Object.fromEntries(
		Object.entries(columnNames).flatMap(([column, aliases]) => {
			const index = names.findIndex((name) => (aliases as readonly string[]).includes(name));
			return index < 0 ? [] : [[column, index]];
		}),
	);
	const { name, code, lat, lon } = columns;
	return (name ?? code) === undefined || lat === undefined || lon === undefined ? null : columns;
}

/** @param lines of the part above the tasks */
export function readCupWaypoints(lines: readonly string[]): Waypoints {
	const waypoints: Waypoint[] = [];
	const complaints: FileComplaint[] = [];
	let columns = usualColumns;
	for (const [index, line] of lines.entries()) {
		if (line.trim() === "") continue;
		const cells = cupCells(line);
		const header = cupColumns(cells);
		if (header) {
			columns = header;
			continue;
		}
		const waypoint = waypointOf(cells, columns);
		if (typeof waypoint === "string") complaints.push({ line: index + 1, complaint: waypoint });
		else waypoints.push(waypoint);
	}
	return { waypoints, complaints };
}

/** The waypoint, or what is wrong with its line. */
function waypointOf(cells: readonly string[], columns: Columns = usualColumns): Waypoint | string {
	const cell = (column: Column) => cells[columns[column] ?? -1] ?? "";
	const name = cell("name") || cell("code");
	if (name === "") return "task.file.nameless";
	const latitude = cupAngle(decimal(cell("lat")), "NS");
	if (latitude === null) return angleComplaint("latitude", name, cell("lat"));
	const longitude = cupAngle(decimal(cell("lon")), "EW");
	if (longitude === null) return angleComplaint("longitude", name, cell("lon"));
	const elevationM = metresOf(decimal(cell("elev")));
	const style = Number.parseInt(cell("style"), 10);
	return {
		name,
		code: cell("code"),
		latitude,
		longitude,
		elevationM,
		style: Number.isNaN(style) ? 0 : style,
	};
}

/** A Czech spreadsheet writes a comma into what it takes for a number. */
const decimal = (text: string) => text.replace(",", ".");

/** A file with many minutes beyond 60 has another format of angles, so the point is named that it costs. */
function angleComplaint(key: "latitude" | "longitude", name: string, text: string): string {
	return hasTooManyMinutes(decimal(text))
		? complaintAbout("minutes", text, { name })
		: complaintAbout(key, text);
}
