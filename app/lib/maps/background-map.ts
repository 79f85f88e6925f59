import type { Language } from "~/lib/i18n/language";
import type { Position } from "~/lib/maps/geodesy";
import type { Edition } from "~editions/schema";
import type { Terrain } from "./terrain/terrain";

/** A town, an airfield or another place that people know. */
interface Landmark extends Position {
	readonly name: string;
	readonly isAirfield: boolean;
}

/** An airspace, or another area. */
interface Area {
	/** Kind of the area. Its outline gets the class `airspace-<kind>`. */
	readonly kind: string;
	/** Name and limits in words, where a page says them. */
	readonly name?: string;
	readonly outline: readonly Position[];
}

/** The map below a task or a track. */
export interface BackgroundMap {
	/** Places in the order of their importance. */
	readonly places: readonly Landmark[];
	/** Areas; absent when a page draws its own. */
	readonly areas?: readonly Area[];
	/** Language of the names of towns, rivers and lakes. Without it, towns are left out, and rivers and lakes have no names. */
	readonly language?: Language;
	/** Heights of the ground, where they are known. */
	readonly terrain?: Terrain | null;
	/** Units between two heights of the relief. The larger, the fewer bytes; 8 unless given. */
	readonly reliefStep?: number | undefined;
}

/** The background map of an edition without a waypoint file: it shows the airfield. */
export function backgroundMapOf({ place, airfield }: Edition, language: Language): BackgroundMap {
	const { latitude, longitude } = airfield;
	return { places: [{ name: place[language], latitude, longitude, isAirfield: true }], language };
}
