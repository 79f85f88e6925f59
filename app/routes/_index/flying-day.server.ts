import { allClasses } from "~/lib/classes/classes-queries.server";
import type { Ctx } from "~/lib/context";
import { isFlying, resultsOfClass, stageOf, statesOfClass } from "~/lib/day-reports/class-day";
import { computedRows, officialRows } from "~/lib/day-reports/day-results.server";
import { statesOfDate } from "~/lib/day-reports/day-states.server";
import { dayPath } from "~/lib/days/day-path";
import { currentDate, dayByDate } from "~/lib/days/days-queries.server";
import { preparedBatch } from "~/lib/db/prepared-batch.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { newsList } from "~/lib/news/news-queries.server";
import { allSheets, withSheets } from "~/lib/results/results-queries.server";
import { type ClassTotal, summedRows, totalOfClass } from "~/lib/results/running-total.server";
import { leaders } from "~/lib/results/standings";
import { drawTaskThumbnail } from "~/lib/tasks/draw-task.server";
import { versionLetter } from "~/lib/tasks/task-content";
import {
	comingTasks,
	publicTasksOfDate,
	shownTasks,
	type TaskVersion,
} from "~/lib/tasks/tasks-queries.server";
import type { competitionDays } from "~db/schema";
import { byReader, ownQueries } from "./by-reader.server";
import { mayEnter, ownEntry, ownFlight } from "./own-day.server";
import { datesOf, taskLinks } from "./task-links.server";

const places = 3;

const batchFor = byReader((reader) =>
	preparedBatch(["today", "tomorrow", "userId"], (db, values) => {
		const { today, userId } = values;
		const date = currentDate(today);
		const choice = { places, userId };
		return [
			newsList(db),
			dayByDate(db, date),
			allClasses(db),
			publicTasksOfDate(db, date),
			statesOfDate(db, date),
			officialRows(db, date, choice),
			computedRows(db, date, choice),
			allSheets(db),
			...summedRows(db),
			comingTasks(db, today),
			...ownQueries(reader, db, values, date),
		] as const;
	}),
);

/** Home from the first to the last competition day: what goes on in each class on the current day. */
export async function readFlyingDay(ctx: Ctx) {
	const { db, actor } = ctx;
	const { today, tomorrow } = datesOf(ctx);
	const [
		news,
		[day],
		classRows,
		taskRows,
		stateRows,
		official,
		computed,
		sheets,
		sums,
		days,
		preliminary,
		pilots,
		coming,
		own,
		missing,
	] = await batchFor(ctx)(db, { today, tomorrow, userId: actor?.id ?? null });
	const tasks = shownTasks(taskRows);
	const classes = withSheets(classRows, sheets).map((one) => {
		const { id, type } = one;
		const states = statesOfClass(id, stateRows);
		const results = resultsOfClass(id, official, computed, actor?.id ?? null);
		const task = tasks.find(({ classId }) => classId === id);
		const isPast = day !== undefined && day.date < today;
		const flown = day && isFlying(states, isPast) ? day.date : null;
		const total = totalOfClass(one, [sums, days, preliminary, pilots], flown);
		return {
			id,
			type,
			task: task ? toHomeTask(task) : null,
			states,
			results,
			stage: stageOf(states, results, isPast),
			overall: total && toOverall(total),
		};
	});
	const [row] = own ?? [];
	const ownClass = classes.find(({ id }) => id === row?.classId);
	return {
		news,
		own: ownEntry(ctx, row),
		mayEnter: mayEnter(ctx, row),
		taskLinks: taskLinks(ctx, coming, missing),
		now: {
			kind: "flying" as const,
			day: day && toHomeDay(ctx, day, today),
			classes,
			ownFlight:
				(row?.accepted || row?.takesPart) && ownClass && day?.task === "TASK"
					? ownFlight(ctx, row, ownClass.results)
					: null,
			news: news
				.filter(({ createdAt }) => pragueDate(createdAt) === day?.date)
				.map(({ id, title }) => ({ id, title })),
		},
	};
}

function toHomeDay(
	{ edition }: Ctx,
	{ id, name, date, task }: typeof competitionDays.$inferSelect,
	today: string,
) {
	return { id, name, date, task, path: dayPath(edition, date), isToday: date === today };
}

function toHomeTask(task: TaskVersion) {
	const { id, date, classType, state, kind, taskTimeS, distanceM, minDistanceM, maxDistanceM, briefing } =
		task;
	return {
		...{ id, date, classType, state, kind, taskTimeS, distanceM, minDistanceM, maxDistanceM },
		version: versionLetter(task.number),
		gridTime: briefing.gridTime,
		firstLaunch: briefing.firstLaunch,
		thumbnail: drawTaskThumbnail(task.points),
	};
}

function toOverall({ days, status, rows }: ClassTotal) {
	return { days: days.length, status, podium: leaders(rows) };
}

export type FlyingDay = Awaited<ReturnType<typeof readFlyingDay>>["now"];
export type FlyingClass = FlyingDay["classes"][number];
