import { and, count, eq, gt, sql } from "drizzle-orm";
import { documentPath } from "~/lib/content/document-types";
import { documentList } from "~/lib/content/documents-queries.server";
import { newsList } from "~/lib/content/news-queries.server";
import type { Ctx } from "~/lib/context";
import { dayStrip } from "~/lib/days/day-strip";
import { allDays, currentDate, dayByDate } from "~/lib/days/days-queries.server";
import { countStatuses, isFlying, statusesOfClass } from "~/lib/days/statuses/count-statuses.server";
import type { Db } from "~/lib/db/client.server";
import { first, preparedRead } from "~/lib/db/read.server";
import { dayPath } from "~/lib/editions/competition-day";
import { editionOrigin } from "~/lib/editions/edition-hosts";
import { isFinished, isSignupAhead, isSignupOpen, phaseOf } from "~/lib/editions/opening-times";
import { pragueDate } from "~/lib/editions/prague-time";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { isWaiting } from "~/lib/entries/entries-queries.server";
import { canReplay, replayPath } from "~/lib/flights/replay/replay-availability";
import { formatDayAndTime } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { foreignIn, type Language } from "~/lib/i18n/language";
import { type BackgroundMap, backgroundMapOf } from "~/lib/maps/background-map";
import { terrainAround } from "~/lib/maps/terrain/load-terrain.server";
import { pick } from "~/lib/pick";
import { type ClassTotal, validDays } from "~/lib/results/class-total";
import { classPodiums, withTotal } from "~/lib/results/class-totals.server";
import { type DayReport, reportOf, stageOf } from "~/lib/results/day-reports/class-report";
import { doubtOf } from "~/lib/results/day-reports/doubt.server";
import { medalTraces, tracesOfClass } from "~/lib/results/day-reports/medal-traces.server";
import { type DayResults, upToPlace } from "~/lib/results/day-result";
import { pendingProtests } from "~/lib/results/protests.server";
import { resultsOf, toResults } from "~/lib/results/results-queries.server";
import { podiumPlaces } from "~/lib/results/running-total";
import { scoredPodium } from "~/lib/results/standings";
import { heldDays, leftOutDay } from "~/lib/results/total-in-words.server";
import { areScoresShown } from "~/lib/scoring/whose-results-hold.server";
import { drawTaskCard, type MedalTrace } from "~/lib/tasks/draw-task.server";
import { versionLetter } from "~/lib/tasks/task-content";
import {
	comingTasks,
	publicTasksOfDate,
	type StoredTask,
	shownTasks,
} from "~/lib/tasks/tasks-queries.server";
import { competitionDays, dayScores, registrations, results, users } from "~db/schema";
import { newestEdition } from "~editions/index";
import {
	byReader,
	isFlyingIn,
	mayEnter,
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
	preparedRead(["today", "tomorrow", "userId"], (db, values) => {
		const { today } = values;
		const date = currentDate(today);
		return {
			news: newsList(db),
			day: first(dayByDate(db, date)),
			days: allDays(db),
			classes: allClasses(db),
			tasks: publicTasksOfDate(db, date),
			statuses: countStatuses(db, date),
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
	const found = await readDayFor(ctx)(db, { today, tomorrow, userId: actor?.id ?? null });
	const { news, day, own } = found;
	const held = toResults(found, actor?.id ?? null);
	const known = classesOfDay(ctx, found, held);
	const points = known.flatMap(({ task }) => task?.points ?? []);
	const [traces, terrain] = await Promise.all([
		day ? medalTraces(ctx, day, known) : new Map(),
		points.length > 0 ? terrainAround(ctx, points) : null,
	]);
	const ground = { ...backgroundMapOf(ctx.edition, ctx.language), terrain };
	const classes = known.map(({ task, rules, results: report, ...one }) => ({
		...one,
		results: report && toHomeResults(report, ctx.language),
		task: task ? toHomeTask(task, ground, tracesOfClass(traces, report)) : null,
		/** Why the number of flying pilots may be wrong. */
		doubt:
			day?.date === today && one.stage === "air"
				? doubtOf(ctx, { date: day.date, statuses: one.statuses, rules })
				: null,
		replay:
			day && report && canReplay(ctx, day.date, rules) ? replayPath(ctx.edition, day.date, one.type) : null,
	}));
	const ownClass = known.find(({ id }) => id === own?.classId);
	return {
		news,
		own: ownEntry(ctx, own),
		mayEnter: mayEnter(ctx, own),
		taskLinks: taskLinks(ctx, found.coming, found.missing, found.protests),
		now: {
			kind: "flying" as const,
			day: day && toHomeDay(ctx, day, today),
			strip: dayStrip(ctx, found.days, day?.date ?? null, (one) => dayPath(ctx.edition, one.date)),
			classes,
			ownFlight:
				own && isFlyingIn(own) && ownClass && day?.task === "TASK"
					? ownFlight(ctx, { own, field: found.field, results: ownClass.results })
					: null,
			protests: own && isFlyingIn(own) ? ownProtests(ctx, own, held) : [],
			news: news
				.filter(({ createdAt }) => pragueDate(createdAt) === day?.date)
				.map(({ id, title, body }) => ({ id, title, lang: foreignIn(ctx.language, `${title} ${body}`) })),
		},
	};
}

type FoundDay = Awaited<ReturnType<ReturnType<typeof readDayFor>>>;

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
		const flown = day && isFlying(statuses, isPast) ? day.date : null;
		const { total } = withTotal(one, held, flown);
		return {
			...{ id, type, task, statuses, results },
			stage: stageOf(statuses, results, isPast),
			rules: task?.rules ?? null,
			overall: total && toOverall(total, ctx.language),
		};
	});
}

