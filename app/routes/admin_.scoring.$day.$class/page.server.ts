import { and, eq, sql } from "drizzle-orm";
import type { ClassDay } from "~/lib/class-day";
import type { ScorerCtx } from "~/lib/context";
import { dayByDate } from "~/lib/days/days-queries.server";
import { areDaysLocked, areScoresFinal } from "~/lib/days/final-results.server";
import type { Db } from "~/lib/db/client.server";
import { isInForce } from "~/lib/db/conditions.server";
import { classOn } from "~/lib/db/flown.server";
import { first, read } from "~/lib/db/read.server";
import { classByType } from "~/lib/entries/classes-queries.server";
import { hasSerial } from "~/lib/flights/igc-file/flight-log";
import { listedFlights } from "~/lib/flights/log-rights/listed-flights";
import { newerWaiting } from "~/lib/flights/log-rights/log-standing.server";
import { compareNames } from "~/lib/i18n/collate";
import { textsOf } from "~/lib/i18n/i18n.server";
import { pick } from "~/lib/pick";
import { byPlace } from "~/lib/results/day-result";
import { hasDeposit, protestsOfDay } from "~/lib/results/protests.server";
import { type ClassScores, classScores } from "~/lib/scoring/class-scores.server";
import { differencesOf } from "~/lib/scoring/compare-official";
import { changedAt } from "~/lib/scoring/day-scores";
import { findingKey, isOpen } from "~/lib/scoring/finding-values";
import { isExactQuarter } from "~/lib/scoring/points";
import { protestDays } from "~/lib/scoring/protest-days.server";
import type { ScoredPilot } from "~/lib/scoring/scored-pilots.server";
import { countLogs, evaluatingNow, isOfTaskAndLog } from "~/lib/scoring/scoring-queries.server";
import { setAsideLogs } from "~/lib/scoring/set-aside-logs.server";
import { waitingPoints } from "~/lib/scoring/store-scores.server";
import { plainName } from "~/lib/tasks/airspace/airspace";
import { newestTask, type StoredTask, taskInForce } from "~/lib/tasks/tasks-queries.server";
import {
	type Finding,
	type FlightResult,
	flightResults,
	igcFiles,
	igcFileVersions,
	type Recorder,
	registrations,
	type ScoredRow,
	scoreDecisions,
	tasks,
	users,
} from "~db/schema";
import { type LogMatter, readLogMatters, settledHere } from "./log-matters.server";
import {
	type Asked,
	askedAbout,
	endWords,
	hindrancesOf,
	lastReopening,
	stateOf,
	versionOf,
} from "./results-state.server";

/** Reads what stands beside the scores of a class on a day. */
function readAround({ db }: ScorerCtx, classDay: ClassDay) {
	return read(db, {
		newest: first(newestTask(db, classDay)),
		inForce: first(taskInForce(db, classDay)),
		setAside: setAsideLogs(db),
		logs: logsOfDesk(db, classDay),
		counted: countLogs(db, classDay),
		protests: protestsOfDay(db, classDay),
		scorers: scorersOf(db, classDay),
		reopening: first(lastReopening(db, classDay)),
		days: protestDays(db, classDay.classId),
	});
}

