import { newsOfPage } from "~/lib/content/news-queries.server";
import { newsIn } from "~/lib/content/news-texts";
import type { Ctx } from "~/lib/context";
import { dayStrip } from "~/lib/days/day-strip";
import { allDays, currentDate, dayByDate } from "~/lib/days/days-queries.server";
import { countStatuses, isFlying, statusesOfClass } from "~/lib/days/statuses/count-statuses.server";
import { first, preparedParts } from "~/lib/db/read.server";
import { rowsOf } from "~/lib/desk/grid-order";
import { drawnGrids } from "~/lib/desk/grid-queries.server";
import { dayPath } from "~/lib/editions/competition-day";
import { editionOrigin } from "~/lib/editions/edition-hosts";
import {
	areEntriesOpen,
	isFinished,
	isSignupAhead,
	isSignupOpen,
	phaseOf,
} from "~/lib/editions/opening-times";
import { datesBetween, pragueDate } from "~/lib/editions/prague-time";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { canReplay, replayPath } from "~/lib/flights/replay/replay-availability";
import { formatDayAndTime } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import { liveMapOf, placesOf, readPublicPositions } from "~/lib/live/live-map.server";
import { type BackgroundMap, backgroundMapOf } from "~/lib/maps/background-map";
import { terrainAround } from "~/lib/maps/terrain/load-terrain.server";
import { pick } from "~/lib/pick";
import type { ClassTotal } from "~/lib/results/class-total";
import { withTotal } from "~/lib/results/class-totals.server";
import { type DayReport, reportOf, stageOf } from "~/lib/results/day-reports/class-report";
import { doubtOf, isFlyingOver } from "~/lib/results/day-reports/doubt.server";
import { medalTraces, tracesOfClass } from "~/lib/results/day-reports/medal-traces.server";
import { type DayResults, upToPlace } from "~/lib/results/day-result";
import { pendingProtests } from "~/lib/results/protests.server";
import { resultsOf, toResults } from "~/lib/results/results-queries.server";
import { podiumPlaces } from "~/lib/results/running-total";
import { scoredPodium } from "~/lib/results/standings";
import { afterWhichDay } from "~/lib/results/total-in-words.server";
import { drawTaskCard, type MedalTrace } from "~/lib/tasks/draw-task.server";
import { versionLetter } from "~/lib/tasks/task-content";
import {
	comingTasks,
	publicTasksOfDate,
	type StoredTask,
	shownTasks,
} from "~/lib/tasks/tasks-queries.server";
import type { competitionDays } from "~db/schema";
import { editionOfYear } from "~editions/index";
import { readAfterSeason } from "./after-season.server";
import { readBeforeSeason } from "./before-season.server";
import { lackOf, orLack } from "./lacking-parts.server";
import {
	byReader,
	isFlyingIn,
	isToEnter,
	ownEntry,
	ownField,
	ownFlight,
	ownProtests,
	ownQueries,
} from "./own-card.server";
import { datesOf, taskLinks } from "./task-links.server";

/** Reads what home shows in each phase of the competition. */
export function readPhase(ctx: Ctx) {
	const phase = phaseOf(ctx.edition, ctx.now);
	if (phase === "flying") return readFlyingDay(ctx);
	return phase === "over" ? readAfterSeason(ctx) : readBeforeSeason(ctx);
}

const readDayFor = byReader((reader) =>
	preparedParts(["today", "tomorrow", "userId"], (db, values) => {
		const { today } = values;
		const date = currentDate(today);
		return {
			news: newsOfPage(db),
			day: first(dayByDate(db, date)),
			days: allDays(db),
			classes: allClasses(db),
			tasks: publicTasksOfDate(db, date),
			statuses: countStatuses(db, date),
			grids: drawnGrids(db, date),
			...resultsOf(db, {}),
			coming: comingTasks(db, today),
			protests: reader === "organiser" ? pendingProtests(db) : undefined,
			...ownQueries(reader, db, values, date),
			field: reader === "visitor" ? undefined : first(ownField(db, values.userId, date)),
		};
	}),
);

