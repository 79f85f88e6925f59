import type { ClassDay } from "~/lib/class-day";
import type { Ctx } from "~/lib/context";
import { areScoresFinal } from "~/lib/days/final-results.server";
import { first, read } from "~/lib/db/read.server";
import { isPlayedLater } from "~/lib/editions/opening-times";
import { handicapOf } from "~/lib/entries/gliders";
import { momentOf } from "~/lib/flights/igc-file/flight-log";
import { type DayLogs, logsOfDay, withLogDoubts } from "~/lib/flights/log-rights/log-doubts.server";
import { pick } from "~/lib/pick";
import { type StoredTask, taskInForce } from "~/lib/tasks/tasks-queries.server";
import type {
	dayScores,
	Evaluating,
	FlightFigures,
	FlightResult,
	HoldReason,
	ScoreDecision,
} from "~db/schema";
import type { Edition } from "~editions/schema";
import { withAirspace } from "./airspace/airspace-findings";
import { type Backup, backupCover } from "./backup-cover";
import { dayLogsOf, isSeen } from "./day-logs.server";
import { isHeldByFinding, withLateLog } from "./flight-result";
import type { FlightToReview, ScoredTask, ScoringCompetitor } from "./make-day-scores";

import { noDecision } from "./score-decision";
import {
	competitorsOfDay,
	decisionsOfClass,
	type JoinedClass,
	lateLogsBefore,
	logsOfClass,
	progressOf,
	sourceElsewhere,
	storedScores,
} from "./scoring-queries.server";

export interface StoredDecision extends ScoreDecision {
	readonly previous: ScoreDecision | null;
	readonly updatedAt: Date;
}

interface DayCompetitor extends ScoringCompetitor {
	/** Whether the day keeps what the competitor flies with. */
	readonly isKept: boolean;
}

/** A class on a day, as it is stored. */
export interface ClassState {
	readonly task: ScoredTask;
	readonly competitors: readonly DayCompetitor[];
	/** Whether a log that scores waits for its first evaluation. */
	readonly isIncomplete: boolean;
	/** Decisions by entry. */
	readonly decisions: ReadonlyMap<string, StoredDecision>;
	readonly stored: typeof dayScores.$inferSelect | null;
	/** Null when no log waits for an evaluation. */
	readonly evaluating: Evaluating | null;
	/** Whether nothing is scored or changed any more. */
	readonly areFinal: boolean;
	/** Whether results from elsewhere count instead. */
	readonly isCovered: boolean;
}

export async function readState(ctx: Ctx, classDay: ClassDay): Promise<ClassState | null> {
	return (await readClass(ctx, classDay))?.state ?? null;
}

/** What a competitor of a class flies with on a day, as it is stored. */
export type DayEntry = Awaited<ReturnType<typeof competitorsOfDay>>[number];

/** Reads a class with an entry that may come into it, and how its competitors are made of what is stored. */
export async function readClass(ctx: Ctx, where: JoinedClass) {
	const { db, edition, now } = ctx;
	const { task, logs, entries, decisions, stored, late, dayLogs, elsewhere } = await read(db, {
		task: first(taskInForce(db, where)),
		logs: logsOfClass(db, where),
		entries: competitorsOfDay(db, where),
		decisions: decisionsOfClass(db, where),
		stored: first(storedScores(db, where)),
		late: lateLogsBefore(db, where),
		dayLogs: logsOfDay(db, where.dayId),
		elsewhere: first(sourceElsewhere(db, where)),
	});
	if (!task) return null;
	const grouped = await dayLogsOf(ctx, dayLogs, { id: where.dayId, date: task.date });
	const figuresOf = new Map(dayLogs.map(({ versionId, figures }) => [versionId, figures]));
	const lateOf = new Map(late.map((one) => [one.registrationId, one.late]));
	const decided = new Map(decisions.map(({ registrationId, ...decision }) => [registrationId, decision]));
	const competitorsOf = (its: readonly DayEntry[], itsLogs: readonly Log[]) =>
		its.map((entry) => {
			const competitor = pick(entry, "registrationId", "state", "stateAt", "isGuest", "isKept");
			const { index, referenceIndex, disqualifiedFrom } = entry;
			return {
				...competitor,
				isNeverDue: competitor.stateAt !== null && isPlayedLater(edition, task.date, competitor.stateAt),
				isDisqualified: disqualifiedFrom !== null && disqualifiedFrom <= task.date,
				handicap: handicapOf(index, referenceIndex),
				...flightsOf(
					itsLogs
						.filter(({ registrationId }) => registrationId === competitor.registrationId)
						.map((log) => ({ ...log, sentAt: receivedAt(edition, task.date, log) })),
					{ grouped, figuresOf },
					task,
					lateOf.get(competitor.registrationId) ?? 0,
				),
				decision: decisionOf(decided.get(competitor.registrationId)),
			};
		});
	const own = entries.filter(({ classId }) => classId === where.classId);
	const ofOwn = (log: Log) =>
		log.registrationId !== where.joining ||
		own.some(({ registrationId }) => registrationId === where.joining);
	const ownLogs = logs.filter(ofOwn);
	const state: ClassState = {
		task,
		stored: stored ?? null,
		isIncomplete: ownLogs.some(({ isWaiting, standing }) => isWaiting && standing === "scores"),
		evaluating: progressOf(ownLogs),
		areFinal: areScoresFinal(edition, stored ?? null, now),
		isCovered: elsewhere !== undefined,
		decisions: decided,
		competitors: competitorsOf(own, ownLogs),
	};
	return { state, storedTask: task, entries, logs, competitorsOf };
}

