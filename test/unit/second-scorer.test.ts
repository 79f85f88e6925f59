import { expect, test } from "vitest";
import { type Contender, type Outcome, scoreDay } from "~/lib/scoring/points";
import { type Random, randomOf } from "../../scripts/demo/random";
import { scaled } from "../support/scale";
import { type DayRules, type Flown, scoreAgain } from "../support/second-scorer";

/* Random days are scored twice, by the app and by the second scorer, which knows the formulas alone: no points and no place differ. */

const limits: readonly DayRules[] = [
	{ d1Km: 250, dmKm: 100 },
	{ d1Km: 325, dmKm: 130 },
	{ d1Km: 350, dmKm: 140 },
];

interface Day {
	/** Of an area task. */
	readonly taskTimeS: number | null;
	readonly rules: DayRules;
	readonly flown: readonly Flown[];
}

/** A day of a class, often a weak one. Some fly exactly the least distance, as another one, or at two thirds of another's speed. */
function randomDay(random: Random): Day {
	const rules = random.pick(limits);
	const taskTimeS = random.chance(0.4) ? random.integer(4, 10) * 1800 : null;
	const taskM = random.integer(60, 500) * 1000;
	const hasHandicaps = random.chance(0.7);
	const shareOut = random.next();
	const one = (): Flown => {
		const handicap = hasHandicaps ? random.integer(80, 125) / 100 : 1;
		const of = { handicap, isGuest: random.chance(0.1), isDisqualified: random.chance(0.05), presumed: null };
		const penalty = random.chance(0.2) ? random.integer(1, 400) : 0;
		const kind = random.next();
		if (kind < 0.03) return { ...of, penalty, distanceM: null, timeS: null };
		if (kind < 0.08)
			return { ...of, penalty, distanceM: null, timeS: null, presumed: random.pick(["finisher", "out"]) };
		if (random.chance(shareOut)) {
			const distanceM = random.chance(0.2)
				? Math.round(rules.dmKm * handicap * 1000)
				: random.integer(0, taskM);
			return { ...of, penalty, distanceM, timeS: null };
		}
		const distanceM = taskTimeS === null ? taskM : Math.round(taskM * (0.7 + random.next() * 0.6));
		const flownS = Math.round(((distanceM / 1000 / (50 + random.next() * 90)) * 3600) / handicap);
		return { ...of, penalty, distanceM, timeS: Math.max(flownS, taskTimeS ?? 0) };
	};
	const flown = Array.from({ length: random.integer(1, 40) }, one);
	const copies = Array.from({ length: random.integer(0, 3) }, () => {
		const of = random.pick(flown);
		return { ...of, timeS: of.timeS && of.timeS * random.pick([1, 1.5]) };
	});
	return { taskTimeS, rules, flown: [...flown, ...copies] };
}

function outcomeOf({ distanceM, timeS, presumed }: Flown): Outcome {
	if (distanceM === null)
		return { kind: presumed === null ? "missing" : presumed === "out" ? "outlanded" : "flying" };
	return timeS === null ? { kind: "out", distanceM } : { kind: "finished", distanceM, timeS };
}

function scoreByApp({ taskTimeS, rules, flown }: Day) {
	const contenders = flown.map(
		(of, at): Contender => ({
			id: String(at),
			handicap: of.handicap,
			guest: of.isGuest,
			disqualified: of.isDisqualified,
			penalty: of.penalty,
			outcome: outcomeOf(of),
		}),
	);
	const stay: Contender = {
		...{ id: "stayed", handicap: 1, guest: false, disqualified: false, penalty: 0 },
		outcome: { kind: "dnf" },
	};
	const { rows } = scoreDay({ kind: taskTimeS === null ? "RT" : "AAT", taskTimeS, scoring: rules }, [
		...contenders,
		stay,
	]);
	return rows.slice(0, -1).map(({ points, rank }) => ({ points, rank }));
}

test("a second scorer gives every competitor of random days the points and the place of the app", () => {
	const random = randomOf("second scorer");
	let worth = 0;
	let worthless = 0;
	for (let made = 0; made < scaled(3_000); made++) {
		const day = randomDay(random);
		const scored = scoreAgain(day.flown, day.rules);
		expect(scored, JSON.stringify(day)).toEqual(scoreByApp(day));
		if (scored.some(({ points }) => points)) worth++;
		else worthless++;
	}
	expect(worth).toBeGreaterThan(worthless);
	expect(worthless).toBeGreaterThan(0);
});

test("the second scorer knows the days that are worked out by hand", () => {
	const of = { handicap: 1, isGuest: false, isDisqualified: false, penalty: 0, presumed: null };
	const km = (distance: number, hours: number | null): Flown => ({
		...{ ...of, distanceM: distance * 1000 },
		timeS: hours && hours * 3600,
	});
	const day = [km(300, 3), km(300, 4), km(300, 5), km(150, null)];
	const pointsOf = (flown: readonly Flown[]) =>
		scoreAgain(flown, { d1Km: 250, dmKm: 100 }).map(({ points }) => points);
	expect(pointsOf(day)).toEqual([1000, 750, 667, 333]);
	// Half a point: Pm 750, F 1.25/3, FCR 0.6.
	expect(pointsOf([km(200, null), km(50, null), km(50, null)])).toEqual([188, 47, 47]);
	expect(pointsOf([km(200, null), km(50, null), km(50, null), km(50, null)])).toEqual([0, 0, 0, 0]);
});
