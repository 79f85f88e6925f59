import geographiclib from "geographiclib-geodesic";
import { expect, test } from "vitest";
import { LocalPlane, type Position } from "~/lib/maps/geodesy";
import { unusualIn } from "~/lib/tasks/check-task";
import { taskDistances } from "~/lib/tasks/task-distances";
import { insideDirection, isInside, lineEnds, orientZones, zoneOutline } from "~/lib/tasks/zones";
import type { TaskKind } from "~db/enums";
import type { TaskPoint, Zone } from "~db/schema";

const { WGS84 } = geographiclib.Geodesic;
const airfield = { latitude: 49.5312, longitude: 15.8741 };

/** A point so many kilometres north and east of the airfield, by Karney's algorithm. */
function pointAt(north: number, east: number, zone: Partial<Zone> = {}): TaskPoint {
	const bearing = (Math.atan2(east, north) * 180) / Math.PI;
	const metres = Math.hypot(north, east) * 1000;
	const { lat2 = 0, lon2 = 0 } = WGS84.Direct(airfield.latitude, airfield.longitude, bearing, metres);
	const whole = { shape: "cylinder", radiusM: 500, style: "symmetrical", axisDeg: null, ...zone } as Zone;
	return { name: "Point", code: "P", latitude: lat2, longitude: lon2, elevationM: 400, zone: whole };
}

const measure = (kind: TaskKind, points: readonly TaskPoint[], subtractFinishRadius = false) =>
	taskDistances({ kind, points, scoring: { earth: "wgs84", subtractFinishRadius } });

/** Corners by their direction from the centre, in whole degrees, and their distance in whole metres. */
function polar(centre: Position, corner: Position): [direction: number, metres: number] {
	const { azi1 = 0, s12 = 0 } = WGS84.Inverse(
		centre.latitude,
		centre.longitude,
		corner.latitude,
		corner.longitude,
	);
	return [Math.round(azi1 + 360) % 360, Math.round(s12)];
}

test("a zone looks away from the inside of the task, by its style", () => {
	const square = (style: Zone["style"], axisDeg: number | null = null) => {
		const zone = { style, axisDeg };
		return [
			pointAt(0, 0, zone),
			pointAt(30, 0, zone),
			pointAt(30, 30, zone),
			pointAt(0, 30, zone),
			pointAt(0, 0.1, zone),
		];
	};
	const axes = (style: Zone["style"], axisDeg: number | null = null) =>
		orientZones(square(style, axisDeg)).map((zone) => Math.round(zone.axisDeg));
	// The start looks to the north, the finish to the east, whatever the file says.
	expect(axes("symmetrical")).toEqual([180, 315, 45, 135, 270]);
	expect(axes("next")).toEqual([180, 270, 0, 90, 270]);
	expect(axes("previous")).toEqual([180, 0, 90, 180, 270]);
	expect(axes("start")).toEqual([180, 0, 45, 90, 270]);
	expect(axes("fixed", 200)).toEqual([180, 200, 200, 200, 270]);
	expect(insideDirection({ axisDeg: 315 })).toBe(135);
});

test("points that coincide leave a zone its other neighbour", () => {
	const [, middle] = orientZones([pointAt(20, 0), pointAt(20, 0), pointAt(20, 40)]);
	expect(Math.round(middle?.axisDeg ?? 0)).toBe(270);
});

const shapes: readonly Zone[] = [
	{ shape: "cylinder", radiusM: 500, style: "symmetrical", axisDeg: null },
	{ shape: "sector", radiusM: 3_000, angleDeg: 90, style: "symmetrical", axisDeg: null },
	{ shape: "sector", radiusM: 20_000, angleDeg: 220, style: "fixed", axisDeg: 350 },
	{ shape: "keyhole", radiusM: 10_000, angleDeg: 90, innerRadiusM: 500, style: "next", axisDeg: null },
	{ shape: "ring", radiusM: 30_000, innerRadiusM: 5_000, angleDeg: 60, style: "fixed", axisDeg: 20 },
	{ shape: "ring", radiusM: 15_000, innerRadiusM: 5_000, angleDeg: 360, style: "fixed", axisDeg: 0 },
	{ shape: "ring", radiusM: 15_000, innerRadiusM: 0, angleDeg: 120, style: "previous", axisDeg: null },
];

