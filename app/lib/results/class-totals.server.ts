import type { Ctx } from "~/lib/context";
import { countStatuses, isInTheAir } from "~/lib/days/statuses/count-statuses.server";
import { preparedRead } from "~/lib/db/read.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { allClasses } from "~/lib/entries/classes-queries.server";
import type { Language } from "~/lib/i18n/language";
import { done, type Result, refuse } from "~/lib/result";
import type { competitionClasses } from "~db/schema";
import { type ClassTotal, classTotal } from "./class-total";
import type { DayResults } from "./day-result";
import { choose, classOrFirst, resultsOf, toResults } from "./results-queries.server";
import { scoredPodium } from "./standings";
import { afterWhichDay, heldDays, partedSums } from "./total-in-words.server";

export type ClassOfResults = Pick<typeof competitionClasses.$inferSelect, "id" | "name" | "type">;

export interface ClassWithTotal extends ClassOfResults {
	/** Null while no day is scored. */
	readonly total: ClassTotal | null;
}

/** A total with what a page says of it. */
export interface ShownTotal extends ClassWithTotal {
	/** Which days it holds, in words. */
	readonly held: string;
	/** By what equal sums on the podium were parted. */
	readonly parted: readonly string[];
}

function inWords(one: ClassWithTotal, language: Language): ShownTotal {
	const { total } = one;
	return {
		...one,
		held: total ? heldDays(total, language) : "",
		parted: total ? partedSums(total, language) : [],
	};
}

const readTotal = preparedRead(["today", "classId"], (db, { today, classId }) => ({
	classes: allClasses(db),
	statuses: countStatuses(db, today),
	...resultsOf(db, { classId: classOrFirst(db, classId) }),
}));

const readTotals = preparedRead(["today"], (db, { today }) => ({
	classes: allClasses(db),
	statuses: countStatuses(db, today),
	...resultsOf(db, {}),
}));

/** The total of a class, as pages show it. @param classId null for the first class */
export async function totalOfClass(
	{ db, now, language }: Ctx,
	classId: string | null,
): Promise<
	Result<{ readonly classes: readonly ClassOfResults[]; readonly chosen: ShownTotal }, "not-found">
> {
	const today = pragueDate(now);
	const { classes, statuses, ...found } = await readTotal(db, { today, classId });
	const chosen = choose(classes, classId);
	if (!chosen) return refuse("not-found");
	const flown = isInTheAir(statuses, chosen.id) ? today : null;
	return done({ classes, chosen: inWords(withTotal(chosen, toResults(found, null), flown), language) });
}

/** The totals of all classes, as pages show them. */
export async function classTotals({ db, now, language }: Ctx): Promise<readonly ShownTotal[]> {
	const today = pragueDate(now);
	const { classes, statuses, ...found } = await readTotals(db, { today });
	const days = toResults(found, null);
	return classes.map((one) =>
		inWords(withTotal(one, days, isInTheAir(statuses, one.id) ? today : null), language),
	);
}

/** @param days also of other classes @param flown as in `classTotal` */
export function withTotal(
	{ id, name, type }: ClassOfResults,
	days: readonly DayResults[],
	flown: string | null,
): ClassWithTotal {
	const ofClass = days.filter(({ classId }) => classId === id);
	return { id, name, type, total: classTotal(ofClass, flown) };
}

/** Who leads a competition that is over, by class, and has won it once all is official. A class without points is left out. */
export function classPodiums(classes: readonly ClassWithTotal[], language: Language) {
	return classes.flatMap(({ id, type, total }) => {
		const podium = total ? scoredPodium(total.rows) : [];
		if (!total || podium.length === 0) return [];
		const isWon = total.status === "official";
		return [{ id, type, isWon, podium, mayChange: total.mayChange, after: afterWhichDay(total, language) }];
	});
}

export type ClassPodium = ReturnType<typeof classPodiums>[number];
