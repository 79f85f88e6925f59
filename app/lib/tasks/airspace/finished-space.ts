import type { Position } from "~/lib/maps/geodesy";
import { roundTo } from "~/lib/numbers";
import type { Airspace, AirspaceLimit } from "~db/schema";
import { kindByClass } from "./airspace";
import { kindOfCodes } from "./airspace-codes";

/** What is wrong with a line: the key of its text, and what it says. */
export interface Problem {
	readonly key: string;
	readonly text: string;
}

export interface Space {
	/** Line of its first record. */
	readonly line: number;
	airspaceClass: string;
	airspaceType: string | undefined;
	name: string;
	floor: AirspaceLimit | null;
	ceiling: AirspaceLimit | null;
	readonly corners: Position[];
	/** A circle has no other corners. */
	isCircle: boolean;
	/** Corners that its lines so far would make, readable or not. From three on it may be complete. */
	shaped: number;
	/** Whether its lines `AA` say nothing but `NONE`; null without one. */
	isByNotamOnly: boolean | null;
	/** Its first line that cannot be read. The space is left out. */
	problem: (Problem & { readonly line: number }) | null;
	/** The first line with an arc whose ends do not fit. */
	unevenLine: number | null;
}

/** Most corners of one space. The borders of a country have some 3,000; every flight nearby is measured against each. */
const longestOutline = 5_000;

export function nameOf({ name, airspaceClass, airspaceType }: Space): string {
	return name || airspaceClass || airspaceType || "?";
}

/** The space, or the key of what is wrong with it as a whole. */
export function airspaceOf(space: Space): Airspace | string {
	const { airspaceClass, airspaceType, floor, ceiling, corners } = space;
	if (airspaceClass === "" && airspaceType === undefined) return "noClass";
	if (!floor || !ceiling) return "noLimits";
	if (floor.reference === ceiling.reference && floor.value >= ceiling.value) return "upsideDown";
	if (floor.reference === "UNL" || ceiling.reference === "GND") return "upsideDown";
	const outline = outlineOf(corners);
	if (outline.length < 6) return "noOutline";
	if (outline.length > 2 * longestOutline) return "longOutline";
	return { name: nameOf(space), ...codesOf(space), floor, ceiling, outline };
}

function codesOf({ airspaceClass, airspaceType, isByNotamOnly }: Space) {
	const ofClass = airspaceClass || "UNC";
	const { kind, isKnown } = kindOfCodes(ofClass, airspaceType);
	const isByNotam = isByNotamOnly === true && kind !== "open";
	const waits = isKnown ? (isByNotam ? ("notam" as const) : null) : ("code" as const);
	return {
		airspaceClass: ofClass,
		...(airspaceType !== undefined && airspaceType !== ofClass && { airspaceType }),
		...(kind !== kindByClass(ofClass) && { kind }),
		...(waits && { waits }),
	};
}

/** Drops corners that repeat the previous one, and a last one that repeats the first. */
function outlineOf(corners: readonly Position[]): number[] {
	const rounded = corners.map(
		({ latitude, longitude }) => [roundTo(6, latitude), roundTo(6, longitude)] as const,
	);
	return rounded
		.filter(([latitude, longitude], index) => {
			const [beforeLatitude, beforeLongitude] = rounded.at(index - 1) ?? [];
			return rounded.length === 1 || latitude !== beforeLatitude || longitude !== beforeLongitude;
		})
		.flat();
}
