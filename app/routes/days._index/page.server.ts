import { gt } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { allDays } from "~/lib/days/days-queries.server";
import type { Db } from "~/lib/db/client.server";
import { type Results, read } from "~/lib/db/read.server";
import { dayPath } from "~/lib/editions/competition-day";
import { pragueDate } from "~/lib/editions/prague-time";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { canReplay, replayPath } from "~/lib/flights/replay/replay-availability";
import { type DayResults, upToPlace } from "~/lib/results/day-result";
import { resultsPath } from "~/lib/results/results-address";
import { resultsOf, toResults } from "~/lib/results/results-queries.server";
import { finishTimesInForce, publicTaskLines, shownTasks } from "~/lib/tasks/tasks-queries.server";
import { replays } from "~db/schema";

/** The rows that are read: of the leaders alone. */
const first = { places: 1 };

function daysQueries(db: Db) {
	return {
		days: allDays(db),
		classes: allClasses(db),
		tasks: publicTaskLines(db),
		finishTimes: finishTimesInForce(db),
		...resultsOf(db, first),
		packs: db
			.select({ dayId: replays.dayId, classId: replays.competitionClassId })
			.from(replays)
			.where(gt(replays.size, 0)),
	};
}

interface Found extends Omit<Results<ReturnType<typeof daysQueries>>, keyof ReturnType<typeof resultsOf>> {
	readonly results: readonly DayResults[];
}

/** Every day of the edition: today first, then those before it, newest first, then those to come. */
export async function readDays(ctx: Ctx) {
	const { db, edition, now } = ctx;
	const queried = await read(db, daysQueries(db));
	const found = { ...queried, results: toResults(queried, null) };
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

type DaysPage = Awaited<ReturnType<typeof readDays>>;
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
	const results = found.results.find(isOfClass);
	return {
		id,
		type,
		task: task ?? null,
		results: results && {
			status: results.status,
			leaders: upToPlace(results.rows, first.places).map(({ startNumber, name, points }) => ({
				startNumber,
				name,
				points,
			})),
			path: resultsPath({ view: "daily", classId: id, dayId: day.id }),
		},
		replay: isReplayed ? replayPath(ctx.edition, day.date, type) : null,
	};
}
