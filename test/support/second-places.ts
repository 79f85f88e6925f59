/*
 * Who gets in, written from the rules of the season alone and apart from the app: slow, a chair at a time.
 */

export interface Entrant {
	readonly id: string;
	readonly klass: string;
	/** Order of entry: the smaller came first. */
	readonly came: number;
	readonly ranked: number | null;
	readonly wild: boolean;
	/** What organisers have decided: sits, stands, or is out. */
	readonly hand: "place" | "waits" | "out" | null;
	readonly paid: boolean;
	readonly sat: boolean;
	readonly flew: boolean;
	readonly left: boolean;
}

export interface Rules {
	readonly policy: "by-entry" | "by-ranking";
	/** In all, or by class. */
	readonly chairs: number | Readonly<Record<string, number>>;
	readonly final: boolean;
}

/** Whether the first stands before the second. */
function isBefore(one: Entrant, other: Entrant, { policy, final }: Rules): boolean {
	if (final && one.paid !== other.paid) return one.paid;
	if (policy === "by-ranking" && one.ranked !== other.ranked) {
		if (one.ranked === null) return false;
		if (other.ranked === null) return true;
		return one.ranked < other.ranked;
	}
	return one.came < other.came;
}

function takeBest(from: Entrant[], rules: Rules): Entrant | undefined {
	let best: Entrant | undefined;
	for (const one of from) if (!best || isBefore(one, best, rules)) best = one;
	if (best) from.splice(from.indexOf(best), 1);
	return best;
}

function lineUp(people: readonly Entrant[], rules: Rules): string[] {
	const left = [...people];
	const line: string[] = [];
	for (let next = takeBest(left, rules); next; next = takeBest(left, rules)) line.push(next.id);
	return line;
}

/** Who sits in one room, with so many chairs. */
function seat(people: readonly Entrant[], chairs: number, rules: Rules) {
	const sitting: Entrant[] = [];
	const standing: Entrant[] = [];
	let taken = 0;
	for (const one of people) {
		const stays = one.sat && one.flew;
		const ownChair =
			rules.policy === "by-ranking" && one.wild && one.hand === null && (stays || !rules.final || one.paid);
		if (ownChair) sitting.push(one);
		else if (stays || one.hand === "place") {
			sitting.push(one);
			taken++;
		} else standing.push(one);
	}
	const willing = standing.filter(({ hand }) => hand === null);
	while (taken < chairs) {
		const next = takeBest(willing, rules);
		if (!next) break;
		sitting.push(next);
		standing.splice(standing.indexOf(next), 1);
		taken++;
	}
	return { sitting, standing };
}

/** The ids of those who have a place, and of those who wait, each in order. */
export function seatAgain(people: readonly Entrant[], rules: Rules) {
	const there = people.filter(({ left, hand, sat, flew }) => !left && (hand !== "out" || (sat && flew)));
	const rooms =
		typeof rules.chairs === "number"
			? [seat(there, rules.chairs, rules)]
			: [...new Set(there.map(({ klass }) => klass))].map((klass) =>
					seat(
						there.filter((one) => one.klass === klass),
						(rules.chairs as Readonly<Record<string, number>>)[klass] ?? 0,
						rules,
					),
				);
	const standing = rooms.flatMap((room) => room.standing);
	return {
		placed: lineUp(
			rooms.flatMap((room) => room.sitting),
			rules,
		),
		waiting: [
			...lineUp(
				standing.filter(({ hand }) => hand === null),
				rules,
			),
			...lineUp(
				standing.filter(({ hand }) => hand !== null),
				rules,
			),
		],
	};
}
