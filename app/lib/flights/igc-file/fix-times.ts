import { at } from "~/lib/numbers";
import { type Fixes, gapSeconds } from "./flight-log";
import { goesStraightOn } from "./plausible-fixes";

/** The fixes of a log whose times can all be true, and what was left out for that. */
export interface TimedFixes {
	/** Their times never fall. */
	readonly fixes: Fixes;
	/** Fixes with a position whose times contradict those around them by more than `gapSeconds`. */
	readonly leftOut: number;
	/** Those of them in rows that are longer than a passing fault of the clock. */
	readonly leftOutForLong: number;
}

/** Fixes in a row that a recorder may date ahead before its clock is right again. */
const mostAhead = 30;
/** Seconds by which the last fixes of a log are ahead, at least: none follow that would contradict them. */
const leastAhead = 300;

/** Drops the fixes whose times contradict those around them: a few that are ahead would make all that follow look like the past. */
export function withoutContradictions(fixes: Fixes): TimedFixes {
	const rising = new RisingTimes(fixes.times);
	for (let index = 0; index < fixes.length; index++) if (fixes.valid[index] === 1) rising.add(index);
	rising.end();
	rising.drop(rising.lastAhead(fixes), leastAhead);
	const { leftOut, leftOutForLong } = rising;
	const kept = withVoidFixes(fixes, rising.kept());
	return { fixes: kept.length === fixes.length ? fixes : pickedFixes(fixes, kept), leftOut, leftOutForLong };
}

/**
 * A list of fixes whose times rise. A fix that is before the last one begins a row of doubted fixes, which contradicts the end of the
 * list. One of both goes: the doubted row when a fix follows that goes on where the list ends, the end of the list when the doubted
 * row goes on where the list was before, else the shorter one. Every fix comes and goes once.
 */
class RisingTimes {
	readonly #times: Float64Array;
	readonly #kept: Uint32Array;
	readonly #doubted: Uint32Array;
	#count = 0;
	#doubts = 0;
	/** Position in the list from which on it contradicts the doubted row. */
	#contradicted = 0;
	leftOut = 0;
	leftOutForLong = 0;

	constructor(times: Float64Array) {
		this.#times = times;
		this.#kept = new Uint32Array(times.length);
		this.#doubted = new Uint32Array(times.length);
	}

	kept(): Uint32Array {
		return this.#kept.subarray(0, this.#count);
	}

	#at(list: Uint32Array, position: number): number {
		return at(this.#times, at(list, position));
	}

