import { expect, test } from "vitest";
import { type Candidate, type PlaceRules, placeList } from "~/lib/entries/places/place-list";
import { type Random, randomOf } from "../../scripts/demo/random";
import { scaled } from "../support/scale";
import { seatAgain } from "../support/second-places";

const byRanking = (total: number, isFinal = false): PlaceRules => ({
	admission: { policy: "by-ranking", places: { total } },
	isFinal,
	takesPayment: true,
});
const byEntry = (total: number, isFinal = false): PlaceRules => ({
	...byRanking(total, isFinal),
	admission: { policy: "by-entry", places: { total } },
});

let made = 0;

function entry(id: string, values: Partial<Candidate> = {}): Candidate {
	made += 1;
	return {
		id,
		classType: "club",
		createdAt: new Date(made * 1000),
		number: made,
		paid: false,
		hasPlace: false,
		hasFlown: false,
		isGone: false,
		rankingPosition: null,
		isWildcard: false,
		placeByHand: null,
		...values,
	};
}

/** The ids of who has a place, and of who waits with the reason. */
function listOf(entries: readonly Candidate[], rules: PlaceRules) {
	const { placed, waiting } = placeList(entries, rules);
	return {
		placed: placed.map(({ entry: { id }, reason }) => `${id} ${reason}`),
		waiting: waiting.map(({ entry: { id }, queuePlace, reason }) => `${queuePlace} ${id} ${reason}`),
	};
}

test("the first who entered get the places, the others wait in their order", () => {
	const entries = [entry("a"), entry("b"), entry("c"), entry("d")].reverse();
	expect(listOf(entries, byEntry(2))).toEqual({
		placed: ["a policy", "b policy"],
		waiting: ["1 c full", "2 d full"],
	});
});

test("places go by position in the ranking, without one last, and a wild card stands beside them", () => {
	const entries = [
		entry("none"),
		entry("last", { rankingPosition: 900 }),
		entry("wild", { isWildcard: true }),
		entry("best", { rankingPosition: 3 }),
		entry("good", { rankingPosition: 40 }),
	];
	expect(listOf(entries, byRanking(2))).toEqual({
		placed: ["best policy", "good policy", "wild wildcard"],
		waiting: ["1 last full", "2 none full"],
	});
	expect(listOf(entries, byEntry(2)).placed, "without a ranking there are no wild cards").toEqual([
		"none policy",
		"last policy",
	]);
});

test("each class has its own places and queue", () => {
	const rules: PlaceRules = {
		...byEntry(0),
		admission: { policy: "by-entry", places: { byClass: { club: 1 } } },
	};
	const entries = [entry("a"), entry("b"), entry("c", { classType: "18_meter" })];
	expect(listOf(entries, rules)).toEqual({
		placed: ["a policy"],
		waiting: ["1 b full", "1 c full"],
	});
});

test("in a final list the unpaid stand behind the paid and lose their places to them, wild cards too", () => {
	const entries = [
		entry("unpaid", { rankingPosition: 1, hasPlace: true }),
		entry("wild", { rankingPosition: 2, isWildcard: true, hasPlace: true }),
		entry("paid", { rankingPosition: 50, paid: true }),
		entry("next", { rankingPosition: 60, paid: true }),
	];
	expect(listOf(entries, byRanking(2, true))).toEqual({
		placed: ["paid policy", "next policy"],
		waiting: ["1 unpaid unpaid", "2 wild unpaid"],
	});
	expect(listOf(entries, byRanking(3, true)).placed, "a place that no paid entry wants stays").toEqual([
		"paid policy",
		"next policy",
		"unpaid policy",
	]);
	expect(listOf(entries, { ...byRanking(2, true), takesPayment: false }).placed).toEqual([
		"unpaid policy",
		"wild wildcard",
		"paid policy",
	]);
});

test("who has flown keeps the place: unpaid in a final list, of fewer places, and put out by hand", () => {
	const flown = { hasPlace: true, hasFlown: true };
	const entries = [
		entry("out", { ...flown, placeByHand: "out" }),
		entry("flown", flown),
		entry("paid", { paid: true }),
		entry("reserve that has flown", { hasFlown: true }),
	];
	expect(listOf(entries, byEntry(1, true))).toEqual({
		placed: ["out flown", "flown flown"],
		waiting: ["1 paid full", "2 reserve that has flown unpaid"],
	});
});

test("organisers give a place, keep one back, and take an entry out of the list", () => {
	const entries = [
		entry("kept back", { placeByHand: "waits" }),
		entry("out", { placeByHand: "out" }),
		entry("gone", { isGone: true, hasPlace: true }),
		entry("a"),
		entry("b"),
		entry("given", { placeByHand: "place" }),
	];
	expect(listOf(entries, byEntry(2))).toEqual({
		placed: ["a policy", "given hand"],
		waiting: ["1 b full", "2 kept back hand"],
	});
});

function randomEntry(random: Random, index: number): Candidate {
	return entry(`e${index}`, {
		classType: random.pick(["club", "18_meter"]),
		createdAt: new Date(random.integer(0, 20) * 60_000),
		paid: random.chance(0.6),
		hasPlace: random.chance(0.5),
		hasFlown: random.chance(0.1),
		isGone: random.chance(0.1),
		rankingPosition: random.chance(0.7) ? random.integer(1, 80) : null,
		isWildcard: random.chance(0.1),
		placeByHand: random.chance(0.85) ? null : random.pick(["place", "waits", "out"] as const),
	});
}

test("a second program, which knows the rules alone, makes the same lists", () => {
	const random = randomOf("places");
	for (let round = 0; round < scaled(2000); round++) {
		const entries = Array.from({ length: random.integer(0, 70) }, (_, index) => randomEntry(random, index));
		const policy = random.pick(["by-entry", "by-ranking"] as const);
		const [club, open] = [random.integer(1, 30), random.integer(1, 30)];
		const isInAll = random.chance(0.5);
		const places = isInAll ? { total: club } : { byClass: { club, "18_meter": open } };
		const isFinal = random.chance(0.5);
		const { placed, waiting } = placeList(entries, {
			admission: { policy, places },
			isFinal,
			takesPayment: true,
		});
		const again = seatAgain(
			entries.map((one) => ({
				id: one.id,
				klass: one.classType,
				came: one.createdAt.getTime() * 1000 + one.number,
				ranked: one.rankingPosition,
				wild: one.isWildcard,
				hand: one.placeByHand,
				paid: one.paid,
				sat: one.hasPlace,
				flew: one.hasFlown,
				left: one.isGone,
			})),
			{ policy, chairs: isInAll ? club : { club, "18_meter": open }, final: isFinal },
		);
		expect({
			placed: placed.map((one) => one.entry.id),
			waiting: waiting.map((one) => one.entry.id),
		}).toEqual(again);
	}
});
