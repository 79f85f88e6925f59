import { isAtAirfield } from "~/lib/desk/landing-proposal";
import { dayMilliseconds } from "~/lib/editions/prague-time";
import { legBetween, type Position } from "~/lib/maps/geodesy";
import { pick } from "~/lib/pick";
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
	/** Where and since when it has stood still for a minute, oldest first. What has moved since may be on a trailer. */
	readonly stands: readonly Fix[];
	/** Whether it was not heard for so long that it may have landed, and has not shown since that it flies. */
	readonly mayHaveLanded: boolean;
	/** When it last showed that it flies, after it had stood still. */
	readonly flewAt: number | null;
}

interface Device {
	/** Oldest first, at most half an hour. */
	fixes: Fix[];
	last: Fix;
	/** Where and when it began to stand still; null while it moves. */
	still: Fix | null;
	/** As of `LastSeen`. */
	stands: Fix[];
	mayHaveLanded: boolean;
	flewAt: number | null;
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
/** Milliseconds for which a glider stands still until it has landed. */
const standsFor = 60_000;
/** A trailer stops at crossings. */
const mostStands = 12;
/** Metres above where it stood at which a glider has been launched from there, or had not landed: no road leads there. */
const launchedTo = 400;
/** Milliseconds after which nobody knows how a flight went on. */
const lostAfter = 10 * 60_000;
/** Metres a second at which a glider rises or sinks every now and then, and no road does. */
const flyingClimb = 2;

/** What a device has not shown yet. */
const unseen = { mayHaveLanded: false, flewAt: null } as const;

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
	/** The other devices of the glider of each. */
	#others: ReadonlyMap<string, ReadonlySet<string>> = new Map();
	/** When a device of a glider that has several asked for privacy, as long as it has said nothing else since. */
	readonly #private = new Map<string, number>();

	constructor(readonly airfield: Position) {}

