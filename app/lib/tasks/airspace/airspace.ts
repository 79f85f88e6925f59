import type { TFunction } from "i18next";
import { formatNumber } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";
import type { Position } from "~/lib/maps/geodesy";
import type { Bounds } from "~/lib/maps/viewport";
import type { Airspace, AirspaceLimit, SpaceKind } from "~db/schema";

/** How a space is drawn, and whether flights are checked against it: not in open ones, nor in those that wait for an organiser. */
export type AirspaceKind = SpaceKind | "waiting";

export function kindOfAirspace(space: Pick<Airspace, "airspaceClass" | "kind" | "waits">): AirspaceKind {
	if (space.waits) return "waiting";
	return space.kind ?? kindByClass(space.airspaceClass);
}

export function isChecked(space: Pick<Airspace, "airspaceClass" | "kind" | "waits">): boolean {
	const kind = kindOfAirspace(space);
	return kind === "restricted" || kind === "controlled";
}

const openClasses: ReadonlySet<string> = new Set(["E", "F", "G", "W", "GSEC"]);
const controlledClasses: ReadonlySet<string> = new Set([
	...["A", "B", "C", "D"],
	...["CTR", "CTA", "TMA", "TMZ", "RMZ"],
]);

/** The kind of a space that states none. Files that are in force keep it, so no code is added here: see airspace-codes.ts. */
export function kindByClass(airspaceClass: string): SpaceKind {
	if (openClasses.has(airspaceClass)) return "open";
	return controlledClasses.has(airspaceClass) ? "controlled" : "restricted";
}

const metresPerFoot = 0.3048;

export function metresOfFeet(feet: number): number {
	return feet * metresPerFoot;
}

export function metresOfLevel(flightLevel: number): number {
	return metresOfFeet(flightLevel * 100);
}

export function limitText(t: TFunction, language: Language, limit: AirspaceLimit): string {
	const value = formatNumber(Math.round(limit.value), language);
	return t(`chart.limit.${limit.reference}`, { value });
}

/** The name by which a briefing makes a space inactive: case and spaces do not matter. */
export function plainName(name: string): string {
	return name.trim().replace(/\s+/g, " ").toLowerCase();
}

export function cornersOf({ outline }: Pick<Airspace, "outline">): Position[] {
	return Array.from({ length: outline.length / 2 }, (_, index) => ({
		latitude: outline[index * 2] ?? 0,
		longitude: outline[index * 2 + 1] ?? 0,
	}));
}

export function boxOf(outline: readonly number[]): Bounds {
	const box = { south: 90, west: 180, north: -90, east: -180 };
	for (let index = 0; index < outline.length; index += 2) {
		const [latitude = 0, longitude = 0] = [outline[index], outline[index + 1]];
		if (latitude < box.south) box.south = latitude;
		if (latitude > box.north) box.north = latitude;
		if (longitude < box.west) box.west = longitude;
		if (longitude > box.east) box.east = longitude;
	}
	return box;
}

export function overlap(one: Bounds, other: Bounds): boolean {
	return (
		one.south <= other.north && other.south <= one.north && one.west <= other.east && other.west <= one.east
	);
}
