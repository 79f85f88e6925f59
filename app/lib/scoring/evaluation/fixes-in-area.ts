import { at } from "~/lib/at";
import { fixBefore, type Track } from "~/lib/flights/igc-file/track";
import type { FlownTask } from "./flown-task";
import type { Course } from "./follow-task";

/** Fixes inside an area from when it counts as reached; of a passage between two fixes, the nearer of them. */
export function fixesInArea(
	{ passages, track, budget }: FlownTask,
	course: Course,
	area: number,
	to: number,
): Uint32Array {
	const reached = course.reached[area];
	if (!reached) return new Uint32Array();
	if (reached.missedM > 0) return Uint32Array.of(nearerFix(track, reached.time));
	const fixes: number[] = [];
	const add = (fix: number) => {
		if (fix !== fixes.at(-1)) fixes.push(fix);
	};
	budget.spend(track.length + (passages[area + 1]?.length ?? 0));
	for (const { enter, exit } of passages[area + 1] ?? []) {
		if (exit < reached.time || enter > to) continue;
		const [from, until] = [Math.max(enter, reached.time), Math.min(exit, to)];
		const before = fixes.length;
		for (let fix = fixBefore(track, from); fix < track.length; fix++) {
			const time = track.times[fix] ?? 0;
			if (time > until) break;
			if (time >= from) add(fix);
		}
		if (fixes.length === before) add(nearerFix(track, (enter + exit) / 2));
	}
	return Uint32Array.from(fixes);
}

function nearerFix(track: Track, time: number): number {
	const before = fixBefore(track, time);
	const [next, { times }] = [before + 1, track];
	return next < track.length && at(times, next) - time <= time - at(times, before) ? next : before;
}
