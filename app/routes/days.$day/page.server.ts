import { and, eq, type SQL, sql } from "drizzle-orm";
import { may } from "~/lib/access";
import { documentPath } from "~/lib/content/document-types";
import { documentsBetween } from "~/lib/content/documents-queries.server";
import { newsBetween, newsItem } from "~/lib/content/news-queries.server";
import type { Ctx } from "~/lib/context";
import { dayStrip } from "~/lib/days/day-strip";
import { allDays } from "~/lib/days/days-queries.server";
import { countStatuses, statusesOfClass } from "~/lib/days/statuses/count-statuses.server";
import type { Db } from "~/lib/db/client.server";
import { preparedRead } from "~/lib/db/read.server";
import { dayPath } from "~/lib/editions/competition-day";
import { addDays, pragueDate, startOfDay } from "~/lib/editions/prague-time";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { canReplay, replayPath } from "~/lib/flights/replay/replay-availability";
import { textsOf } from "~/lib/i18n/i18n.server";
import { pick } from "~/lib/pick";
import { reportOf, stageOf } from "~/lib/results/day-reports/class-report";
import { doubtOf } from "~/lib/results/day-reports/doubt.server";
import { medalTraces, tracesOfClass } from "~/lib/results/day-reports/medal-traces.server";
import { resultsOf, toResults } from "~/lib/results/results-queries.server";
import { scoringDeskPath } from "~/lib/scoring/scoring-paths";
import { groundAround } from "~/lib/tasks/charts/chart-ground";
import { chartsInForce } from "~/lib/tasks/charts/charts-queries.server";
import { toTaskView } from "~/lib/tasks/task-view";
import { publicTasksOfDate, shownTasks } from "~/lib/tasks/tasks-queries.server";
import { competitionDays, dayScores } from "~db/schema";
import { bestOf, pilotsOfDate, rowsOfClass } from "./day-rows.server";
import { liveOfClass, readDayInTheAir } from "./live-day.server";

/** Units between heights of the relief: a day has a map for each class, half as wide as a page. */
const reliefStep = 12;

const readDate = preparedRead(["date", "from", "to"], (db, { date, from, to }) => ({
	days: allDays(db),
	classes: allClasses(db),
	tasks: publicTasksOfDate(db, date),
	pilots: pilotsOfDate(db, date),
	...resultsOf(db, { date }),
	cancelledForClass: cancelledClasses(db, date),
	statuses: countStatuses(db, date),
	news: newsBetween(db, instantOf(from), instantOf(to)),
	documents: documentsBetween(db, instantOf(from), instantOf(to)),
	...chartsInForce(db),
}));

/** Milliseconds, which are written as a text for `preparedRead`. */
const instantOf = (text: SQL<string>) => sql`CAST(${text} AS INTEGER)`;

/** All that is known of a day, class by class. Null when there is no such day. @param date local */
export async function readDayPage(ctx: Ctx, date: string) {
	const { edition } = ctx;
	const { days, classes, pilots, statuses, news, documents, ...found } = await readDate(ctx.db, {
		date,
		from: String(startOfDay(date).getTime()),
		to: String(startOfDay(addDays(date, 1)).getTime()),
	});
	const day = days.find((one) => one.date === date);
	if (!day) return null;
	const isPast = date < pragueDate(ctx.now);
	const tasks = shownTasks(found.tasks);
	const points = tasks.flatMap((task) => task.points);
	const ground = { ...(await groundAround(ctx, found, points)), reliefStep };
	const dayResults = toResults(found, ctx.actor?.id ?? null);
	const known = classes.map(({ id, type }) => {
		const task = tasks.find(({ classId }) => classId === id);
		const results = reportOf(id, dayResults);
		const counts = statusesOfClass(id, statuses);
		const stage = stageOf(counts, results, isPast);
		return { id, type, task, results, counts, stage, rules: task?.rules ?? null };
	});
	const [traces, live] = await Promise.all([medalTraces(ctx, day, known), readDayInTheAir(ctx, day)]);
	return {
		day: { id: day.id, name: day.name, date, task: day.task, isPast },
		strip: dayStrip(ctx, days, date, (one) => dayPath(edition, one.date)),
		/** Without those of which nothing is known. */
		classes: known.flatMap(({ id, type, task, results, counts, stage, rules }) => {
			const ofClass = <R extends { readonly classId: string }>(rows: readonly R[]) =>
				rows.filter(({ classId }) => classId === id);
			const rows = rowsOfClass(ctx, day, ofClass(pilots), results);
			if (!task && rows.length === 0) return [];
			return {
				id,
				type,
				task: task ? toTaskView(task, ground, tracesOfClass(traces, results)) : null,
				results: results && pick(results, "status", "updatedAt", "logs", "mayChange"),
				/** Says that the day is invalid; null when it is not. */
				invalid: results?.invalid ? textsOf(ctx.language).t("score.noDay", results.invalid) : null,
				/** Whether the scorer has cancelled the day of the class, and no results from elsewhere count. */
				isCancelledForClass: !results && ofClass(found.cancelledForClass).length > 0,
				statuses: counts,
				stage,
				...liveOfClass(ctx, live, { task, stage, places: ground.places, pilots: ofClass(pilots) }),
				/** Why the number of flying pilots may be wrong. */
				doubt: stage === "air" && !isPast ? doubtOf(ctx, { date, statuses: counts, rules }) : null,
				best: bestOf(results?.rows ?? []),
				rows,
				/** Null before the flights can be replayed. */
				replay: canReplay(ctx, date, rules) ? replayPath(edition, date, type) : null,
				/** Path of the scoring desk; null for everybody but organisers. */
				desk: task && may(ctx, "scoring") ? scoringDeskPath(date, type) : null,
			};
		}),
		// The page is that of their day.
		news: news.map((row) => ({ ...newsItem(ctx, row), day: null })),
		documents: documents.map(({ id, name }) => ({ id, name, path: documentPath({ id, name }) })),
	};
}

export type DayPage = NonNullable<Awaited<ReturnType<typeof readDayPage>>>;
export type ClassOfDay = DayPage["classes"][number];

/** Selects the classes whose day the scorer has cancelled. @param date local */
function cancelledClasses(db: Db, date: SQL<string>) {
	return db
		.select({ classId: dayScores.competitionClassId })
		.from(dayScores)
		.innerJoin(competitionDays, eq(competitionDays.id, dayScores.dayId))
		.where(and(eq(competitionDays.date, date), eq(dayScores.cancelled, true)));
}
