import { and, eq, gt } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { allDays } from "~/lib/days/days-queries.server";
import type { Db } from "~/lib/db/client.server";
import { type Results, read } from "~/lib/db/read.server";
import { dayPath } from "~/lib/editions/competition-day";
import { pragueDate } from "~/lib/editions/prague-time";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { canReplay, replayPath } from "~/lib/flights/replay/replay-opens";
import { resultsPath } from "~/lib/results/results-address";
import { allSheets } from "~/lib/results/results-queries.server";
import { evaluatingOf, preliminaryLeaders } from "~/lib/scoring/preliminary-scores.server";
import { placesMayChange } from "~/lib/scoring/score-sheet";
import { finishTimesInForce, publicTaskLines, shownTasks } from "~/lib/tasks/tasks-queries.server";
import type { ResultStatus } from "~db/enums";
import { dailyResults, registrations, replays, resultTables } from "~db/schema";

interface Winner {
	readonly startNumber: string | null;
	readonly name: string;
	readonly points: number;
}

interface StateOfResults {
	readonly status: ResultStatus;
	/** Whether somebody who launched is not evaluated yet: then the first one leads, and has not won. */
	readonly mayChange: boolean;
	/** More than one when the first place is shared, nobody when nobody has points. */
	readonly winners: readonly Winner[];
}

function daysQueries(db: Db) {
	return {
		days: allDays(db),
		classes: allClasses(db),
		tasks: publicTaskLines(db),
		finishTimes: finishTimesInForce(db),
		sheets: allSheets(db),
		official: officialWinners(db),
		preliminary: preliminaryLeaders(db),
		packs: db
			.select({ dayId: replays.dayId, classId: replays.competitionClassId })
			.from(replays)
			.where(gt(replays.size, 0)),
	};
}

type Found = Results<ReturnType<typeof daysQueries>>;

/** Selects the first place of every official table. */
function officialWinners(db: Db) {
	return (
		db
			.select({
				classId: dailyResults.competitionClassId,
				dayId: dailyResults.dayId,
				startNumber: registrations.startNumber,
				name: dailyResults.name,
				points: dailyResults.points,
			})
			.from(resultTables)
			// A cross join keeps the order: the few tables first, and of each the rows by its index.
			.crossJoin(dailyResults)
			.leftJoin(registrations, eq(registrations.id, dailyResults.registrationId))
			.where(
				and(
					eq(dailyResults.competitionClassId, resultTables.competitionClassId),
					eq(dailyResults.dayId, resultTables.dayId),
					eq(dailyResults.position, 1),
					gt(dailyResults.points, 0),
				),
			)
	);
}

/** Every day of the edition: today first, then those before it, newest first, then those to come. */
export async function readDays(ctx: Ctx) {
	const { db, edition, now } = ctx;
	const found = await read(db, daysQueries(db));
	const today = pragueDate(now);
	const days = found.days.map(({ id, name, date, task }) => ({
		id,
		name,
		date,
		task,
		path: dayPath(edition, date),
		isToday: date === today,
		isAhead: date > today,
		classes: found.classes.map((one) => classOfDay(ctx, found, { id, date, task }, one)),
	}));
	return {
		past: days.filter(({ isAhead }) => !isAhead).toReversed(),
		ahead: days.filter(({ isAhead }) => isAhead),
	};
}

export type DaysPage = Awaited<ReturnType<typeof readDays>>;
export type ListedDay = DaysPage["past"][number];

function classOfDay(
	ctx: Ctx,
	found: Found,
	day: { readonly id: string; readonly date: string; readonly task: string },
	{ id, type }: Found["classes"][number],
) {
	const isOfClass = (row: { readonly dayId: string; readonly classId: string }) =>
		row.dayId === day.id && row.classId === id;
	const task = shownTasks(found.tasks.filter(({ date }) => date === day.date)).find(
		({ classType }) => classType === type,
	);
	const rules = found.finishTimes.find(isOfClass) ?? null;
	const isReplayed = found.packs.some(isOfClass) && canReplay(ctx, day.date, rules);
	const results = day.task === "TASK" ? resultsOf(found, isOfClass) : null;
	return {
		id,
		type,
		task: task ?? null,
		results: results && { ...results, path: resultsPath({ view: "daily", classId: id, dayId: day.id }) },
		replay: isReplayed ? replayPath(ctx.edition, day.date, type) : null,
	};
}

/** Null as long as there are none. */
function resultsOf(
	{ sheets, official, preliminary }: Found,
	isOfClass: (row: { readonly dayId: string; readonly classId: string }) => boolean,
): StateOfResults | null {
	const sheet = sheets.find(isOfClass);
	if (sheet)
		return { status: sheet.status, mayChange: false, winners: official.filter(isOfClass).map(toWinner) };
	const rows = preliminary.filter(isOfClass);
	const [first] = rows;
	if (!first) return null;
	return {
		status: first.status,
		mayChange: placesMayChange({ presumed: first.presumed, evaluating: evaluatingOf(first) }),
		winners: rows.flatMap(({ name, points, startNumber }) =>
			name !== null && points !== null ? [{ name, points, startNumber }] : [],
		),
	};
}

const toWinner = ({ startNumber, name, points }: Winner): Winner => ({ startNumber, name, points });
