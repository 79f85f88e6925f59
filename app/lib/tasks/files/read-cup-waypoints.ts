import type { FileComplaint, Waypoint } from "~db/schema";
import { cupAngle, cupCells, metresOf } from "./cup-fields";
import { complaintAbout } from "./found-task";

export interface Waypoints {
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
export function waypointOf(cells: readonly string[], columns: Columns = usualColumns): Waypoint | string {
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
