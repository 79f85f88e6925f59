import { folded } from "~/lib/i18n/word-search";
import type { Position } from "~/lib/maps/geodesy";
import { destination, legBetween } from "~/lib/maps/geodesy";
import { readPosition } from "~/lib/maps/read-position";
import type { FieldErrors } from "~/lib/result";
import type { Waypoint } from "~db/schema";
import type { OutlandingInput } from "./outlanding-schema";

/** Metres. No glider of a competition day lands farther away; a place beyond has a digit too many. */
const farthestField = 600_000;
/** Metres. A name farther away does not help to find a field. */
const farthestName = 40_000;

interface Known {
	readonly waypoints: readonly Pick<Waypoint, "name" | "latitude" | "longitude">[];
	readonly airfield: Position;
	/** Position in the other pilot's report, when both stand in the same field. */
	readonly sameAs: { readonly latitude: number | null; readonly longitude: number | null } | undefined;
}

type Found =
	| {
			readonly ok: true;
			readonly position: Position | null;
			readonly near: string | null;
			/** The place in words: of a name that no known point has, or of a point without both bearing and distance. */
			readonly unknown?: string;
	  }
	| { readonly ok: false; readonly errors: FieldErrors };

/** Returns where a report says that a glider is, from the most exact of what it says. */
export function placeOfReport(input: OutlandingInput, known: Known): Found {
	const typed = input.position === null ? null : readPosition(input.position);
	if (typed) return judged(typed, "position", known);
	if (input.sameAs) {
		const { latitude, longitude } = known.sameAs ?? {};
		if (typeof latitude !== "number" || typeof longitude !== "number")
			return { ok: false, errors: { sameAs: "form.field.choice" } };
		return judged({ latitude, longitude }, "sameAs", known);
	}
	if (input.point === null) return { ok: true, position: null, near: null };
	const wanted = folded(input.point);
	const point = known.waypoints.find(({ name }) => folded(name.trim()) === wanted);
	if (!point) return { ok: true, position: null, near: null, unknown: inWords(input) };
	const { bearing, distance } = input;
	if (bearing === null || distance === null) {
		const near = bearing === distance ? point.name : null;
		return { ok: true, position: null, near, unknown: inWords(input) };
	}
	return judged(destination("wgs84", point, bearing, distance * 1000), "point", known);
}

function inWords({ point, bearing, distance }: OutlandingInput): string {
	return [point, bearing !== null && `${bearing}°`, distance !== null && `${distance} km`]
		.filter(Boolean)
		.join(", ");
}

function judged(position: Position, field: string, known: Known): Found {
	if (legBetween("wgs84", known.airfield, position).distanceM > farthestField)
		return { ok: false, errors: { [field]: "outlanding.tooFar" } };
	return { ok: true, position, near: nearestName(position, known.waypoints) };
}

/** Name of the nearest known place; null when none is near. */
export function nearestName(position: Position, places: Known["waypoints"]): string | null {
	let [nearest, least]: [string | null, number] = [null, farthestName];
	for (const place of places) {
		const { distanceM } = legBetween("sphere", position, place);
		if (distanceM < least) [nearest, least] = [place.name, distanceM];
	}
	return nearest;
}
