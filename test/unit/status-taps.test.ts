import { expect, test } from "vitest";
import { tapsInEffect } from "~/lib/days/statuses/status-taps";

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
