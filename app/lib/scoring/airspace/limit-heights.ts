import { between, type Track } from "~/lib/flights/igc-file/track";
import { at } from "~/lib/numbers";
import { metresOfLevel } from "~/lib/tasks/airspace/airspace";
import type { AirspaceLimit } from "~db/schema";
import type { StepBudget } from "../evaluation/step-budget";
import type { FlownBlock } from "./flown-blocks";
import type { HeightRule, Heights } from "./track-heights";

/** A floor or ceiling of an airspace in the heights of a track. */
export interface Wall {
	readonly metres: number;
	/** The height of the ground at each fix, to which the metres are added; null for a wall that is level. */
	readonly above: Float64Array | null;
}

/** The ground below a track. */
export interface Ground {
	/** Below each fix, in the heights of the track. */
	readonly heights: Float64Array;
	/** Blocks where nobody has measured all of it. */
	readonly unknown: ReadonlySet<FlownBlock>;
}

/** Steps of a fix whose ground is looked up. */
const stepsOfGround = 8;

interface Flown {
	readonly track: Track;
	readonly blocks: readonly FlownBlock[];
	readonly heights: Heights;
}

/** The ground below a track, looked up when a space near a flight needs it; null without terrain. @throws BeyondBudget */
export function groundBelow(
	{ track, blocks, heights: { toSeaLevel } }: Flown,
	{ terrain }: HeightRule,
	budget: StepBudget,
): () => Ground | null {
	const { length, latitudes, longitudes } = track;
	let found: Ground | null = null;
	return () => {
		if (!terrain || found) return found;
		budget.spend(length * stepsOfGround);
		const heights = Float64Array.from(
			{ length },
			(_, fix) => (terrain.heightAt(at(latitudes, fix), at(longitudes, fix)) ?? Number.NaN) - toSeaLevel,
		);
		const unknown = blocks.filter(({ first, last }) => heights.subarray(first, last + 1).some(Number.isNaN));
		found = { heights, unknown: new Set(unknown) };
		return found;
	};
}

/** What the limits of a space are measured against. */
interface Surroundings {
	readonly heights: Heights;
	readonly ground: () => Ground | null;
}

/**
 * A limit of an airspace file (flight level, metres above the sea or the ground) in the heights of a track; null for one above ground that
 * is not known below all of some fixes.
 */
export function wallOf(
	{ reference, value }: AirspaceLimit,
	{ heights: { toStandard, toSeaLevel }, ground }: Surroundings,
	blocks: readonly FlownBlock[],
): Wall | null {
	switch (reference) {
		case "GND":
			return { metres: Number.NEGATIVE_INFINITY, above: null };
		case "UNL":
			return { metres: Number.POSITIVE_INFINITY, above: null };
		case "FL":
			return { metres: metresOfLevel(value) - toStandard, above: null };
		case "MSL":
			return { metres: value - toSeaLevel, above: null };
		case "AGL": {
			const below = ground();
			const isKnown = below && !blocks.some((block) => below.unknown.has(block));
			return isKnown ? { metres: value, above: below.heights } : null;
		}
	}
}

/** Metres of a wall at a fix. */
export function wallAt({ metres, above }: Wall, fix: number): number {
	return above ? metres + at(above, fix) : metres;
}

/** Metres of a place above a wall: straight between those of two fixes. @param share of the line, from the fix before */
export function aboveWall({ heights }: Track, wall: Wall, fix: number, share: number): number {
	const height = between(heights, fix, share);
	return height - wall.metres - (wall.above ? between(wall.above, fix, share) : 0);
}

/** The walls of a space whose limit is not known: any height is inside. */
export const unlimited = {
	floor: { metres: Number.NEGATIVE_INFINITY, above: null },
	ceiling: { metres: Number.POSITIVE_INFINITY, above: null },
};