	/**
	 * Says which devices may be kept. Whatever is known of another one is forgotten at once.
	 * @param together all devices of each glider that has several
	 */
	keepOnly(devices: ReadonlySet<string>, together: readonly (readonly string[])[]): void {
		this.#kept = devices;
		const others = new Map<string, Set<string>>();
		for (const glider of together)
			for (const device of glider) {
				const known = others.get(device) ?? new Set();
				others.set(device, known);
				for (const other of glider) if (other !== device) known.add(other);
			}
		this.#others = others;
		for (const device of this.#private.keys()) if (!others.has(device)) this.#private.delete(device);
		for (const device of this.#devices.keys())
			if (!devices.has(device) || this.#isHidden(device)) this.#forget(device);
	}

	/** Whether another device of the same glider asks for privacy. */
	#isHidden(device: string): boolean {
		return [...(this.#others.get(device) ?? [])].some((other) => this.#private.has(other));
	}

	/** The devices that ask for privacy, and since when, as they are stored. */
	get privacy(): readonly (readonly [device: string, at: number])[] {
		return [...this.#private];
	}

	set privacy(stored) {
		for (const [device, at] of stored) this.#private.set(device, at);
	}

	/** Forgets a glider one of whose devices asks for privacy, whenever and wherever it says to be. */
	#hide(device: string, now: number): void {
		const others = this.#others.get(device);
		if (others) this.#private.set(device, now);
		for (const one of [device, ...(others ?? [])]) this.#forget(one);
	}

	#forget(device: string): void {
		if (this.#devices.delete(device)) this.forgotten += 1;
	}

	/** @returns the new position; null for a beacon of which nothing is kept */
	hear(beacon: Beacon, now: number): { readonly device: string; readonly fix: Fix } | null {
		const { device, timeOfDay, isPrivate, ...measured } = beacon;
		if (isPrivate) this.#hide(device, now);
		const at = instantNear(timeOfDay, now);
		if (at > now + mostAhead || at < now - trackFor) return null;
		if (legBetween("sphere", this.airfield, measured).distanceM > farthest) return null;
		this.signalAt = now;
		if (isPrivate) return null;
		this.#private.delete(device);
		if (!this.#kept.has(device) || this.#isHidden(device)) return null;
		const fix = { at, ...measured };
		return this.#add(device, fix, now) ? { device, fix } : null;
	}

	/** @returns whether it is news: several receivers hear the same beacon */
	#add(device: string, fix: Fix, now: number): boolean {
		const known = this.#devices.get(device);
		if (known && fix.at <= known.last.at) return false;
		this.oldestNews = Math.min(this.oldestNews, fix.at);
		if (!known) {
			const still = isSlow(fix) ? fix : null;
			this.#devices.set(device, { ...unseen, fixes: [fix], last: fix, still, stands: [] });
			return true;
		}
		known.flewAt = fliesAgain(known, fix) ? fix.at : known.flewAt;
		known.mayHaveLanded = mayHaveLanded(known, fix);
		known.still = stillOf(known.still, fix);
		known.stands = standsOf(known, fix, this.airfield);
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
		const { last, fixes } = known;
		const fix = last.at <= instant ? last : fixes.findLast(({ at }) => at <= instant);
		return fix ? { device, fix, ...pick(known, "stands", "mayHaveLanded", "flewAt") } : null;
	}

	/** Forgets what is old: of a track that is over, only the last position is left. */
	forgetOld(now: number): void {
		for (const [device, known] of this.#devices) {
			if (now - known.last.at >= positionsFor) this.#forget(device);
			if (known.fixes.length === 0 || now - known.last.at < trackFor) continue;
			known.fixes = [];
			this.forgotten += 1;
		}
		for (const [device, at] of this.#private) if (now - at >= positionsFor) this.#private.delete(device);
		if (this.signalAt !== null && now - this.signalAt >= positionsFor) this.signalAt = null;
	}

	/** The last position of every device. */
	lasts(): readonly LastSeen[] {
		return [...this.#devices].map(([device, known]) => ({
			...{ device, fix: known.last },
			...pick(known, "stands", "mayHaveLanded", "flewAt"),
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
		for (const { device, fix, stands = [], ...known } of lasts)
			this.#devices.set(device, {
				...unseen,
				...known,
				fixes: [],
				last: fix,
				still: isSlow(fix) ? (stands.at(-1) ?? fix) : null,
				stands: [...stands],
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

/** A new stand is one of its own. One on the airfield is over as soon as the glider is high above it: it was before the launch. */
function standsOf({ still, stands, flewAt }: Device, fix: Fix, airfield: Position): Fix[] {
	const isNew = still !== null && fix.at - still.at >= standsFor && stands.at(-1)?.at !== still.at;
	if (isNew) return fewer([...stands, still], flewAt ?? 0, airfield);
	const isBefore = (stand: Fix) =>
		fix.altitude > stand.altitude + launchedTo && isAtAirfield({ airfield }, stand);
	return stands.some(isBefore) ? stands.filter((stand) => !isBefore(stand)) : stands;
}

/** The field stays, the first since the glider flew, and so does the airfield: of the others, which are crossings, the oldest goes. */
function fewer(stands: Fix[], flewAt: number, airfield: Position): Fix[] {
	if (stands.length <= mostStands) return stands;
	const field = stands.findIndex(({ at }) => at > flewAt);
	const gone = stands.findIndex((stand, place) => place !== field && !isAtAirfield({ airfield }, stand));
	return stands.toSpliced(Math.max(0, gone), 1);
}

/** Whether a glider that has stood still climbs or sinks as no road does, higher than one leads from there. */
function fliesAgain(known: Device, fix: Fix): boolean {
	const stood = known.stands.at(-1);
	return stood !== undefined && fix.altitude > stood.altitude + launchedTo && hasFlyingClimb(known, fix);
}

/** Whoever was lost for long may be on a trailer, until a climb or a sink that no road has. */
function mayHaveLanded(known: Device, fix: Fix): boolean {
	const isLost = known.mayHaveLanded || fix.at - known.last.at >= lostAfter;
	return isLost && !hasFlyingClimb(known, fix);
}

/** A beacon without a climb says it by its height. */
function hasFlyingClimb({ last }: Pick<Device, "last">, fix: Fix): boolean {
	const climb = fix.climb ?? ((fix.altitude - last.altitude) * 1000) / Math.max(1, fix.at - last.at);
	return Math.abs(climb) >= flyingClimb;
}