function toHomeDay(
	{ edition }: Ctx,
	{ id, name, date, task }: typeof competitionDays.$inferSelect,
	today: string,
) {
	return { id, name, date, task, path: dayPath(edition, date), isToday: date === today };
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

/** Only the rows of the podium are sent. */
function toHomeResults(report: DayReport, language: Language) {
	return {
		...report,
		rows: upToPlace(report.rows, podiumPlaces).map(toPodiumRow),
		/** Says that the day is invalid; null when it is not. */
		invalid: report.invalid && textsOf(language).t("score.noDay", report.invalid),
	};
}

function toPodiumRow(row: ReturnType<typeof upToPlace>[number]) {
	return pick(row, "registrationId", "startNumber", "name", "glider", "place", "points", "speedKmh");
}

function toOverall(total: ClassTotal, language: Language) {
	const leftOut = leftOutDay(total, language);
	const held = [heldDays(total, language), ...(leftOut ? [leftOut] : [])].join("\u00a0· ");
	const after = textsOf(language).t("home.now.counted", { count: validDays(total).length });
	return {
		isWon: total.isWon,
		podium: scoredPodium(total.rows),
		/** Which days it is after, in words. */
		held: `${after} (${held})`,
	};
}

export type FlyingDay = Awaited<ReturnType<typeof readFlyingDay>>["now"];
export type FlyingClass = FlyingDay["classes"][number];

/** Number of newest documents on home. */
const shownDocuments = 3;

function entryCounts(db: Db) {
	const numberOf = (condition: ReturnType<typeof and>) => sql<number>`count(*) FILTER (WHERE ${condition})`;
	const { accepted, isReserve } = registrations;
	return db
		.select({
			classId: registrations.competitionClassId,
			accepted: numberOf(and(eq(accepted, true), eq(isReserve, false))),
			waiting: numberOf(isWaiting),
		})
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.groupBy(registrations.competitionClassId);
}

const readEntriesFor = byReader((reader) =>
	preparedRead(["userId", "firstDay", "today", "tomorrow"], (db, values) => ({
		news: newsList(db),
		classes: allClasses(db),
		counts: entryCounts(db),
		documents: documentList(db).limit(shownDocuments),
		coming: comingTasks(db, values.today),
		...ownQueries(reader, db, values, values.firstDay),
	})),
);

/** Home before the first competition day. */
async function readBeforeSeason(ctx: Ctx) {
	const { db, actor, edition } = ctx;
	const values = { ...datesOf(ctx), userId: actor?.id ?? null, firstDay: edition.competition.from };
	const { news, classes, counts, documents, coming, own, missing } = await readEntriesFor(ctx)(db, values);
	return {
		news,
		own: ownEntry(ctx, own),
		mayEnter: mayEnter(ctx, own),
		taskLinks: taskLinks(ctx, coming, missing),
		now: {
			kind: "before" as const,
			classes: classes.map(({ id, type }) => {
				const { accepted = 0, waiting = 0 } = counts.find(({ classId }) => classId === id) ?? {};
				return { id, type, accepted, waiting };
			}),
			documents: documents.map(({ id, name, updatedAt }) => ({
				id,
				name,
				updatedAt,
				path: documentPath({ id, name }),
			})),
			takesPayment: edition.payment !== null,
		},
	};
}

export type BeforeSeason = Awaited<ReturnType<typeof readBeforeSeason>>["now"];

const readSeason = preparedRead([], (db) => ({
	news: newsList(db),
	classes: allClasses(db),
	...resultsOf(db, {}),
	figures: first(seasonFigures(db)),
}));

/** Home when the competition is over, and for ever after. */
async function readAfterSeason({ db, edition, language }: Ctx) {
	const found = await readSeason(db, {});
	const { news, figures } = found;
	const held = toResults(found, null);
	const summed = found.classes.map((one) => withTotal(one, held, null));
	return {
		news,
		own: null,
		mayEnter: false,
		taskLinks: [],
		now: {
			kind: "after" as const,
			classes: classPodiums(summed, language),
			/** Days that count in a class. */
			days: new Set(summed.flatMap(({ total }) => (total ? validDays(total) : [])).map(({ date }) => date))
				.size,
			flown:
				figures && figures.distanceM !== null && figures.longestM !== null
					? {
							flights: figures.flights,
							distanceM: figures.distanceM,
							longest: {
								distanceM: figures.longestM,
								pilot: figures.pilot ?? "",
								day: dayPath(edition, figures.date),
							},
						}
					: null,
		},
	};
}

export type AfterSeason = Awaited<ReturnType<typeof readAfterSeason>>["now"];

/** Selects the figures of the season's flights on tasks by our engine, in one row. Among flights of equal length it names one. */
function seasonFigures(db: Db) {
	const distance = results.distanceM;
	return db
		.select({
			flights: count(),
			/** Metres; null without flights. */
			distanceM: sql<number | null>`sum(${distance})`,
			// SQLite takes the columns without an aggregate from the row with this maximum ("bare columns").
			longestM: sql<number | null>`max(${distance})`,
			pilot: sql<string | null>`${users.name} || ' ' || ${users.surname}`,
			date: competitionDays.date,
		})
		.from(results)
		.innerJoin(competitionDays, eq(competitionDays.id, results.dayId))
		.innerJoin(
			dayScores,
			and(eq(dayScores.dayId, results.dayId), eq(dayScores.competitionClassId, results.competitionClassId)),
		)
		.innerJoin(registrations, eq(registrations.id, results.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.where(and(eq(results.isOurs, true), gt(distance, 0), areScoresShown));
}

/** Null when signup has closed again. */
export type SignupNotice =
	| { readonly state: "open" }
	| { readonly state: "ahead"; readonly opensAt: string }
	/** The edition has a successor; the link leads to the newest one. */
	| { readonly state: "finished"; readonly newest: { readonly title: string; readonly url: string } }
	| null;

export function signupNotice({ edition, now, language, settings }: Ctx): SignupNotice {
	if (isFinished(edition)) {
		const { year, title } = newestEdition;
		return { state: "finished", newest: { title, url: `${editionOrigin(year, settings)}/` } };
	}
	if (isSignupOpen(edition, now)) return { state: "open" };
	if (!isSignupAhead(edition, now)) return null;
	return { state: "ahead", opensAt: formatDayAndTime(new Date(edition.competition.signupSince), language) };
}
