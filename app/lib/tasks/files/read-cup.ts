import type { FileComplaint, Waypoint } from "~db/schema";
import { mostPoints } from "../task-defaults";
import {
	cupAngle,
	cupCells,
	cupOptions,
	metresOf,
	readZoneLines,
	taskOfStated,
	timeComplaints,
	type ZoneLine,
} from "./cup-fields";
import { complaintAbout, type FileLine, type FoundTask, type TaskFile, tooLarge } from "./found-task";

const divider = /^\s*-{3,}\s*Related Tasks\s*-{3,}/i;

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
	const lines = text.split(/\r\n|\r|\n/);
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

/** Splits the lines below the divider into tasks: a row, and the lines that describe it. */
function groupTasks(lines: readonly string[], from: number): FileLine[][] {
	const tasks: FileLine[][] = [];
	for (let index = from; index < lines.length; index += 1) {
		const text = (lines[index] ?? "").trim();
		if (text === "" || /^version\s*=/i.test(text)) continue;
		const line = { number: index + 1, text };
		const current = tasks.at(-1);
		if (current && /^(Options|ObsZone|Point|Starts)\b/i.test(text)) current.push(line);
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
	const complaints: FileComplaint[] = [];
	const zoneLines: ZoneLine[] = [];
	const own = new Map<number, Waypoint>();
	let options = new Map<string, string>();
	for (const { number, text } of details) {
		if (/^Options/i.test(text)) options = cupOptions(text);
		if (/^ObsZone/i.test(text)) {
			const zoneOptions = cupOptions(text);
			zoneLines.push({ number, point: Number(zoneOptions.get("obszone")), options: zoneOptions });
		}
		if (/^Point/i.test(text)) {
			const [position = "", ...cells] = cupCells(text.replace(/^Point\s*=/i, ""));
			const waypoint = waypointOf(cells);
			if (typeof waypoint === "string") complaints.push({ line: number, complaint: waypoint });
			else own.set(Number(position), waypoint);
		}
	}
	const stated = readZoneLines(zoneLines);
	complaints.push(...stated.complaints);
	const { name, points } = pointsOfRow(cells, stated.zones.size, own, find);
	for (const point of points) {
		if (typeof point === "string")
			complaints.push({ line: row.number, complaint: complaintAbout("unknownPoint", point) });
	}
	complaints.push(...timeComplaints(options, details[0]?.number ?? row.number));
	if (complaints.length > 0) return { task: null, complaints };
	const known = points.filter((point) => typeof point !== "string");
	return { complaints, task: taskOfStated({ stated, options, name, points: known }) };
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

type Columns = readonly string[];

/** The order of a file without a header. */
const usualColumns: Columns = ["name", "code", "country", "lat", "lon", "elev", "style"];

/** @param lines of the part above the tasks */
export function readCupWaypoints(lines: readonly string[]): Waypoints {
	const waypoints: Waypoint[] = [];
	const complaints: FileComplaint[] = [];
	let columns = usualColumns;
	for (const [index, line] of lines.entries()) {
		if (line.trim() === "") continue;
		const cells = cupCells(line);
		if (isHeader(cells)) {
			columns = cells.map((cell) => cell.toLowerCase());
			continue;
		}
		const waypoint = waypointOf(cells, columns);
		if (typeof waypoint === "string") complaints.push({ line: index + 1, complaint: waypoint });
		else waypoints.push(waypoint);
	}
	return { waypoints, complaints };
}

function isHeader(cells: Columns): boolean {
	const names = cells.map((cell) => cell.toLowerCase());
	return names.includes("name") && names.includes("lat") && names.includes("lon");
}

/** The waypoint, or what is wrong with its line. */
function waypointOf(cells: readonly string[], columns: Columns = usualColumns): Waypoint | string {
	const cell = (name: string) => cells[columns.indexOf(name)] ?? "";
	const name = cell("name") || cell("code");
	if (name === "") return "task.file.nameless";
	const latitude = cupAngle(cell("lat"), "NS");
	if (latitude === null) return complaintAbout("latitude", cell("lat"));
	const longitude = cupAngle(cell("lon"), "EW");
	if (longitude === null) return complaintAbout("longitude", cell("lon"));
	const elevationM = metresOf(cell("elev"));
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
