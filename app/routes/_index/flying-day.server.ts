import { newsList } from "~/lib/content/news-queries.server";
import type { Ctx } from "~/lib/context";
import { currentDate, dayByDate } from "~/lib/days/days-queries.server";
import { first, preparedRead } from "~/lib/db/read.server";
import { dayPath } from "~/lib/editions/competition-day";
import { pragueDate } from "~/lib/editions/prague-time";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { isFlying, resultsOfClass, stageOf, statesOfClass } from "~/lib/results/day-reports/class-day";
import { computedRows, officialRows, statesOfDate } from "~/lib/results/day-reports/day-results.server";
import { allSheets, withSheets } from "~/lib/results/results-queries.server";
import { type ClassTotal, summedRows, totalOfClass } from "~/lib/results/running-total.server";
import { leaders } from "~/lib/results/standings";
import { drawTaskThumbnail } from "~/lib/tasks/draw-task.server";
import { versionLetter } from "~/lib/tasks/task-content";
import {
	comingTasks,
	publicTasksOfDate,
	type StoredTask,
	shownTasks,
} from "~/lib/tasks/tasks-queries.server";
import type { competitionDays } from "~db/schema";
import { byReader, ownQueries } from "./by-reader.server";
import { mayEnter, ownEntry, ownFlight } from "./own-day.server";
import { datesOf, taskLinks } from "./task-links.server";

const places = 3;

const readFor = byReader((reader) =>
	preparedRead(["today", "tomorrow", "userId"], (db, values) => {
		const { today, userId } = values;
		const date = currentDate(today);
		const choice = { places, userId };
		return {
			news: newsList(db),
			day: first(dayByDate(db, date)),
			classes: allClasses(db),
			tasks: publicTasksOfDate(db, date),
			states: statesOfDate(db, date),
			official: officialRows(db, date, choice),
			computed: computedRows(db, date, choice),
			sheets: allSheets(db),
			...summedRows(db),
			coming: comingTasks(db, today),
			...ownQueries(reader, db, values, date),
		};
	}),
);

/** Home from the first to the last competition day: what goes on in each class on the current day. */
export async function readFlyingDay(ctx: Ctx) {
	const { db, actor } = ctx;
	const { today, tomorrow } = datesOf(ctx);
	const found = await readFor(ctx)(db, { today, tomorrow, userId: actor?.id ?? null });
	const { news, day, own } = found;
	const tasks = shownTasks(found.tasks);
	const classes = withSheets(found).map((one) => {
		const { id, type } = one;
		const states = statesOfClass(id, found.states);
		const results = resultsOfClass(id, found.official, found.computed, actor?.id ?? null);
		const task = tasks.find(({ classId }) => classId === id);
		const isPast = day !== undefined && day.date < today;
		const flown = day && isFlying(states, isPast) ? day.date : null;
		const total = totalOfClass(one, found, flown);
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
	const ownClass = classes.find(({ id }) => id === own?.classId);
	return {
		news,
		own: ownEntry(ctx, own),
		mayEnter: mayEnter(ctx, own),
		taskLinks: taskLinks(ctx, found.coming, found.missing),
		now: {
			kind: "flying" as const,
			day: day && toHomeDay(ctx, day, today),
			classes,
			ownFlight:
				(own?.accepted || own?.takesPart) && ownClass && day?.task === "TASK"
					? ownFlight(ctx, own, ownClass.results)
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

function toHomeTask(task: StoredTask) {
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
