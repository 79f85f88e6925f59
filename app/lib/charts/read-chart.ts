import type { Airspace } from "~/lib/airspace/airspace";
import { readOpenAir } from "~/lib/airspace/read-openair";
import { decodeText } from "~/lib/csv/csv-reader";
import type { FileComplaint } from "~/lib/tasks/files/found-task";
import { readCupWaypoints, type Waypoint } from "~/lib/tasks/files/read-cup-waypoints";
import type { ChartKind } from "~db/enums";

interface ReadChart {
	readonly content: readonly (Waypoint | Airspace)[];
	readonly complaints: readonly FileComplaint[];
}

/** Bytes. */
export const largestChart = 2_000_000;

/** Of an edition. The whole of Germany has some 3,000; more would not fit into a row of the database. */
const mostWaypoints = 5_000;

/** The first ones say what is wrong. */
const mostComplaints = 100;

/** What a file holds. Without content, the complaints say why. */
export function readChart(kind: ChartKind, bytes: Uint8Array): ReadChart {
	if (bytes.byteLength > largestChart) return refused("chartTooLarge");
	const text = decodeText(bytes);
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

/** Tasks may stand below the waypoints. */
const divider = /^\s*-{3,}\s*Related Tasks/im;

function readWaypoints(text: string): ReadChart {
	const start = text.slice(0, 4_096);
	if (start.includes("\u0000") || /^\s*</.test(start) || /^\s*A[CN]\s/im.test(start))
		return refused("notWaypoints");
	const lines = (text.split(divider)[0] ?? "").split(/\r\n|\r|\n/);
	if (lines.length > 2 * mostWaypoints) return refused("tooManyWaypoints");
	const { waypoints, complaints } = readCupWaypoints(lines);
	if (waypoints.length > mostWaypoints) return refused("tooManyWaypoints");
	if (waypoints.length === 0 && complaints.length > 0) return refused("notWaypoints");
	return { content: waypoints.map(rounded), complaints };
}

/** Degrees: a tenth of a metre. */
const roundDegrees = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

function rounded(waypoint: Waypoint): Waypoint {
	const [latitude, longitude] = [roundDegrees(waypoint.latitude), roundDegrees(waypoint.longitude)];
	return { ...waypoint, name: waypoint.name.slice(0, longestName), latitude, longitude };
}

const longestName = 80;