/** Reads home for the competition days: what happens in each class on the current day. */
async function readFlyingDay(ctx: Ctx) {
	const { db, actor } = ctx;
	const { today, tomorrow } = datesOf(ctx);
	const read = await readDayFor(ctx)(db, { today, tomorrow, userId: actor?.id ?? null });
	const failed = [...read.failed];
	const lacks = lackOf(failed);
	const found = withoutHalves(read.found, lacks);
	const { news, day, own } = found;
	const held = toResults(found, actor?.id ?? null);
	const known = classesOfDay(ctx, found, held);
	const points = known.flatMap(({ task }) => task?.points ?? []);
	const [traces, terrain, positions] = await Promise.all([
		day
			? orLack(failed, { name: "traces", work: medalTraces(ctx, day, known), instead: new Map() })
			: new Map(),
		points.length > 0 ? terrainAround(ctx, points) : null,
		day?.date === today ? readLive(ctx) : null,
	]);
	const ground = { ...backgroundMapOf(ctx.edition, ctx.language), terrain };
	const classes = known.map(({ task, rules, results: report, ...own }) => {
		const one = { ...own, rules, results: report };
		return {
			...own,
			stage: stageOnHome(ctx, one, day?.date),
			results: report && toHomeResults(report, one, ctx.language),
			task: task ? toHomeTask(task, ground, tracesOfClass(traces, report)) : null,
			isTaskKnown: !lacks("tasks"),
			live: liveOnHome(ctx, positions, { task, ...one }),
			/** Why the number of flying pilots may be wrong. */
			doubt:
				day?.date === today && one.stage === "air"
					? doubtOf(ctx, { date: day.date, statuses: one.statuses, rules })
					: null,
			replay:
				day && report && canReplay(ctx, day.date, rules) ? replayPath(ctx.edition, day.date, one.type) : null,
		};
	});
	const ownClass = known.find(({ id }) => id === own?.classId);
	return {
		failed,
		news,
		own: ownEntry(ctx, own),
		mayEnter: !lacks("own") && (await isToEnter(ctx, own)),
		taskLinks: taskLinks(ctx, found.coming, found.missing, found.protests),
		now: {
			kind: "flying" as const,
			day: day && toHomeDay(ctx, day, today),
			strip: dayStrip(ctx, found.days, day?.date ?? null, (one) => dayPath(ctx.edition, one.date)),
			classes,
			/** Whether the page has dots that move, now or when somebody flies. */
			isLive: positions !== null,
			ownFlight:
				own && !lacks("own") && isFlyingIn(own) && ownClass && day?.task === "TASK"
					? ownFlight(ctx, { own, field: found.field, results: ownClass.results })
					: null,
			protests: own && isFlyingIn(own) ? ownProtests(ctx, own, held) : [],
			news: news.filter(({ createdAt }) => pragueDate(createdAt) === day?.date).map(titleIn(ctx.language)),
		},
	};
}

const titleIn = (language: Language) => (item: FoundDay["news"][number]) => ({
	id: item.id,
	...pick(newsIn(item, language), "title", "lang"),
});

type FoundDay = Awaited<ReturnType<ReturnType<typeof readDayFor>>>["found"];

/** The blocks of the classes would say that nobody flies, and a part of the results that nobody has points. */
function withoutHalves(found: FoundDay, lacks: ReturnType<typeof lackOf>): FoundDay {
	return {
		...found,
		...(lacks("classes") && { day: undefined }),
		...(lacks("results") && { resultDays: [] }),
	};
}

/** What is known of each class on the current day. @param held all its results */
function classesOfDay(ctx: Ctx, { day, ...found }: FoundDay, held: readonly DayResults[]) {
	const tasks = shownTasks(found.tasks);
	const isPast = day !== undefined && day.date < datesOf(ctx).today;
	return found.classes.map((one) => {
		const { id, type } = one;
		const statuses = statusesOfClass(id, found.statuses);
		const results = reportOf(
			id,
			held.filter(({ date }) => date === day?.date),
		);
		const task = tasks.find(({ classId }) => classId === id);
		const stage = stageOf(statuses, results, isPast);
		const onGrid =
			stage === "morning" && !isPast && day?.task !== "TASK_CANCELLED"
				? found.grids.filter(({ classId }) => classId === id)
				: [];
		const flown = day && isFlying(statuses, isPast) ? day.date : null;
		const { total } = withTotal(one, held, flown);
		return {
			...{ id, type, task, statuses, results },
			stage,
			rules: task?.rules ?? null,
			overall: total && toOverall(total, ctx.language),
			/** The numbers on the grid of a class that has not launched, row by row. */
			grid: rowsOf(
				onGrid.map(({ startNumber }) => startNumber),
				onGrid[0]?.width ?? 1,
			),
		};
	});
}