/** Reads the scores of a class on a day beside those of the official scorer. Null when there is no such day or class. */
export async function readScoringDesk(ctx: ScorerCtx, date: string, classType: string) {
	const { db } = ctx;
	const { day, competitionClass } = await read(db, {
		day: first(dayByDate(db, date)),
		competitionClass: first(classByType(db, classType)),
	});
	if (!day || !competitionClass) return null;
	const place = { dayId: day.id, classId: competitionClass.id };
	const [scores, pointsWait, matters, found] = await Promise.all([
		classScores(ctx, place),
		waitingPoints(ctx, place),
		readLogMatters(ctx, day),
		readAround(ctx, place),
	]);
	if (!scores.ok) return null;
	const { newest, inForce, setAside, logs, counted, protests, scorers, reopening, days } = found;
	const { stored, status, elsewhere } = scores.value;
	const rows = rowsOf(scores.value, { logs, matters, scorers });
	const asked = askedAbout(scores.value);
	const hasTask = newest !== undefined && newest.state !== "cancelled";
	return {
		place,
		day: { name: day.name, date: day.date },
		classType: competitionClass.type,
		/** Whether ours are the results that count. */
		isOurs: elsewhere === null && (status === "preliminary" || status === "official"),
		published: stored?.published ?? false,
		state: stateOf(stored, asked, ctx.now),
		/** Whose points a finding can still change. */
		undecided: asked.findings,
		isLocked: areDaysLocked(ctx.edition, ctx.now),
		areFinal: areScoresFinal(ctx.edition, stored, ctx.now),
		protests,
		hasDeposit: hasDeposit(ctx.edition),
		cancelled: stored?.cancelled ?? false,
		...figuresOf(stored),
		evaluating: evaluatingNow(counted),
		/** Whether a log can be tried: a draft or a version in force is there. */
		hasTask,
		...airspacesOf(rows, inForce),
		kinds: kindsOf(ctx, rows),
		words: wordsOf(ctx, rows, {
			scores: scores.value,
			hasTask,
			days,
			reopenedBy: reopening?.by ?? null,
			isPending: protests.some(({ outcome }) => outcome === null),
			...asked,
			pointsWait,
			setAside: setAside.filter((log) => log.dayId === day.id && log.classType === classType),
		}),
		comparison: differencesOf(rows),
		// Competitors come first whose log somebody else has sent, or is doubtful: somebody has to look at it.
		rows: rows.toSorted(toBeSeenFirst),
	};
}

function figuresOf(stored: ClassScores["stored"]) {
	return {
		/** Null before the class is scored, and so are the day's numbers. */
		changedAt: stored && changedAt(stored),
		figures: stored?.sheet.day ?? null,
		logs: stored?.sheet.logs ?? 0,
		expected: stored?.sheet.expected ?? 0,
		points: stored?.sheet.task.points ?? [],
	};
}

/** Most proposals that one press decides about: a form has 64 kB. */
const mostAtOnce = 200;

/** The proposals of each kind that several flights have, by which one press decides about all of them. */
function kindsOf(ctx: ScorerCtx, rows: ReturnType<typeof rowsOf>) {
	const { t } = textsOf(ctx.language);
	const open = rows.flatMap((row) =>
		row.findings
			.filter((finding) => finding.proposedPoints > 0 && isOpen(finding, row))
			.map((finding) => ({ kind: finding.kind, seen: `${row.registrationId} ${findingKey(finding)}` })),
	);
	return [...new Set(open.map(({ kind }) => kind))].flatMap((kind) => {
		const seen = open.flatMap((one) => (one.kind === kind ? [one.seen] : [])).slice(0, mostAtOnce);
		if (seen.length === 1) return [];
		const press = t("scoringAdmin.waiveAll.press", { number: seen.length });
		return [{ kind, name: t(`scoringAdmin.kind.${kind}`), press, seen }];
	});
}

interface RankedRow extends Pick<ScoredRow, "rank" | "status"> {
	readonly pilot: Pick<ScoredPilot, "startNumber">;
	readonly isToBeSeen: boolean;
}

function toBeSeenFirst(a: RankedRow, b: RankedRow): number {
	const placed = ({ rank, status, pilot }: RankedRow) => ({ place: rank, status, ...pilot });
	return Number(b.isToBeSeen) - Number(a.isToBeSeen) || byPlace(placed(a), placed(b));
}

interface Said extends Asked {
	readonly scores: ClassScores;
	readonly hasTask: boolean;
	readonly reopenedBy: string | null;
	/** Whether a protest is not decided. */
	readonly isPending: boolean;
	readonly days: Awaited<ReturnType<typeof protestDays>>;
	/** Ids of the entries whose points would be others than announced if the class was scored now. */
	readonly pointsWait: readonly string[];
	/** Logs that failed to be evaluated twice. */
	readonly setAside: readonly { readonly startNumber: string }[];
}

