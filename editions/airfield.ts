import { z } from "zod";

/** Kilometres from the reference point within which the areas of the contest site lie. */
const farthestKm = 5;

const position = z.strictObject({
	latitude: z.number().min(-90).max(90),
	longitude: z.number().min(-180).max(180),
});

type Corner = z.infer<typeof position>;

/** The corners in order, without the first one again at the end. */
const area = z
	.array(position)
	.min(3, { error: "an area has at least three corners" })
	.max(60)
	.superRefine((corners, { addIssue }) => {
		const meeting = edgesThatMeet(corners);
		if (meeting) addIssue({ code: "custom", message: `its edges ${meeting.join(" and ")} cross or overlap` });
	});

export const airfieldSchema = z
	.strictObject({
		/** Reference point: degrees, north and east positive, and metres above sea level. */
		...position.shape,
		elevation: z.number().min(-400).max(5000),
		/**
		 * The contest site, on which one may land and launch again (Annex A 2025, 7.2.1a): areas, or else a radius in metres around the
		 * reference point. Without either it is one of 800 m.
		 */
		areas: z.array(area).min(1, { error: "leave it out instead of giving no area" }).max(8).optional(),
		radiusM: z
			.number()
			.positive()
			.max(farthestKm * 1000)
			.optional(),
	})
	.superRefine(({ areas = [], radiusM, ...reference }, { addIssue }) => {
		if (areas.length > 0 && radiusM !== undefined)
			addIssue({ code: "custom", message: "areas need no radius", path: ["radiusM"] });
		for (const [index, corners] of areas.entries()) {
			const km = Math.max(...corners.map((corner) => kilometresBetween(reference, corner)));
			if (km <= farthestKm) continue;
			const message = `reaches ${km.toFixed(1)} km from the airfield, at most ${farthestKm} km are possible`;
			addIssue({ code: "custom", message, path: ["areas", index] });
		}
	});

interface Flat {
	readonly x: number;
	readonly y: number;
}

const kilometresPerDegree = 111.2;

/** Kilometres east and north of the origin, right to a few metres near an airfield. */
function onPlane(origin: Corner, { latitude, longitude }: Corner): Flat {
	const shrunk = Math.cos((origin.latitude * Math.PI) / 180);
	return {
		x: (longitude - origin.longitude) * kilometresPerDegree * shrunk,
		y: (latitude - origin.latitude) * kilometresPerDegree,
	};
}

function kilometresBetween(one: Corner, other: Corner): number {
	const { x, y } = onPlane(one, other);
	return Math.hypot(x, y);
}

/** Numbers of the first two edges that have more in common than the corner between them; null when there are none. Edge 1 begins at the first corner. */
function edgesThatMeet(corners: readonly Corner[]): readonly [number, number] | null {
	const [origin] = corners;
	if (!origin) return null;
	const places = corners.map((corner) => onPlane(origin, corner));
	const edges = places.map((from, index) => ({ from, to: places[(index + 1) % places.length] ?? from }));
	for (const [index, edge] of edges.entries()) {
		for (const [later, other] of edges.slice(index + 1).entries()) {
			const isNext = later === 0;
			const isBefore = index === 0 && later === edges.length - 2;
			const meets = isNext
				? turnsBack(edge, other)
				: isBefore
					? turnsBack(other, edge)
					: haveCommonPlace(edge, other);
			if (meets) return [index + 1, index + later + 2];
		}
	}
	return null;
}

interface Edge {
	readonly from: Flat;
	readonly to: Flat;
}

/** Twice the area to the left of an edge and a place: 0 where the place is on its line. */
function leftOf({ from, to }: Edge, { x, y }: Flat): number {
	return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x);
}

/** Whether an edge leads back over the one before it, or either has no length. */
function turnsBack(edge: Edge, next: Edge): boolean {
	if (leftOf(edge, next.to) !== 0) return false;
	const along = (edge.to.x - edge.from.x) * (next.to.x - next.from.x);
	return along + (edge.to.y - edge.from.y) * (next.to.y - next.from.y) <= 0;
}

function haveCommonPlace(edge: Edge, other: Edge): boolean {
	const [first, second] = [leftOf(edge, other.from), leftOf(edge, other.to)];
	const [third, fourth] = [leftOf(other, edge.from), leftOf(other, edge.to)];
	if (first * second < 0 && third * fourth < 0) return true;
	return (
		(first === 0 && holds(edge, other.from)) ||
		(second === 0 && holds(edge, other.to)) ||
		(third === 0 && holds(other, edge.from)) ||
		(fourth === 0 && holds(other, edge.to))
	);
}

/** Whether a place on the line of an edge is on the edge. */
function holds({ from, to }: Edge, { x, y }: Flat): boolean {
	return (x - from.x) * (x - to.x) <= 0 && (y - from.y) * (y - to.y) <= 0;
}
