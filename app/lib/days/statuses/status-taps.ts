/** A status that an organiser has set by one tap. An empty text stands for no status. */
export interface StatusTap {
	/** Id of the status. */
	readonly id: string;
	/** The status that was replaced, and the status that was set. */
	readonly before: string;
	readonly set: string;
}

/** The most taps that the desk offers to undo. */
const mostTaps = 5;

/**
 * Returns the last tap of each status that still holds, the newest first. A tap that restores what the tap before it has replaced
 * takes that one back.
 * @param taps of one organiser, the oldest first
 */
export function tapsInEffect(taps: readonly StatusTap[]): StatusTap[] {
	const held: StatusTap[] = [];
	for (const tap of taps) {
		const at = held.findLastIndex(({ id }) => id === tap.id);
		const last = held[at];
		const isTakenBack = last?.set === tap.before && last.before === tap.set;
		// The server and the queue that sent it both have the tap, or it was made again after somebody else's change.
		const isSame = last?.set === tap.set && last.before === tap.before;
		if (isTakenBack || isSame) held.splice(at, 1);
		if (!isTakenBack) held.push(tap);
	}
	const newestOfEach = held.filter(
		({ id }, index) => held.findLastIndex((other) => other.id === id) === index,
	);
	return newestOfEach.reverse().slice(0, mostTaps);
}

/** A launch of several pilots by one tap. */
export interface JointLaunch {
	/** In milliseconds. */
	readonly at: number;
	/** Pilots whose last change it is. */
	readonly count: number;
}

/**
 * Returns the last launch of several pilots that can be undone. As with a tap, it can until some others follow.
 * @param launched times in milliseconds at which those who fly were launched
 * @param changes times of the last change of everybody in the class
 */
export function lastJointLaunch(launched: readonly number[], changes: readonly number[]): JointLaunch | null {
	const at = Math.max(...launched.filter((time, index) => launched.indexOf(time) !== index));
	const later = changes.filter((time) => time > at).length;
	const count = launched.filter((time) => time === at).length;
	return count > 1 && later < mostTaps ? { at, count } : null;
}

const prefix = "status-";

/** What a tap on a status changes, by the id of the status. */
export const statusTarget = (id: string) => prefix + id;

/** Id of the status that a target names; null for other targets. */
export const statusIn = (target: string) => (target.startsWith(prefix) ? target.slice(prefix.length) : null);
