import type { Air } from "./glider";
import type { Random } from "./random";

/** What a pilot finds under a cloud. Metres above the airfield, metres a second. */
export interface Thermal {
	readonly strength: number;
	/** Where the pilot leaves it. */
	readonly top: number;
	/** 1 or -1: the way round. */
	readonly side: number;
}

/** Seconds since UTC midnight at which the sun has done most, and how long before and after it lifts little. */
const bestTime = 12.5 * 3600;
const halfDay = 5 * 3600;
/** Metres above the ground from which any climb is good enough. */
const lowSave = 480;
/** Metres a second. */
const [weakest, strongest] = [1, 4];

/** Climbs grow with the day and fade in the evening, and a good pilot finds the core. @param skill from 0 to 1 */
export function thermalAt(
	air: Air,
	{ time, height, skill }: { readonly time: number; readonly height: number; readonly skill: number },
	random: Random,
): Thermal {
	const sun = 1 - Math.min(1, ((time - bestTime) / halfDay) ** 2);
	const isLow = height < lowSave;
	const luck = 0.55 + 0.75 * random.next();
	const usual = air.lift * (0.8 + 0.2 * sun) * (0.8 + 0.35 * skill);
	const strength = Math.min(strongest, Math.max(weakest, usual * (isLow ? 0.55 : luck)));
	const cloud = air.base * (0.82 + 0.18 * sun) - random.integer(0, 200);
	// A weak climb is left for a better one, which is not far when one is high.
	const isWeak = strength < 0.75 * usual && !isLow;
	const top = isWeak ? Math.min(cloud, height + random.integer(250, 550)) : cloud;
	return { strength, top, side: random.chance(0.5) ? 1 : -1 };
}

/** Height at which the next climb is taken: mostly half-way up, now and then after a long search. */
export function nextSearch(top: number, skill: number, random: Random): number {
	if (random.chance(0.1)) return 380 + 60 * skill;
	return Math.max(520, top * (0.3 + 0.35 * random.next()) + 150 * skill);
}
