/** A status that an organiser has set by one tap. Empty for no status. */
export interface StatusTap {
	/** Id of the status. */
	readonly id: string;
	/** What the server replaced, and what was set. */
	readonly before: string;
	readonly set: string;
}

/** As many as the desk offers to undo. */
const mostTaps = 5;

/**
 * The taps that still hold, the newest first, of each status the last one: a tap that sets again what the one before it has replaced
 * takes that one back.
 * @param taps of one organiser, the oldest first
 */
export function tapsInEffect(taps: readonly StatusTap[]): StatusTap[] {
	const held: StatusTap[] = [];
	for (const tap of taps) {
		const at = held.findLastIndex(({ id }) => id === tap.id);
		const last = held[at];
		const isTakenBack = last?.set === tap.before && last.before === tap.set;
		// From the server and from the queue that has sent it, or made again after somebody else's change.
		const isSame = last?.set === tap.set && last.before === tap.before;
		if (isTakenBack || isSame) held.splice(at, 1);
		if (!isTakenBack) held.push(tap);
	}
	const newestOfEach = held.filter(
		({ id }, index) => held.findLastIndex((other) => other.id === id) === index,
	);
	return newestOfEach.reverse().slice(0, mostTaps);
}
