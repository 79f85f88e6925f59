import { destination, type Position } from "~/lib/maps/geodesy";
import { type Random, randomOf } from "../../scripts/demo/random";

/** The middle of a country as wide as Czechia. */
const middle = { latitude: 49.8, longitude: 15.5 };

/** How often a class stands in a file of such a country, and how wide its spaces are, in kilometres. */
const classes = [
	{ airspaceClass: "R", count: 90, least: 1, most: 18 },
	{ airspaceClass: "P", count: 25, least: 1, most: 4 },
	{ airspaceClass: "Q", count: 70, least: 1, most: 12 },
	{ airspaceClass: "CTR", count: 14, least: 8, most: 20 },
	{ airspaceClass: "C", count: 40, least: 20, most: 90 },
	{ airspaceClass: "D", count: 60, least: 15, most: 60 },
	{ airspaceClass: "TMZ", count: 12, least: 10, most: 40 },
	{ airspaceClass: "RMZ", count: 12, least: 5, most: 15 },
	{ airspaceClass: "E", count: 30, least: 30, most: 120 },
	{ airspaceClass: "GSEC", count: 45, least: 3, most: 25 },
	{ airspaceClass: "W", count: 52, least: 5, most: 40 },
] as const;

const floors = ["GND", "1000ft AGL", "2500ft MSL", "FL 65", "FL 95", "FL 125"];

const kinds = classes.flatMap(({ count, ...kind }) =>
	Array.from({ length: count }, (_, index) => ({ ...kind, number: index + 1 })),
);

/**
 * An OpenAir file of 450 invented spaces: a third circles, a third with arcs, a third polygons, some along a winding border. A large one
 * has 667 spaces and 460 kB, as that of a large country.
 */
export function nationalAirspace(size: "usual" | "large" = "usual"): string {
	const random = randomOf("national airspace");
	const winding = size === "large" ? 0.3 : 0.1;
	const all = size === "large" ? [...kinds, ...kinds].slice(0, 667) : kinds;
	const spaces = all.map(({ airspaceClass, number, least, most }, index) =>
		[
			`AC ${airspaceClass}`,
			`AN ${airspaceClass} Podhora ${index < kinds.length ? "" : "II "}${number}`,
			`AH FL ${random.integer(130, 245)}`,
			`AL ${random.pick(floors)}`,
			...outlineOf(random, between(random, least, most) / 2, winding),
		].join("\r\n"),
	);
	return `${spaces.join("\r\n\r\n")}\r\n`;
}

/** @param winding share of the polygons that follow a border */
function outlineOf(random: Random, radiusKm: number, winding: number): string[] {
	const centre = destination("wgs84", middle, between(random, 0, 360), between(random, 0, 240) * 1000);
	const at = (bearing: number, share = 1) =>
		written(destination("wgs84", centre, bearing, radiusKm * 1000 * share));
	const shape = random.integer(1, 3);
	if (shape === 1) return [`V X=${written(centre)}`, `DC ${(radiusKm / 1.852).toFixed(2)}`];
	const corners = random.chance(winding) ? 90 : random.integer(4, 14);
	const polygon = Array.from(
		{ length: corners },
		(_, index) => `DP ${at((index * 300) / corners, between(random, 0.7, 1.1))}`,
	);
	return shape === 2 ? polygon : [...polygon, `V X=${written(centre)}`, `DB ${at(300)},${at(0)}`];
}

function between(random: Random, least: number, most: number): number {
	return least + random.next() * (most - least);
}

/** Degrees, minutes and seconds, as national files have them. */
function written({ latitude, longitude }: Position): string {
	const angle = (degrees: number) => {
		const seconds = Math.round(degrees * 3600);
		const part = (value: number) => String(value).padStart(2, "0");
		return `${part(Math.floor(seconds / 3600))}:${part(Math.floor(seconds / 60) % 60)}:${part(seconds % 60)}`;
	};
	return `${angle(latitude)} N ${angle(longitude)} E`;
}
