import { expect, test } from "vitest";
import { lastJointLaunch, tapsInEffect } from "~/lib/days/statuses/status-taps";

const tap = (id: string, before: string, set: string) => ({ id, before, set });

test("of each status the last tap that holds is offered, the newest first", () => {
	const taps = [tap("a", "DNF", "FLYING"), tap("b", "DNF", "HOME"), tap("a", "FLYING", "HOME")];
	expect(tapsInEffect(taps)).toEqual([tap("a", "FLYING", "HOME"), tap("b", "DNF", "HOME")]);
});

test("a tap that was taken back is not offered, and the one before it is", () => {
	const taps = [tap("a", "DNF", "FLYING"), tap("a", "FLYING", "HOME"), tap("a", "HOME", "FLYING")];
	expect(tapsInEffect(taps)).toEqual([tap("a", "DNF", "FLYING")]);
});

test("a tap that both the server and the queue know is one", () => {
	const once = tap("a", "DNF", "FLYING");
	expect(tapsInEffect([once, once])).toEqual([once]);
	expect(tapsInEffect([once, once, tap("a", "FLYING", "DNF")])).toEqual([]);
});

test("a tap made again after somebody else's change is the newest", () => {
	const [first, other] = [tap("a", "FLYING", "HOME"), tap("b", "DNF", "FLYING")];
	expect(tapsInEffect([first, other, first])).toEqual([first, other]);
});

test("the last launch of several is undone for those whose last change it is, until five others follow", () => {
	expect(lastJointLaunch([10, 10, 10, 20], [10, 10, 10, 20, 5])).toEqual({ at: 10, count: 3 });
	expect(lastJointLaunch([10, 10, 20, 20], [10, 10, 20, 20])).toEqual({ at: 20, count: 2 });
	expect(lastJointLaunch([10, 10], [10, 10, 11, 12, 13, 14, 15])).toBeNull();
	expect(lastJointLaunch([10, 20], [10, 20])).toBeNull();
});
