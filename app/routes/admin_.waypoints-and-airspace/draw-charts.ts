import type { Airspace, AirspaceKind, GeoBox } from "~/lib/airspace/airspace";
import { boxOf } from "~/lib/airspace/airspace";
import { airspacesWithin } from "~/lib/airspace/airspaces-within";
import { round } from "~/lib/flight-log/flight-picture";
import { LocalPlane, type PlanePoint } from "~/lib/geodesy/local-plane";
import type { Position } from "~/lib/geodesy/position";
import type { Waypoint } from "~/lib/tasks/files/read-cup-waypoints";

/** Both files on a map, north up, as geometry for an SVG; lengths in units of the view box. */
export interface ChartDrawing {
	readonly width: number;
	readonly height: number;
	readonly spaces: readonly {
		readonly name: string;
		readonly kind: AirspaceKind;
		/** Value of a path's `d`. */
		readonly path: string;
	}[];
	readonly points: readonly { readonly x: number; readonly y: number; readonly name: string }[];
}

const width = 1000;
const leastHeight = 400;
const mostHeight = 1400;
const margin = 70;
/** Metres: a single place has a map, too. */
const leastExtent = 20_000;

/** Null without anything to draw. */
export function drawCharts(
	waypoints: readonly Waypoint[],
	airspaces: readonly Airspace[],
): ChartDrawing | null {
	const places = waypoints.flatMap(({ latitude, longitude }) => [latitude, longitude]);
	const outlines = airspaces.flatMap(({ outline }) => outline);
	// Airspace of half a continent must not make the competition's points a dot.
	const box = boxOf(places.length > 0 ? places : outlines);
	if (box.south > box.north) return null;
	const sheet = layOut(box);
	const pathOf = (corners: readonly Position[]) =>
		`${corners.map((corner, index) => `${index === 0 ? "M" : "L"}${sheet.place(corner).join(" ")}`).join("")}Z`;
	return {
		width,
		height: sheet.height,
		spaces: airspacesWithin(airspaces, box, sheet.metresPerUnit / 2).map(({ name, kind, corners }) => ({
			name,
			kind,
			path: pathOf(corners),
		})),
		points: waypoints.map((waypoint) => {
			const [x, y] = sheet.place(waypoint);
			return { x, y, name: waypoint.name };
		}),
	};
}

function layOut({ south, west, north, east }: GeoBox) {
	const centre = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
	const plane = new LocalPlane(centre);
	const corner = plane.project(south, west);
	const acrossM = Math.max(leastExtent, -2 * corner.east);
	const upwardsM = Math.max(leastExtent, -2 * corner.north);
	const inside = width - 2 * margin;
	const wanted = Math.round((inside * upwardsM) / acrossM) + 2 * margin;
	const height = Math.min(mostHeight, Math.max(leastHeight, wanted));
	const metresPerUnit = Math.max(acrossM / inside, upwardsM / (height - 2 * margin));
	const onSheet = ({ east, north }: PlanePoint) =>
		[round(width / 2 + east / metresPerUnit), round(height / 2 - north / metresPerUnit)] as const;
	return {
		height,
		metresPerUnit,
		place: ({ latitude, longitude }: Position) => onSheet(plane.project(latitude, longitude)),
	};
}
