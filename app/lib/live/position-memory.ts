import { dayMilliseconds } from "~/lib/editions/prague-time";
import { legBetween, type Position } from "~/lib/maps/geodesy";
import type { Beacon } from "./aprs-line";
import type { LiveFix } from "./live-types";

/** A position, with its time in milliseconds since 1970. */
export interface Fix extends Omit<LiveFix, "at"> {
	readonly at: number;
}

/** The last of a device, as it is stored. */
export interface LastSeen {
	readonly device: string;
	readonly fix: Fix;
	/** Milliseconds since 1970; null while it moves. */
	readonly stillSince: number | null;
}

interface Device {
	/** Oldest first, at most half an hour. */
	fixes: Fix[];
	last: Fix;
	/** Where and when it began to stand still; null while it moves. */
	still: Fix | null;
}

/** Milliseconds of the track that is kept of a device. */
export const trackFor = 30 * 60_000;
/** Milliseconds after which a position is forgotten: once an hour what is stored is erased, and nothing is left after a day. */
export const positionsFor = dayMilliseconds - 3_600_000;
/** Milliseconds between two positions of a track: a glider moves some 200 m in them. */
const thinnedTo = 5_000;
/** Milliseconds by which a clock of the network may be ahead of ours. */
const mostAhead = 30_000;
/** Metres around the airfield, a little more than the server is asked for. Positions at 0°/0° lie beyond. */
const farthest = 320_000;
/** Kilometres an hour. */
const slowest = 15;
/** Metres by which receivers disagree about a glider on the ground. */
const stillWithin = 150;
/** Metres a second. */
const stillClimb = 1;

/**
 * What is known of the devices of the entries that may be kept, of nobody else. It is pure: who calls it has the clock, and stores
 * what must last.
 */
export class PositionMemory {
	readonly #devices = new Map<string, Device>();
	/** Milliseconds since 1970 at which a device, whosever, was last heard. */
	signalAt: number | null = null;
	/** Time of the oldest position that was heard since this was last set to infinity. */
	oldestNews = Number.POSITIVE_INFINITY;
	/** How often something was forgotten, which must then not stay where it was stored either. */
	forgotten = 0;
	#kept: ReadonlySet<string> = new Set();

	constructor(readonly airfield: Position) {}

	/** Says which devices may be kept. Whatever is known of another one is forgotten at once. */
	keepOnly(devices: ReadonlySet<string>): void {
		this.#kept = devices;
		for (const device of this.#devices.keys()) if (!devices.has(device)) this.#forget(device);
	}

	#forget(device: string): void {
		if (this.#devices.delete(device)) this.forgotten += 1;
	}

	/** @returns the new position; null for a beacon of which nothing is kept */
	hear(beacon: Beacon, now: number): { readonly device: string; readonly fix: Fix } | null {
		const { device, timeOfDay, isPrivate, ...measured } = beacon;
		// Whenever and wherever it says to be.
		if (isPrivate) this.#forget(device);
		const at = instantNear(timeOfDay, now);
		if (at > now + mostAhead || at < now - trackFor) return null;
		if (legBetween("sphere", this.airfield, measured).distanceM > farthest) return null;
		this.signalAt = now;
		if (isPrivate || !this.#kept.has(device)) return null;
		const fix = { at, ...measured };
		return this.#add(device, fix, now) ? { device, fix } : null;
	}

	/** @returns whether it is news: several receivers hear the same beacon */
	#add(device: string, fix: Fix, now: number): boolean {
		const known = this.#devices.get(device);
		if (known && fix.at <= known.last.at) return false;
		this.oldestNews = Math.min(this.oldestNews, fix.at);
		if (!known) {
			this.#devices.set(device, { fixes: [fix], last: fix, still: isSlow(fix) ? fix : null });
			return true;
		}
		known.still = stillOf(known.still, fix);
		known.last = fix;
		const before = known.fixes.at(-2);
		if (before && fix.at - before.at < thinnedTo) known.fixes.pop();
		known.fixes.push(fix);
		const oldest = now - trackFor;
		if ((known.fixes[0]?.at ?? now) < oldest) known.fixes = known.fixes.filter(({ at }) => at >= oldest);
		return true;
	}

	/** The last position of a device up to an instant; null for none. Of a track that is over, the last one is known alone. */
	seenUntil(device: string, instant: number): LastSeen | null {
		const known = this.#devices.get(device);
		if (!known) return null;
		const { last, still, fixes } = known;
		const fix = last.at <= instant ? last : fixes.findLast(({ at }) => at <= instant);
		return fix ? { device, fix, stillSince: still?.at ?? null } : null;
	}

	/** Forgets what is old: of a track that is over, only the last position is left. */
	forgetOld(now: number): void {
		for (const [device, known] of this.#devices) {
			if (now - known.last.at >= positionsFor) this.#forget(device);
			if (known.fixes.length === 0 || now - known.last.at < trackFor) continue;
			known.fixes = [];
			this.forgotten += 1;
		}
		if (this.signalAt !== null && now - this.signalAt >= positionsFor) this.signalAt = null;
	}

	/** The last position of every device. */
	lasts(): readonly LastSeen[] {
		return [...this.#devices].map(([device, { last, still }]) => ({
			device,
			fix: last,
			stillSince: still?.at ?? null,
		}));
	}

	/** What was heard from an instant on, as much of it as is kept. */
	heardSince(instant: number): readonly (readonly [device: string, fix: Fix])[] {
		return [...this.#devices].flatMap(([device, { fixes }]) =>
			fixes.filter(({ at }) => at >= instant).map((fix) => [device, fix] as const),
		);
	}

	/** Takes back what was stored: the last positions, and the tracks before them. */
	restore(lasts: readonly LastSeen[], tracks: readonly (readonly [device: string, fix: Fix])[]): void {
		for (const { device, fix, stillSince } of lasts)
			this.#devices.set(device, {
				fixes: [],
				last: fix,
				still: stillSince === null ? null : { ...fix, at: stillSince },
			});
		for (const [device, fix] of tracks.toSorted(([, one], [, other]) => one.at - other.at))
			this.#devices.get(device)?.fixes.push(fix);
	}
}

/** The instant nearest to now that has a time of day. @param timeOfDay seconds since midnight UTC */
function instantNear(timeOfDay: number, now: number): number {
	const today = now - (now % dayMilliseconds) + timeOfDay * 1000;
	return today - Math.round((today - now) / dayMilliseconds) * dayMilliseconds;
}

function isSlow({ speed, climb }: Fix): boolean {
	return speed < slowest && Math.abs(climb ?? 0) < stillClimb;
}

/** Where a glider stands still, if it does. */
function stillOf(still: Fix | null, fix: Fix): Fix | null {
	if (!isSlow(fix)) return null;
	return still && legBetween("sphere", still, fix).distanceM <= stillWithin ? still : fix;
}
