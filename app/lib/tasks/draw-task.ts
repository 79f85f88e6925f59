import { multiplesWithin, round, roundStep } from "~/lib/flight-log/flight-picture";
import { LocalPlane, type PlanePoint } from "~/lib/geodesy/local-plane";
import type { Position } from "~/lib/geodesy/position";
import type { TaskPoint } from "./task";
import { zoneOutline } from "./zone-outline";
import { placeZones } from "./zones";

/** A task seen from above, north up, as geometry for an SVG; lengths in units of the view box. */
export interface TaskDrawing {
	readonly width: number;
	readonly height: number;
	/** Values of a path's `d`. */
	readonly course: string;
	readonly zones: readonly { readonly path: string; readonly isLine: boolean }[];
	/** One for each place; start and finish at one place share it. */
	readonly labels: readonly { readonly x: number; readonly y: number; readonly text: string }[];
	readonly scaleBar: { readonly width: number; readonly metres: number };
	readonly grid: string;
}

const width = 1000;
const leastHeight = 500;
const mostHeight = 1000;
const margin = 60;
/** Metres: the width of the picture of a task around one place. */
const leastExtent = 10_000;
const scaleBarShare = 0.25;

export function drawTask(points: readonly TaskPoint[]): TaskDrawing {
	const zones = placeZones(points);
	const outlines = zones.map((zone) => zoneOutline(zone));
	const sheet = layOut([...points, ...outlines.flat(2)]);
	const pathOf = (places: readonly Position[], end: string) =>
		places.map((place, index) => `${index === 0 ? "M" : "L"}${sheet.place(place).join(" ")}`).join("") + end;
	return {
		width,
		height: sheet.height,
		course: pathOf(points, ""),
		zones: zones.map(({ zone }, index) => ({
			path: (outlines[index] ?? [])
				.map((polygon) => pathOf(polygon, zone.shape === "line" ? "" : "Z"))
				.join(""),
			isLine: zone.shape === "line",
		})),
		labels: labelsOf(points, sheet.place),
		scaleBar: sheet.scaleBar,
		grid: sheet.grid,
	};
}

type Place = (position: Position) => readonly [x: number, y: number];

function labelsOf(points: readonly TaskPoint[], place: Place): TaskDrawing["labels"] {
	const labels = new Map<string, { readonly x: number; readonly y: number; readonly text: string }>();
	for (const [index, point] of points.entries()) {
		const [x, y] = place(point);
		const number = index === 0 ? "S" : index === points.length - 1 ? "F" : String(index);
		const key = `${x} ${y}`;
		const before = labels.get(key);
		const text = before ? before.text.replace(" ", `/${number} `) : `${number} ${point.name}`;
		labels.set(key, { x, y, text });
	}
	return [...labels.values()];
}

/** Fits places into the view box. */
function layOut(places: readonly Position[]) {
	const [first = { latitude: 0, longitude: 0 }] = places;
	const plane = new LocalPlane(first);
	const flat = places.map(({ latitude, longitude }) => plane.project(latitude, longitude));
	const range = (values: readonly number[]) => {
		const [least, most] = [Math.min(...values), Math.max(...values)];
		return { middle: (least + most) / 2, extent: Math.max(leastExtent, most - least) };
	};
	const across = range(flat.map(({ east }) => east));
	const upwards = range(flat.map(({ north }) => north));
	const inside = width - 2 * margin;
	const wanted = Math.round((inside * upwards.extent) / across.extent) + 2 * margin;
	const height = Math.min(mostHeight, Math.max(leastHeight, wanted));
	const unitsPerMetre = Math.min(inside / across.extent, (height - 2 * margin) / upwards.extent);
	const onSheet = ({ east, north }: PlanePoint) =>
		[
			round(width / 2 + (east - across.middle) * unitsPerMetre),
			round(height / 2 - (north - upwards.middle) * unitsPerMetre),
		] as const;
	const metres = roundStep((width * scaleBarShare) / unitsPerMetre / 2);
	const lines = (size: number) => multiplesWithin(metres, size / unitsPerMetre, metres);
	return {
		height,
		place: ({ latitude, longitude }: Position) => onSheet(plane.project(latitude, longitude)),
		scaleBar: { width: round(metres * unitsPerMetre), metres },
		grid: [
			...lines(width).map((value) => `M${round(value * unitsPerMetre)} 0V${height}`),
			...lines(height).map((value) => `M0 ${round(height - value * unitsPerMetre)}H${width}`),
		].join(""),
	};
}
