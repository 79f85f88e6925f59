import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { z } from "zod";
import { simplifyLine } from "~/lib/maps/simplify-line";
import { inProject } from "./lib/paths.mjs";

/*
 * `node scripts/run.mjs make-waters <rivers.geojson> <lakes.geojson>`: writes app/lib/maps/waters-table.server.ts, the rivers and lakes
 * around the airfields. To be run when the region changes; the table is committed. Source: Natural Earth 1:10,000,000 (public domain).
 */

/** Degrees: as far as a task may reach from a Czech airfield. */
const region = { west: 9, east: 21, south: 46.8, north: 53 };
/** Degrees: 400 m, a pixel of a map of a whole task. */
const tolerance = 0.004;
const unitsPerDegree = 1_000;
/** Degrees: a shorter river, or a lake that is less wide, is none that people steer by. */
const leastExtent = { river: 0.3, lake: 0.07 };

/**
 * Names in Czech and English by those of the source, some of which are of another river. What is not here, such as a damaged name, is
 * drawn without one.
 */
const names: Readonly<Record<string, readonly [czech: string, english: string]>> = {
	Adige: ["Adiže", "Adige"],
	Bobr: ["Bobr", "Bóbr"],
	Danube: ["Dunaj", "Danube"],
	Donau: ["Dunaj", "Danube"],
	Drau: ["Dráva", "Drava"],
	Dunajec: ["Dunajec", "Dunajec"],
	Dyje: ["Dyje", "Thaya"],
	Eger: ["Ohře", "Ohře"],
	Elbe: ["Labe", "Labe"],
	Enns: ["Enže", "Enns"],
	Hornad: ["Hornád", "Hornád"],
	Hron: ["Hron", "Hron"],
	Inn: ["Inn", "Inn"],
	Ipel: ["Ipeľ", "Ipeľ"],
	Isar: ["Isar", "Isar"],
	"Luzicka Nisa": ["Lužická Nisa", "Lusatian Neisse"],
	Main: ["Mohan", "Main"],
	Morava: ["Morava", "Morava"],
	Mur: ["Mura", "Mur"],
	Neckar: ["Neckar", "Neckar"],
	"Nysa Klodzka": ["Kladská Nisa", "Nysa Kłodzka"],
	Oder: ["Odra", "Oder"],
	Pilica: ["Pilica", "Pilica"],
	Prosna: ["Prosna", "Prosna"],
	Raab: ["Rába", "Rába"],
	Regnitz: ["Regnitz", "Regnitz"],
	Saale: ["Sála", "Saale"],
	Salzach: ["Salzach", "Salzach"],
	San: ["San", "San"],
	Sazava: ["Sázava", "Sázava"],
	"Schwarze Elster": ["Černý Halštrov", "Schwarze Elster"],
	Spree: ["Spréva", "Spree"],
	Svratka: ["Svratka", "Svratka"],
	Traun: ["Traun", "Traun"],
	Uhlava: ["Berounka", "Berounka"],
	Unstrut: ["Unstrut", "Unstrut"],
	Vah: ["Váh", "Váh"],
	Vistula: ["Visla", "Vistula"],
	Vltava: ["Vltava", "Vltava"],
	Warta: ["Varta", "Warta"],
	"Weisse Elster": ["Bílý Halštrov", "White Elster"],
	Weser: ["Vezera", "Weser"],
	"Zwickauer Mulde": ["Cvikovská Mulda", "Zwickauer Mulde"],
	Ammersee: ["Ammersee", "Ammersee"],
	Attersee: ["Attersee", "Attersee"],
	Bodensee: ["Bodamské jezero", "Lake Constance"],
	CHIEMSEE: ["Chiemsee", "Chiemsee"],
	"Lake Balaton": ["Balaton", "Lake Balaton"],
	"Neusiedler See": ["Neziderské jezero", "Lake Neusiedl"],
	"Starnberger See": ["Starnberger See", "Lake Starnberg"],
	Traunsee: ["Traunsee", "Traunsee"],
};

/** The source also lists the Orlice under this name, with this rank. That river gets no name. */
const ambiguous = { name: "Elbe", rank: 11 };
/** The source calls the Opava by the name of the river it flows into. */
const opava = { name: "Oder", rank: 11, names: ["Opava", "Opava"] as const };

type Corner = readonly [longitude: number, latitude: number];

const corner = z.tuple([z.number(), z.number()]).rest(z.number());
const geojson = z.object({
	features: z.array(
		z.object({
			properties: z.object({
				name: z.string().nullable(),
				scalerank: z.number(),
				featurecla: z.string().optional(),
			}),
			geometry: z.discriminatedUnion("type", [
				z.object({ type: z.literal("MultiLineString"), coordinates: z.array(z.array(corner)) }),
				z.object({ type: z.literal("MultiPolygon"), coordinates: z.array(z.array(z.array(corner))) }),
			]),
		}),
	),
});

