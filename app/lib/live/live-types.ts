import type { TaskProgress } from "./task-progress";

/** A position from the Open Glider Network. */
export interface LiveFix {
	/** UTC, ISO 8601. */
	readonly at: string;
	/** Degrees, as in `Position`. */
	readonly latitude: number;
	readonly longitude: number;
	/** Metres above mean sea level. */
	readonly altitude: number;
	/** Kilometres an hour over the ground. */
	readonly speed: number;
	/** Metres a second; null where the beacon says none. */
	readonly climb: number | null;
	/** Degrees, true. */
	readonly track: number;
}

export interface LivePilot {
	readonly entryId: string;
	/** What the entry flies with on this day. */
	readonly startNumber: string;
	readonly classType: string;
	readonly last: LiveFix;
	/** Where and since when the glider has stood still for a minute, oldest first. */
	readonly stands: readonly LiveFix[];
	/** Whether nobody heard for long how the flight went on, and nothing has shown since that it does. */
	readonly mayHaveLanded: boolean;
	/** When the glider last showed that it flies, after it had stood still; UTC, ISO 8601. */
	readonly flewAt: string | null;
	/** What the glider has done of the task of its class, as of `last`; null where nobody follows it. */
	readonly progress: TaskProgress | null;
}

export interface LiveDay {
	/** When the network was last heard, of whatever device; null when it never was. */
	readonly signalAt: string | null;
	readonly pilots: readonly LivePilot[];
	/** Minutes by which the positions of a class are late, by its type. */
	readonly delays: Readonly<Record<string, number>>;
}

/** Maps with dots: the card of a class on home, the map of its day, and that of all classes on the board. */
export const liveMaps = ["card", "page", "board"] as const;
export type LiveMapKind = (typeof liveMaps)[number];
