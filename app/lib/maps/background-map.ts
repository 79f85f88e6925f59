import type { Language } from "~/lib/i18n/language";
import type { Position } from "~/lib/maps/geodesy";
import type { Edition } from "~editions/schema";
import type { Terrain } from "./terrain/terrain";

/** A town, an airfield or another place that people know. */
interface Landmark extends Position {
	readonly name: string;
	readonly isAirfield: boolean;
}

/** An airspace, or another stretch of country. */
export interface Area {
	/** Becomes a class of its outline, `airspace-<kind>`. */
	readonly kind: string;
	readonly outline: readonly Position[];
}

/** What lies below a task or a track. */
export interface BackgroundMap {
	/** In the order of their importance. */
	readonly places: readonly Landmark[];
	/** None where a page draws its own. */
	readonly areas?: readonly Area[];
	/** Of the names of towns, rivers and lakes; without it they have none, and towns are left out. */
	readonly language?: Language;
	/** Heights of the ground, where they are known. */
	readonly terrain?: Terrain | null;
}

/** The ground of an edition without a waypoint file: its airfield. */
export function backgroundMapOf({ place, airfield }: Edition, language: Language): BackgroundMap {
	const { latitude, longitude } = airfield;
	return { places: [{ name: place[language], latitude, longitude, isAirfield: true }], language };
}