/** What the page has no bytes to say itself; null where it concerns nobody. */
function wordsOf(
	ctx: ScorerCtx,
	rows: ReturnType<typeof rowsOf>,
	{ scores, hasTask, days, reopenedBy, pointsWait, setAside, isPending, ...asked }: Said,
) {
	const { t } = textsOf(ctx.language);
	const { status, elsewhere, stored } = scores;
	const about = (
		key: "missing" | "pointsWait" | "setAside" | "withoutHandicap",
		numbers: readonly string[],
	) => (numbers.length > 0 ? t(`scoringAdmin.${key}`, { numbers: numbers.join(", ") }) : null);
	return {
		status:
			elsewhere && status === "official"
				? t("results.elsewhere", { source: t(`results.source.${elsewhere.source}`) })
				: t(`scoringAdmin.status.${status}`),
		empty: t(hasTask ? "scoringAdmin.none" : "scoringAdmin.noTask"),
		missing: about("missing", startNumbersOf(rows.filter(isWithoutLog))),
		pointsWait: about(
			"pointsWait",
			startNumbersOf(rows.filter(({ registrationId }) => pointsWait.includes(registrationId))),
		),
		setAside: about("setAside", setAside.map(({ startNumber }) => startNumber).toSorted(compareNames)),
		withoutHandicap: about(
			"withoutHandicap",
			startNumbersOf(rows.filter(({ isHandicapMissing }) => isHandicapMissing)),
		),
		kinds: { title: t("scoringAdmin.waiveAll.title"), hint: t("scoringAdmin.waiveAll.hint") },
		airspaces: t("scoringAdmin.airspaces.hint"),
		rows: t("scoringAdmin.rows.hint"),
		signatures: rows.some(({ findings }) => findings.some(({ kind }) => kind === "unsigned"))
			? t("igc.signatures")
			: null,
		/** Why the other source may count a day that we do not. */
		quarter: stored && isExactQuarter(stored.sheet.day) ? t("scoringAdmin.quarter") : null,
		glider: t("scoringAdmin.glider.hint"),
		choose: t("scoringAdmin.choose"),
		fill: t("scoringAdmin.fill"),
		fillUndo: t("scoringAdmin.fill.undo"),
		version: versionOf(ctx, stored, reopenedBy),
		...endWords(ctx, scores, days),
		/** What a decision about unofficial results brings with it; null for others. */
		anew: elsewhere === null && stored?.state === "unofficial" ? t("scoringAdmin.decision.anew") : null,
		rulesTitle: t("scoringAdmin.rulesOfStates"),
		...hindrancesOf(ctx, stored, isPending, asked),
	};
}

interface KnownOfRows {
	readonly logs: Awaited<ReturnType<typeof logsOfDesk>>;
	readonly matters: readonly LogMatter[];
	readonly scorers: Awaited<ReturnType<typeof scorersOf>>;
}

function rowsOf(
	{ stored, pilots, official, decisions }: ClassScores,
	{ logs, matters, scorers }: KnownOfRows,
) {
	const pilotOf = new Map(pilots.map((pilot) => [pilot.registrationId, pilot]));
	const scorerOf = new Map(scorers.map(({ registrationId, name }) => [registrationId, name]));
	const decisionOf = new Map(decisions.map((decision) => [decision.registrationId, decision]));
	return (stored?.sheet.rows ?? []).flatMap(({ flight, ...row }) => {
		const pilot = pilotOf.get(row.registrationId);
		const decision = decisionOf.get(row.registrationId);
		const findings = (flight?.findings ?? []).filter(({ kind }) => !settledHere.has(kind));
		const ofRow = matters.filter(({ registrationId }) => registrationId === row.registrationId);
		const own = listedFlights(logs.filter(({ registrationId }) => registrationId === row.registrationId)).map(
			({ result, maker, serial, ...log }) => ({
				...log,
				recorder: `${maker} ${serial}`,
				hasSerial: hasSerial({ maker, serial }),
				backup: log.standing === "backup" ? backupOf(result) : null,
			}),
		);
		return pilot
			? [
					{
						...row,
						pilot,
						official: official.get(row.registrationId) ?? null,
						findings,
						logs: own,
						matters: ofRow,
						isToBeSeen:
							row.held !== undefined ||
							ofRow.some(({ shift }) => shift !== 0) ||
							ofRow.some(({ moves }) => moves.length > 0) ||
							row.isBetterHeld === true ||
							own.some(
								({ standing, newer }) => standing === "unconfirmed" || standing === "waiting" || newer > 0,
							),
						disqualified: decision?.disqualified ?? false,
						decided: decision
							? {
									at: decision.updatedAt,
									by: scorerOf.get(row.registrationId) ?? null,
									reason: decision.reason,
									overrideReason: decision.override?.reason ?? null,
									isUndoable: decision.previous !== null,
								}
							: null,
					},
				]
			: [];
	});
}

