import { type CodePage, decodeText } from "~/lib/csv/csv-reader";
import { roundTo } from "~/lib/numbers";
import { readOpenAir } from "~/lib/tasks/airspace/read-openair";
import { cupCells } from "~/lib/tasks/files/cup-fields";
import { cupLines } from "~/lib/tasks/files/cup-lines";
import { cupColumns, readCupWaypoints, waypointLines } from "~/lib/tasks/files/read-cup";
import type { ChartKind } from "~db/enums";
import type { ChartContent, FileComplaint, Waypoint } from "~db/schema";

interface ReadChart {
	readonly content: ChartContent;
	readonly complaints: readonly FileComplaint[];
}

/** Bytes. */
export const largestChart = 2_000_000;

/** Most waypoints of an edition. The whole of Germany has some 3,000; more would not fit into a row of the database. */
const mostWaypoints = 5_000;

/** Most lines, including the tasks below the waypoints. */
const mostLines = 20_000;

/** The first ones say what is wrong. */
const mostComplaints = 100;

/** Marks that reverse the direction of text: a name on the map would turn what stands beside it. */
const turning = /[\u202A-\u202E\u2066-\u2069]/g;

/** What a file holds. Without content, the complaints say why. @param codePage as `decodeText` takes it */
export function readChart(kind: ChartKind, bytes: Uint8Array, codePage?: CodePage): ReadChart {
	if (bytes.byteLength > largestChart) return refused("chartTooLarge");
	const text = decodeText(bytes, codePage).replace(turning, "");
	const { content, complaints } = kind === "waypoints" ? readWaypoints(text) : readAirspaces(text);
	const isEmpty = content.length === 0 && complaints.length === 0;
	return isEmpty ? refused("emptyChart") : { content, complaints: complaints.slice(0, mostComplaints) };
}

function refused(key: string): ReadChart {
	return { content: [], complaints: [{ line: null, complaint: `task.file.${key}` }] };
}

function readAirspaces(text: string): ReadChart {
	const { airspaces, complaints } = readOpenAir(text);
	return { content: airspaces, complaints };
}

function readWaypoints(text: string): ReadChart {
	const start = text.slice(0, 4_096);
	if (start.includes("\u0000") || /^\s*</.test(start) || /^\s*A[CN]\s/im.test(start))
		return refused("notWaypoints");
	const all = cupLines(text, mostLines + 1);
	if (all.length > mostLines) return refused("tooManyWaypoints");
	// Tasks may stand below the waypoints.
	const lines = waypointLines(all);
	if (lines.length > 2 * mostWaypoints) return refused("tooManyWaypoints");
	const { waypoints, complaints } = readCupWaypoints(lines);
	if (waypoints.length > mostWaypoints) return refused("tooManyWaypoints");
	const isHeader = lines.some((line) => cupColumns(cupCells(line)));
	if (waypoints.length === 0 && complaints.length > 0)
		return isHeader
			? { content: [], complaints: complaints.slice(0, mostComplaints) }
			: refused("notWaypoints");
	if (waypoints.length === 0 && isHeader) return refused("headerOnly");
	return { content: waypoints.map(rounded), complaints };
}

function rounded(waypoint: Waypoint): Waypoint {
	const [latitude, longitude] = [roundTo(6, waypoint.latitude), roundTo(6, waypoint.longitude)];
	const [name, code] = [waypoint.name.slice(0, longestName), waypoint.code.slice(0, longestCode)];
	return { ...waypoint, name, code, latitude, longitude };
}

/* Characters. */
const longestName = 80;
const longestCode = 30;

/** OpenAir has no extension of its own. */
export const chartExtensions: Readonly<Record<ChartKind, readonly string[]>> = {
	waypoints: ["cup", "cupx"],
	airspace: ["txt", "air", "openair"],
};