const read = (path = "") => geojson.parse(JSON.parse(readFileSync(path, "utf8"))).features;

/** Stretches of a line within the region. */
function withinRegion(line: readonly Corner[]): Corner[][] {
	const stretches: Corner[][] = [[]];
	for (const place of line) {
		const [longitude, latitude] = place;
		const isWithin =
			longitude > region.west &&
			longitude < region.east &&
			latitude > region.south &&
			latitude < region.north;
		if (isWithin) stretches.at(-1)?.push(place);
		else if ((stretches.at(-1)?.length ?? 0) > 0) stretches.push([]);
	}
	return stretches.filter((stretch) => stretch.length > 1);
}

function extentOf(line: readonly Corner[]): number {
	const spread = (axis: 0 | 1) => {
		const values = line.map((place) => place[axis]);
		return Math.max(...values) - Math.min(...values);
	};
	return Math.max(spread(0), spread(1));
}

/** Thousandths of a degree: the first corner, then differences. */
function encode(corners: readonly Corner[]): string {
	const xs = Float64Array.from(corners, ([longitude]) => longitude);
	const ys = Float64Array.from(corners, ([, latitude]) => latitude);
	const fixed = [Math.floor(corners.length / 3), Math.floor((corners.length * 2) / 3)];
	const kept = simplifyLine(xs, ys, { maxPoints: corners.length, tolerance, fixed });
	let before = [0, 0];
	return kept
		.flatMap((index) => {
			const place = [xs[index] ?? 0, ys[index] ?? 0].map((degrees) => Math.round(degrees * unitsPerDegree));
			const step = place.map((value, axis) => value - (before[axis] ?? 0));
			before = place;
			return step;
		})
		.join(" ");
}

/** Joins lines that follow each other, so that a river has few. */
function joined(lines: readonly (readonly Corner[])[]): Corner[][] {
	const chains: Corner[][] = [];
	const isSame = (one: Corner | undefined, other: Corner | undefined) =>
		one !== undefined && other !== undefined && one[0] === other[0] && one[1] === other[1];
	for (const line of lines) {
		const before = chains.find((chain) => isSame(chain.at(-1), line[0]));
		if (before) before.push(...line.slice(1));
		else chains.push([...line]);
	}
	return chains;
}

const place = ([longitude, latitude]: readonly number[]): Corner => [longitude ?? 0, latitude ?? 0];

function namesOf(name: string | null, rank: number): readonly [string, string] | null {
	if (name === opava.name && rank === opava.rank) return opava.names;
	if (name === null || (name === ambiguous.name && rank === ambiguous.rank)) return null;
	return names[name] ?? null;
}

const [riversFile, lakesFile] = process.argv.slice(-2);
const rivers = read(riversFile)
	.toSorted((one, other) => one.properties.scalerank - other.properties.scalerank)
	.flatMap(({ properties: { name, scalerank, featurecla }, geometry }) => {
		if (geometry.type !== "MultiLineString" || featurecla === "Lake Centerline") return [];
		const lines = joined(geometry.coordinates.map((line) => line.map(place)))
			.flatMap(withinRegion)
			.filter((line) => extentOf(line) >= leastExtent.river);
		return lines.length === 0 ? [] : [{ names: namesOf(name, scalerank), lines: lines.map(encode) }];
	});
const lakes = read(lakesFile).flatMap(({ properties: { name, scalerank }, geometry }) => {
	const [ring] = geometry.type === "MultiPolygon" ? (geometry.coordinates[0] ?? []) : [];
	const corners = (ring ?? []).map(place);
	const isWithin = withinRegion(corners)[0]?.length === corners.length;
	if (!isWithin || extentOf(corners) < leastExtent.lake) return [];
	return [{ names: namesOf(name, scalerank), lines: [encode(corners)] }];
});

const table = (waters: typeof rivers) =>
	waters.map(({ names: own, lines }) => `\t"${own ? own.join("/") : ""}:${lines.join(",")}",\n`).join("");

const text = `/*
 * Written by scripts/make-waters.ts from Natural Earth, which is in the public domain. Each river and lake has its Czech and
 * English names, where they are known, then its lines: longitude and latitude of the first corner in thousandths of a degree, then
 * the differences to the next ones.
 */

/** Rivers, the largest first. */
export const rivers = [
${table(rivers)}];

export const lakes = [
${table(lakes)}];
`;
writeFileSync(inProject("app/lib/maps/waters-table.server.ts"), text);
console.log(
	`${rivers.length} rivers and ${lakes.length} lakes, ${brotliCompressSync(text).byteLength} bytes compressed`,
);