type Log = Awaited<ReturnType<typeof logsOfClass>>[number];

interface ReceivedLog extends Omit<Log, "sentAt"> {
	/** When it was received; null when no deadline counts for it. */
	readonly sentAt: Date | null;
}

/** Organisers say when they received a log that they load. The site may have had it before. */
function receivedAt(edition: Edition, date: string, { receivedAt: said, sentAt }: Log): Date | null {
	if (said !== null) return said < sentAt ? said : sentAt;
	return isPlayedLater(edition, date, sentAt) ? null : sentAt;
}

/** The logs of one flight; the first is evaluated for all of them. */
type Pieces = readonly [ReceivedLog, ...ReceivedLog[]];

interface LogsOfDay {
	readonly grouped: DayLogs;
	/** By version. */
	readonly figuresOf: ReadonlyMap<string, FlightFigures>;
}

/** The evaluated flights of a competitor: those that count, and those that wait for somebody to look at them. */
function flightsOf(logs: readonly ReceivedLog[], day: LogsOfDay, task: StoredTask, lateBefore: number) {
	const backups = logs.flatMap(({ standing, versionId, result }): Backup[] => {
		const figures = standing === "backup" ? day.figuresOf.get(versionId) : undefined;
		return figures ? [{ figures, result }] : [];
	});
	const flights = logs.flatMap((log) => {
		if (log.standing === "backup" || log.continues !== null) return [];
		const pieces: Pieces = [log, ...logs.filter(({ continues }) => continues === log.igcFileId)];
		const checked = checkedResult({ ...log, sentAt: latestOf(pieces) }, task, lateBefore);
		if (!checked) return [];
		const doubted = pieces.reduce(
			(result, piece) => withLogDoubts(result, piece, day.grouped, task.date),
			checked,
		);
		const figures = day.figuresOf.get(lastOf(pieces, day).versionId);
		const covered = figures ? backupCover(doubted, figures, backups) : [];
		return [{ pieces, result: { ...doubted, findings: [...doubted.findings, ...covered] } }];
	});
	const held = flights.flatMap(({ pieces, result }): FlightToReview[] => {
		const reason = holdOf(pieces, result);
		return reason ? [{ result, reason }] : [];
	});
	return {
		held,
		flightResults: flights.flatMap(({ pieces, result }) => (holdOf(pieces, result) ? [] : [result])),
	};
}

/** When the last piece was received; null when no deadline counts for one of them. */
function latestOf(pieces: Pieces): Date | null {
	const times = pieces.flatMap(({ sentAt }) => sentAt ?? []);
	return times.length < pieces.length ? null : new Date(Math.max(...times.map(Number)));
}

/** The piece that ends last. */
function lastOf([first, ...others]: Pieces, { figuresOf }: LogsOfDay): ReceivedLog {
	const endOf = ({ versionId }: ReceivedLog) => {
		const figures = figuresOf.get(versionId);
		return figures ? momentOf(figures.date, figures.lastFix) : 0;
	};
	return others.reduce((one, other) => (endOf(other) > endOf(one) ? other : one), first);
}

/** Why a flight is held. An organiser who confirms its logs has looked at their findings. */
function holdOf(pieces: Pieces, result: FlightResult): HoldReason | null {
	if (pieces.some(({ standing }) => standing === "unconfirmed")) return "unconfirmed";
	return !pieces.every(isSeen) && isHeldByFinding(result) ? "findings" : null;
}

function checkedResult(
	{ result, spaces, sentAt }: ReceivedLog,
	{ briefing, rules }: StoredTask,
	lateBefore: number,
): FlightResult | null {
	if (!result) return null;
	const checked = withAirspace(result, spaces ?? [], briefing.inactiveAirspace);
	return withLateLog(checked, { sentAt, logDeadlineS: rules.logDeadlineS, lateBefore });
}

function decisionOf(stored: StoredDecision | undefined): ScoreDecision {
	if (!stored) return noDecision;
	const { override, penalties, disqualified, guest } = stored;
	return { override, penalties, disqualified, guest };
}

/** Keeps the earlier flights against the same task that are not evaluated anew yet. */
export function withEarlierFlights(
	{ task, stored }: ClassState,
	competitors: readonly ScoringCompetitor[],
): readonly ScoringCompetitor[] {
	if (stored?.taskId !== task.id) return competitors;
	const flights = new Map(stored.sheet.rows.map((row) => [row.registrationId, row.held ? null : row.flight]));
	return competitors.map((one) => {
		const earlier = flights.get(one.registrationId);
		return one.flightResults.length + one.held.length > 0 || !earlier
			? one
			: { ...one, flightResults: [earlier] };
	});
}
