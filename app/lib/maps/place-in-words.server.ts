import { formatNumber } from "~/lib/i18n/format-number";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import { coordinate, legBetween, type Position } from "./geodesy";
import { towns } from "./towns";

interface NamedPlace extends Position {
	readonly name: string;
}

/** Metres. Nearer than this one is over the place: its direction says nothing. */
const over = 1_500;
/** Metres. Farther away a name does not help. */
const farthest = 120_000;

/** Eight directions, clockwise from north: the ends of the keys of their texts. */
const directions = ["n", "ne", "e", "se", "s", "sw", "w", "nw"] as const;

/**
 * Says where something is: "15 km north-west of Ledeč". A Czech name keeps its first case, as nobody can inflect the names of a file.
 * @param places that have a name, beside the towns; a waypoint file, or the points of a task
 */
export function placeInWords(language: Language, position: Position, places: readonly NamedPlace[]): string {
	const { t } = textsOf(language);
	const known = [...places, ...towns.map(({ names, ...town }) => ({ ...town, name: names[language] }))];
	const [nearest] = known
		.map((place) => ({ place, ...legBetween("sphere", place, position) }))
		.toSorted((one, other) => one.distanceM - other.distanceM);
	if (!nearest || nearest.distanceM > farthest)
		return `${coordinate(position.latitude, "N", "S")}, ${coordinate(position.longitude, "E", "W")}`;
	const { distanceM, bearingDeg } = nearest;
	const place = nearest.place.name.trim();
	if (distanceM < over) return t("place.over", { place });
	const direction = directions[Math.round(bearingDeg / 45) % directions.length] ?? "n";
	return t(`place.${direction}`, { kilometres: formatNumber(Math.round(distanceM / 1000), language), place });
}