/** What a backup says of the flight: the scorer may reduce a penalty by it. */
function backupOf(result: FlightResult | null) {
	return result && { distanceM: result.distanceM, findings: result.findings.filter(isProposal) };
}

const isProposal = ({ proposedPoints }: Finding) => proposedPoints > 0;

/** Selects who has decided last about each competitor of a class. */
function scorersOf(db: Db, { dayId, classId }: ClassDay) {
	return db
		.select({
			registrationId: scoreDecisions.registrationId,
			name: sql<string>`${users.name} || ' ' || ${users.surname}`,
		})
		.from(scoreDecisions)
		.innerJoin(registrations, eq(registrations.id, scoreDecisions.registrationId))
		.innerJoin(users, eq(users.id, scoreDecisions.updatedBy))
		.where(and(eq(scoreDecisions.dayId, dayId), eq(classOn(dayId), classId)));
}

const recorderText = (key: keyof Recorder) =>
	sql<string>`coalesce(json_extract(${igcFileVersions.receipt}, ${`$.figures.recorder.${key}`}), '')`;

/** Selects the logs of a class, who has sent them and what they are good for. */
function logsOfDesk(db: Db, { dayId, classId }: ClassDay) {
	return db
		.select({
			igcFileId: igcFiles.id,
			...pick(igcFiles, "registrationId", "dayId", "standing", "fillsGaps"),
			versionId: igcFileVersions.id,
			sender: igcFileVersions.sender,
			maker: recorderText("maker"),
			serial: recorderText("serial"),
			/** The flight that this log shows; null while it is not evaluated. */
			result: flightResults.result,
			/** How many of its competitor's logs wait beside it, as they came after the results were announced. */
			newer: sql<number>`(${newerWaiting(db)})`,
		})
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.leftJoin(tasks, isInForce({ dayId, classId }))
		.leftJoin(flightResults, isOfTaskAndLog)
		.where(and(eq(igcFiles.dayId, dayId), eq(classOn(dayId), classId)))
		.orderBy(igcFiles.flightNumber);
}

/** The version in force, whose list makes spaces inactive, and the spaces; without a version there is neither. */
function airspacesOf(rows: ReturnType<typeof rowsOf>, inForce: StoredTask | undefined) {
	const inactive = inForce ? inForce.briefing.inactiveAirspace : [];
	const findings = rows.flatMap((row) => row.findings);
	return { taskId: inForce?.id ?? null, spaces: spacesOfDay(findings, inactive) };
}

function startNumbersOf(rows: readonly { readonly pilot: { readonly startNumber: string } }[]): string[] {
	return rows.map(({ pilot }) => pilot.startNumber).toSorted(compareNames);
}

/** The log of a flight that is held, or too irregular, has come and waits for the scorer. */
function isWithoutLog({ status, distanceM, held }: Pick<ScoredRow, "status" | "distanceM" | "held">) {
	return distanceM === null && held === undefined && status !== "dnf" && status !== "withheld";
}

export type ScoringDesk = NonNullable<Awaited<ReturnType<typeof readScoringDesk>>>;
export type DeskRow = ScoringDesk["rows"][number];

interface SpaceOfDay {
	readonly name: string;
	readonly isInactive: boolean;
}

/** The spaces a scorer can switch, by name. @param inactive names as the briefing has them */
function spacesOfDay(findings: readonly Finding[], inactive: readonly string[]): SpaceOfDay[] {
	const entered = findings.flatMap(({ space }) => (space ? { name: space.name, isInactive: false } : []));
	const all = [...entered, ...inactive.map((name) => ({ name, isInactive: true }))];
	const byName = new Map(all.map((space) => [plainName(space.name), space]));
	return [...byName.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