/** Even and odd crossings of a ray to the east. */
function isWithin(polygons: readonly (readonly Position[])[], { latitude, longitude }: Position): boolean {
	let within = false;
	for (const corners of polygons) {
		corners.forEach((one, index) => {
			const other = corners[(index + 1) % corners.length] ?? one;
			if (one.latitude > latitude === other.latitude > latitude) return;
			const share = (latitude - one.latitude) / (other.latitude - one.latitude);
			if (longitude < one.longitude + share * (other.longitude - one.longitude)) within = !within;
		});
	}
	return within;
}

test.each(shapes)("the outline of $shape ($style, $angleDeg) encloses what is inside", (zone) => {
	const [, placed] = orientZones([pointAt(0, 0), pointAt(40, 25, zone), pointAt(-10, 60)]);
	if (!placed) throw new Error("three zones are placed");
	const outline = zoneOutline(placed, 1);
	const plane = new LocalPlane(placed.centre);
	const reach = zone.shape === "line" ? 0 : zone.radiusM;
	let [inside, wrong] = [0, 0];
	for (let direction = 0.5; direction < 360; direction += 3) {
		for (let share = 0.015; share < 1.2; share += 0.031) {
			const { lat2 = 0, lon2 = 0 } = WGS84.Direct(
				placed.centre.latitude,
				placed.centre.longitude,
				direction,
				share * reach,
			);
			const { east, north } = plane.project(lat2, lon2);
			const says = isInside(placed, east, north);
			if (says) inside += 1;
			if (says !== isWithin(outline, { latitude: lat2, longitude: lon2 })) wrong += 1;
		}
	}
	expect(inside).toBeGreaterThan(100);
	// A place on the very edge may fall on either side of the polygon.
	expect(wrong).toBeLessThan(5);
});

test("a line lies across the direction to the next point, and nothing is inside", () => {
	const line: Zone = { shape: "line", lengthM: 10_000, style: "symmetrical", axisDeg: null };
	const [start] = orientZones([pointAt(0, 0, line), pointAt(0, 50)]);
	if (!start) throw new Error("two zones are placed");
	expect(lineEnds(start).map((end) => polar(start.centre, end))).toEqual([
		[180, 5000],
		[0, 5000],
	]);
	expect(isInside(start, 0, 0)).toBe(false);
});

test("a racing task is as long as its legs, less the reduction of its finish", () => {
	const ring: Zone = { shape: "cylinder", radiusM: 3_000, style: "symmetrical", axisDeg: null };
	const points = [pointAt(0, 0), pointAt(60, 0), pointAt(0, 80), pointAt(0, 0, ring)];
	const whole = measure("RT", points);
	expect(whole.distanceM / 1000).toBeCloseTo(60 + 100 + 80, 1);
	expect(whole.legs.map(({ bearingDeg }) => Math.round(bearingDeg))).toEqual([0, 127, 271]);
	expect(whole).toMatchObject({ minDistanceM: null, maxDistanceM: null });
	expect(measure("RT", points, true).distanceM).toBeCloseTo(whole.distanceM - 3_000, 6);
	const line: Zone = { shape: "line", lengthM: 1_000, style: "symmetrical", axisDeg: null };
	const toLine = [...points.slice(0, 3), pointAt(0, 0, line)];
	expect(measure("RT", toLine, true).distanceM).toBeCloseTo(whole.distanceM - 500, 6);
});

