import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { simplifyLine } from "~/lib/maps/simplify-line";
import { inProject } from "./lib/paths.mjs";

/*
 * `node scripts/run.mjs make-borders`: writes app/lib/maps/borders-table.server.ts, the borders of countries around the airfields.
 * To be run when the region changes; the table is committed. Source: Natural Earth 1:10,000,000 (public domain) as
 * TopoJSON of the package `world-atlas`, where countries share the arcs of their borders.
 */

/** Degrees: as far as a task may reach from a Czech airfield. */
const region = { west: 8, east: 23, south: 45.5, north: 54 };
/** ISO 3166-1: Czechia. */
const home = "203";
/** Degrees: 150 m, less than a pixel of a map. */
const tolerance = 0.0015;
const unitsPerDegree = 1_000;

type Corner = readonly [longitude: number, latitude: number];

const arcs = z.array(z.array(z.number()));
const topologySchema = z.object({
	transform: z.object({ scale: z.array(z.number()), translate: z.array(z.number()) }),
	arcs: z.array(z.array(z.array(z.number()))),
	objects: z.object({
		countries: z.object({
			geometries: z.array(
				z.discriminatedUnion("type", [
					z.object({ type: z.literal("Polygon"), id: z.string().optional(), arcs }),
					z.object({ type: z.literal("MultiPolygon"), id: z.string().optional(), arcs: z.array(arcs) }),
				]),
			),
		}),
	}),
});

const topology = topologySchema.parse(
	JSON.parse(readFileSync(inProject("node_modules/world-atlas/countries-10m.json"), "utf8")),
);

/** Corners of an arc, whose differences the file holds as whole numbers. A negative index is an arc backwards. */
function cornersOf(index: number): Corner[] {
	const { scale, translate } = topology.transform;
	let [x, y] = [0, 0];
	const corners = (topology.arcs[index < 0 ? ~index : index] ?? []).map(([dx = 0, dy = 0]): Corner => {
		[x, y] = [x + dx, y + dy];
		return [x * (scale[0] ?? 0) + (translate[0] ?? 0), y * (scale[1] ?? 0) + (translate[1] ?? 0)];
	});
	return index < 0 ? corners.reverse() : corners;
}

/** The stretches of a line within the region. */
function withinRegion(corners: readonly Corner[]): Corner[][] {
	const stretches: Corner[][] = [[]];
	for (const corner of corners) {
		const [longitude, latitude] = corner;
		const isWithin =
			longitude > region.west &&
			longitude < region.east &&
			latitude > region.south &&
			latitude < region.north;
		if (isWithin) stretches.at(-1)?.push(corner);
		else if ((stretches.at(-1)?.length ?? 0) > 0) stretches.push([]);
	}
	return stretches.filter((stretch) => stretch.length > 1);
}

/** Thousandths of a degree: the first corner, then differences. */
function encode(corners: readonly Corner[]): string {
	const xs = Float64Array.from(corners, ([longitude]) => longitude);
	const ys = Float64Array.from(corners, ([, latitude]) => latitude);
	const kept = simplifyLine(xs, ys, { maxPoints: corners.length, tolerance, fixed: [] });
	let before = [0, 0];
	return kept
		.flatMap((index) => {
			const corner = [xs[index] ?? 0, ys[index] ?? 0].map((degrees) => Math.round(degrees * unitsPerDegree));
			const step = corner.map((value, axis) => value - (before[axis] ?? 0));
			before = corner;
			return step;
		})
		.join(" ");
}

const ringsOf = new Map<string, number[][]>();
for (const country of topology.objects.countries.geometries) {
	const rings = country.type === "Polygon" ? country.arcs : country.arcs.flat();
	ringsOf.set(country.id ?? "", [...(ringsOf.get(country.id ?? "") ?? []), ...rings]);
}
const homeRings = ringsOf.get(home) ?? [];
const homeArcs = new Set(homeRings.flat().map((index) => (index < 0 ? ~index : index)));
const otherArcs = new Set(
	[...ringsOf.values()]
		.flat(2)
		.map((index) => (index < 0 ? ~index : index))
		.filter((index) => !homeArcs.has(index)),
);

const homeLines = homeRings.map((ring) => encode(ring.flatMap(cornersOf)));
const otherLines = [...otherArcs].flatMap((index) => withinRegion(cornersOf(index)).map(encode));
const table = (lines: readonly string[]) => lines.map((line) => `\t"${line}",\n`).join("");

writeFileSync(
	inProject("app/lib/maps/borders-table.server.ts"),
	`/*
 * Written by scripts/make-borders.ts from Natural Earth, which is in the public domain. A line is longitude and latitude
 * of its first corner in thousandths of a degree, then the differences to the next ones.
 */

/** Czechia, all round. */
export const homeBorders = [
${table(homeLines)}];

/** Other borders and coasts of the region, each once. */
export const otherBorders = [
${table(otherLines)}];
`,
);
console.log(`${homeLines.length} rings and ${otherLines.length} lines`);