	get #last(): number {
		return this.#count === 0 ? Number.NEGATIVE_INFINITY : this.#at(this.#kept, this.#count - 1);
	}

	add(index: number): void {
		const time = at(this.#times, index);
		if (this.#doubts > 0 && time >= this.#last) this.#settle(time);
		else if (this.#doubts > 0 && time < this.#at(this.#doubted, this.#doubts - 1)) this.#settle(null);
		if (time >= this.#last) {
			this.#kept[this.#count++] = index;
			return;
		}
		if (this.#doubts === 0) this.#contradicted = this.#firstAfter(time);
		this.#doubted[this.#doubts++] = index;
		if (this.#doubts > this.#count - this.#contradicted) this.#believe();
	}

	end(): void {
		if (this.#doubts > 0) this.#settle(null);
	}

	/** Position of the first fix of the list that is after a time. */
	#firstAfter(time: number): number {
		let [low, high] = [0, this.#count];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (this.#at(this.#kept, middle) <= time) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	/** @param next time of a fix that is after both rows; null when none is known */
	#settle(next: number | null): void {
		const [kept, doubted, from] = [this.#kept, this.#doubted, this.#contradicted];
		const [ends, rows] = [this.#count - from, this.#doubts];
		const step = this.#usualStep(from);
		const before = from > 0 ? this.#at(kept, from - 1) : null;
		/** The longest step in time that is left when one row goes, beyond what the fixes of that row take. */
		const longestWithout = (gone: number, first: number, last: number) =>
			Math.max(
				step,
				before === null ? 0 : first - before - gone * step,
				next === null ? 0 : next - last - gone * step,
			);
		const [end, row] = [
			longestWithout(ends, this.#at(doubted, 0), this.#at(doubted, rows - 1)),
			longestWithout(rows, this.#at(kept, from), this.#last),
		];
		if (row > 2 * end || (end <= 2 * row && ends <= rows)) this.#believe();
		else {
			this.#leaveOut(rows, this.#last - this.#at(doubted, 0));
			this.#doubts = 0;
		}
	}

	/** Seconds between the fixes around a position of the list. */
	#usualStep(position: number): number {
		const second = position > 1 ? position - 1 : Math.min(position + 1, this.#count - 1);
		return second > 0 ? this.#at(this.#kept, second) - this.#at(this.#kept, second - 1) : 0;
	}

	/** Drops the end of the list in favour of the doubted row. */
	#believe(): void {
		const ahead = this.#last - this.#at(this.#doubted, 0);
		this.drop(this.#beginOfRow(ahead), ahead);
		for (let position = 0; position < this.#doubts; position++)
			this.#kept[this.#count++] = at(this.#doubted, position);
		this.#doubts = 0;
	}

	/**
	 * Position where the contradicted row begins. A row that is ahead by less than it lasts contradicts with its end alone: it begins at
	 * the step by which the clock went ahead.
	 */
	#beginOfRow(back: number): number {
		const [kept, from] = [this.#kept, this.#contradicted];
		const stepTo = (position: number) => this.#at(kept, position) - this.#at(kept, position - 1);
		for (let position = from; position > Math.max(1, this.#count - mostAhead - 1); position--) {
			const [step, usual] = [stepTo(position), stepTo(position - 1)];
			if (step > 2 * usual && Math.abs(step - back - 2 * usual) <= usual) return position;
		}
		return from;
	}

	/** Drops the end of the list. @param ahead seconds by which it contradicts others */
	drop(from: number, ahead: number): void {
		this.#leaveOut(this.#count - from, ahead);
		this.#count = from;
	}

	#leaveOut(fixes: number, seconds: number): void {
		if (seconds <= gapSeconds) return;
		this.leftOut += fixes;
		if (fixes > mostAhead) this.leftOutForLong += fixes;
	}

	/**
	 * Position where the last fixes of the log begin to be ahead: after a silence they go straight on, as if they came one step after
	 * the fix before. The length of the list where they do not.
	 */
	lastAhead(fixes: Fixes): number {
		for (let position = this.#count - 2; position > Math.max(1, this.#count - mostAhead - 1); position--) {
			const [from, to] = [this.#at(this.#kept, position - 1), this.#at(this.#kept, position)];
			if (to - from < leastAhead) continue;
			const around = this.#kept.subarray(position - 2, position + 2);
			return goesStraightOn(fixes, around) ? position : this.#count;
		}
		return this.#count;
	}
}

/** The indices together with those of fixes without a position whose times fit between them, in ascending order. */
function withVoidFixes({ times, valid, length }: Fixes, kept: Uint32Array): Uint32Array {
	const all = new Uint32Array(length);
	let count = 0;
	let next = 0;
	let latest = Number.NEGATIVE_INFINITY;
	for (let index = 0; index < length; index++) {
		const time = at(times, index);
		const isKept = next < kept.length && at(kept, next) === index;
		if (isKept) next++;
		const earliest = next < kept.length ? at(times, at(kept, next)) : Number.POSITIVE_INFINITY;
		if (!isKept && (valid[index] === 1 || time < latest || time > earliest)) continue;
		all[count++] = index;
		latest = time;
	}
	return all.subarray(0, count);
}

function pickedFixes(fixes: Fixes, indices: Uint32Array): Fixes {
	const doubles = (values: Float64Array) => Float64Array.from(indices, (index) => at(values, index));
	const integers = (values: Int32Array) => Int32Array.from(indices, (index) => at(values, index));
	return {
		length: indices.length,
		times: doubles(fixes.times),
		latitudes: doubles(fixes.latitudes),
		longitudes: doubles(fixes.longitudes),
		pressureAltitudes: integers(fixes.pressureAltitudes),
		gnssAltitudes: integers(fixes.gnssAltitudes),
		valid: Uint8Array.from(indices, (index) => fixes.valid[index] ?? 0),
		noise: Uint16Array.from(indices, (index) => fixes.noise[index] ?? 0),
	};
}