test("what is unusual about a task is named, at its point where it has one", () => {
	const unusual = (kind: TaskKind, ...places: readonly (readonly [north: number, radiusKm: number])[]) => {
		const areas = places.map(([north, radiusKm]) => pointAt(north, 0, { radiusM: radiusKm * 1000 }));
		const points = [pointAt(0, 0), ...areas, pointAt(0, 0)];
		const found = unusualIn({ kind, points }, measure(kind, points), { ...airfield, elevation: 468 });
		return found.map(({ point, complaint }) => [point, complaint.replace("task.check.", "")]);
	};
	expect(unusual("RT", [30, 1])).toEqual([]);
	expect(unusual("RT", [9, 1])).toEqual([
		[null, "short"],
		[1, "shortLeg"],
		[2, "shortLeg"],
	]);
	expect(unusual("RT", [510, 1])).toEqual([
		[null, "long"],
		[1, "far"],
	]);
	expect(unusual("AAT", [-60, 20], [-20, 21])).toEqual([[2, "overlap"]]);
	expect(unusual("AAT", [-60, 20], [-20, 19.5])).toEqual([[2, "closeAreas"]]);
	expect(unusual("AAT", [-60, 20], [-20, 18])).toEqual([]);
});

test("an area task is shortest and longest where its areas are nearest and farthest", () => {
	const area = (radiusM: number): Partial<Zone> => ({ shape: "cylinder", radiusM });
	const straight = [pointAt(0, 0), pointAt(50, 0, area(10_000)), pointAt(0, 0)];
	const { distanceM, minDistanceM, maxDistanceM } = measure("AAT", straight);
	expect(distanceM / 1000).toBeCloseTo(100, 2);
	expect(minDistanceM).toBeGreaterThan(79_990);
	expect(minDistanceM).toBeLessThan(80_010);
	expect(maxDistanceM).toBeGreaterThan(119_990);
	expect(maxDistanceM).toBeLessThan(120_010);
	// The straight way leads through this area, so nothing is shorter than start to finish.
	const through = measure("AAT", [pointAt(0, 0), pointAt(40, 3, area(10_000)), pointAt(80, 0)]);
	expect(through.minDistanceM).toBeGreaterThan(79_999);
	expect(through.minDistanceM).toBeLessThan(80_010);
});

/** The corner, and places on the edge to the next one where that is long. */
function edge(one: Position, other = one): Position[] {
	const parts = Math.max(1, Math.round(polar(one, other)[1] / 400));
	return Array.from({ length: parts }, (_, part) => ({
		latitude: one.latitude + ((other.latitude - one.latitude) * part) / parts,
		longitude: one.longitude + ((other.longitude - one.longitude) * part) / parts,
	}));
}

test("the extremes of an area task are those of a search by trial", () => {
	const sector = { shape: "sector", radiusM: 25_000, angleDeg: 100, style: "fixed", axisDeg: 40 } as const;
	const ring = {
		shape: "ring",
		radiusM: 20_000,
		innerRadiusM: 8_000,
		angleDeg: 140,
		style: "fixed",
		axisDeg: 100,
	} as const;
	const points = [pointAt(0, 0), pointAt(45, 20, sector), pointAt(-10, 70, ring), pointAt(2, 1)];
	const { minDistanceM, maxDistanceM } = measure("AAT", points);
	const [, first, second] = orientZones(points).map((zone) =>
		zoneOutline(zone, 2).flatMap((corners) =>
			corners.flatMap((corner, index) => edge(corner, corners[index + 1] ?? corners[0])),
		),
	);
	const lengthOf = (path: readonly Position[]) =>
		path.slice(1).reduce((sum, to, index) => {
			const from = path[index] ?? to;
			return sum + (WGS84.Inverse(from.latitude, from.longitude, to.latitude, to.longitude).s12 ?? 0);
		}, 0);
	let [least, most] = [Number.POSITIVE_INFINITY, 0];
	for (const one of first ?? []) {
		for (const other of second ?? []) {
			const length = lengthOf([pointAt(0, 0), one, other, pointAt(2, 1)]);
			[least, most] = [Math.min(least, length), Math.max(most, length)];
		}
	}
	expect(Math.abs((minDistanceM ?? 0) - least)).toBeLessThan(10);
	expect(Math.abs((maxDistanceM ?? 0) - most)).toBeLessThan(10);
});