type KnownClass = ReturnType<typeof classesOfDay>[number];

const readLive = (ctx: Ctx) => (ctx.live ? readPublicPositions(ctx) : null);

/** The gliders of a class in the air; null where they are not shown. */
function liveOnHome(
	ctx: Ctx,
	positions: Awaited<ReturnType<typeof readLive>>,
	{ task, stage, type }: Pick<KnownClass, "task" | "stage" | "type">,
) {
	if (!positions || !task || stage !== "air") return null;
	return liveMapOf(ctx, positions, { kind: "card", classType: type, ...placesOf(task.points) });
}

/** In the evening one pilot who is not home takes nothing from the block of the class. @param date of the day */
function stageOnHome(
	ctx: Ctx,
	{ stage, results, rules }: Pick<KnownClass, "stage" | "results" | "rules">,
	date = "",
) {
	const isEvening = stage === "air" && results !== null && isFlyingOver(ctx, { date, rules });
	return isEvening ? "evening" : stage;
}

function toHomeDay(
	{ edition }: Ctx,
	{ id, name, date, task }: typeof competitionDays.$inferSelect,
	today: string,
) {
	return {
		...{ id, name, date, task },
		path: dayPath(edition, date),
		isToday: date === today,
		/** Local time, as people read it; null where the edition does not say it, and on another day. */
		briefing:
			date === today && task !== "TASK_CANCELLED"
				? (edition.dailyBriefing?.replace(/^0|:00$/g, "") ?? null)
				: null,
	};
}

function toHomeTask(task: StoredTask, ground: BackgroundMap, traces: readonly MedalTrace[]) {
	const { id, date, classType, state, kind, taskTimeS, distanceM, minDistanceM, maxDistanceM, briefing } =
		task;
	return {
		id,
		date,
		classType,
		state,
		kind,
		taskTimeS,
		distanceM,
		minDistanceM,
		maxDistanceM,
		version: versionLetter(task.number),
		gridTime: briefing.gridTime,
		firstLaunch: briefing.firstLaunch,
		points: task.points.map(({ name }) => ({ name })),
		drawing: drawTaskCard(task.points, ground, traces),
	};
}

/** Only the rows of the podium are sent. Nobody has won the day while somebody is in the air. */
function toHomeResults(report: DayReport, { stage }: Pick<KnownClass, "stage">, language: Language) {
	return {
		...report,
		mayChange: report.mayChange || stage === "air",
		rows: upToPlace(report.rows, podiumPlaces).map(toPodiumRow),
		/** Says that the day is invalid; null when it is not. */
		invalid: report.invalid && textsOf(language).t("score.noDay", report.invalid),
	};
}

function toPodiumRow(row: ReturnType<typeof upToPlace>[number]) {
	return pick(row, "registrationId", "startNumber", "name", "glider", "place", "points", "speedKmh");
}

function toOverall(total: ClassTotal, language: Language) {
	return { isWon: total.isWon, podium: scoredPodium(total.rows), after: afterWhichDay(total, language) };
}

export type FlyingDay = Awaited<ReturnType<typeof readFlyingDay>>["now"];
export type FlyingClass = FlyingDay["classes"][number];

/** Null when signup has closed again. */
export type SignupNotice =
	| { readonly state: "open"; readonly takesEntries: boolean }
	/** Days until it opens; 0 on that day. */
	| { readonly state: "ahead"; readonly opensAt: string; readonly days: number }
	/** The edition has a successor; the link leads to the newest one. */
	| { readonly state: "finished"; readonly newest: { readonly title: string; readonly url: string } }
	| null;

export function signupNotice({ edition, now, language, settings }: Ctx): SignupNotice {
	if (isFinished(edition)) {
		const { newestYear } = edition;
		const newest = { year: newestYear, newestYear };
		const title = editionOfYear(newestYear)?.title ?? String(newestYear);
		return { state: "finished", newest: { title, url: `${editionOrigin(newest, settings)}/` } };
	}
	if (isSignupOpen(edition, now)) return { state: "open", takesEntries: areEntriesOpen(edition, now) };
	if (!isSignupAhead(edition, now)) return null;
	const opens = new Date(edition.competition.signupSince);
	const days = datesBetween(pragueDate(now), pragueDate(opens)).length - 1;
	return { state: "ahead", opensAt: formatDayAndTime(opens, language), days };
}
