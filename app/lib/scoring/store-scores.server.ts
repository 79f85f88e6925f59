import { and, eq, sql } from "drizzle-orm";
import type { ClassDay } from "~/lib/class-day";
import type { Ctx } from "~/lib/context";
import { areScoresFinal } from "~/lib/days/final-results.server";
import { commit, exactlyOne, type Write } from "~/lib/db/commit.server";
import { first, read } from "~/lib/db/read.server";
import { handicapOf } from "~/lib/entries/gliders";
import { areOnDay, keepFlown } from "~/lib/entries/keep-flown.server";
import { type DayLogs, logsOfDay, withLogDoubts } from "~/lib/flights/senders/log-doubts.server";
import { type StoredTask, taskInForce } from "~/lib/tasks/tasks-queries.server";
import {
	type DayScores,
	dayScores,
	type Evaluating,
	type FlightResult,
	type HoldReason,
	type ScoreDecision,
} from "~db/schema";
import { withAirspace } from "./airspace/airspace-findings";
import { differingEntries, rescoring } from "./announced-points";
import { engineVersion, isHeldByFinding, withLateLog } from "./flight-result";
import { type HeldFlight, makeSheet, type ScoredTask, type SheetCompetitor } from "./make-sheet";
import { moveEarlierEnds, protestDays } from "./protest-days.server";
import { finalDate, protestTimeEnds } from "./protest-deadline";
import { dayLogsOf } from "./recorder-owners.server";
import { makeResults } from "./result-rows.server";
import { dropMailsOfChanges, resultsMails } from "./results-mails.server";
import { noDecision } from "./score-decision";
import {
	competitorsOfDay,
	decisionsOfClass,
	lateLogsBefore,
	logsOfClass,
	progressOf,
	sourceElsewhere,
	storedSheet,
} from "./scoring-queries.server";

export interface StoredDecision extends ScoreDecision {
	readonly previous: ScoreDecision | null;
	readonly updatedAt: Date;
}

interface DayCompetitor extends SheetCompetitor {
	/** Whether the day keeps what the competitor flies with. */
	readonly isKept: boolean;
}

/** A class on a day, as it is stored. */
interface ClassState {
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

/** A write that goes into the batch of the new scores, and the competitors as it leaves them. */
interface Change extends Pick<Write, "audit" | "statements"> {
	readonly competitors: readonly SheetCompetitor[];
}

/** @returns null when there is nothing to change */
type Changing = (state: ClassState) => Change | null;

export const noChange: Changing = () => null;

/** Attempts to score a class, as others may score it at the same moment. */
const mostTurns = 5;

/**
 * Scores a class, together with a change of it in one batch. One row holds all scores, so a failure leaves the earlier ones.
 * Without a change it writes nothing when the scores are the same, and never anything when the scores are final. Announced points
 * change by an organiser alone (`rescoring`).
 * @returns null when no task is in force, or others were faster every time
 */
export async function storeScores(ctx: Ctx, where: ClassDay, changing: Changing): Promise<DayScores | null> {
	for (let turn = 0; turn < mostTurns; turn++) {
		const state = await readState(ctx, where);
		if (!state) return null;
		const change = changing(state);
		if (state.areFinal) return state.stored?.sheet ?? null;
		const competitors = change?.competitors ?? state.competitors;
		const evaluated = withProgress(makeSheet(state.task, competitors, ctx.now), state);
		const isHeld = !change && isLess(state, evaluated);
		if (!change && !isHeld && isSame(state, evaluated)) {
			if (await endAct(ctx, state)) return evaluated;
			continue;
		}
		if (isHeld && state.stored) {
			if (await storeProgress(ctx, state, state.stored)) return evaluated;
			continue;
		}
		// A decision takes effect at once, but must not publish a half-evaluated class.
		const sheet = isLess(state, evaluated)
			? withProgress(makeSheet(state.task, withEarlierFlights(state, competitors), ctx.now), state)
			: evaluated;
		const outcome = rescoring(state.stored, sheet, change !== null);
		if (outcome === "wait" && state.stored) {
			if (await storeProgress(ctx, state, state.stored)) return state.stored.sheet;
			continue;
		}
		const anew = outcome === "anew" ? await announceAnew(ctx, where, state) : null;
		const committed = await commit(ctx, {
			statements: [
				...(change?.statements ?? []),
				...sheetStatements(ctx, where, { state, sheet, anew }),
				...keptBy(ctx, where, { state, sheet }),
				...makeResults(ctx.db, where),
				...(anew ? [...anew.earlierEnds, dropMailsOfChanges(ctx.db, where)] : []),
			],
			audit: change?.audit ?? [],
			outbox:
				anew && !state.isCovered
					? await resultsMails(ctx, where, { state: "unofficial", changed: true, ...anew.said })
					: [],
			visible: change !== null || isSeen(state, sheet),
		});
		if (committed.ok) return sheet;
	}
	return null;
}

/** A competitor who could protest sees new points for as long as the old ones. */
async function announceAnew(ctx: Ctx, where: ClassDay, { task: { date }, stored }: ClassState) {
	const days = await protestDays(ctx.db, where.classId);
	const last = finalDate(ctx.edition, days);
	const until = protestTimeEnds(ctx.edition, { date, finalDate: last }, ctx.now);
	const final = { date, was: stored?.protestsUntil ?? null, until, since: ctx.now };
	return {
		said: { protestsUntil: until, endsEarlier: date === last },
		earlierEnds: moveEarlierEnds(ctx, where.classId, days, final),
	};
}

type Anew = Awaited<ReturnType<typeof announceAnew>>;

/** The sheet says how far the evaluation of its class is. */
function withProgress({ evaluating: _, ...sheet }: DayScores, { evaluating }: ClassState): DayScores {
	return evaluating ? { ...sheet, evaluating } : sheet;
}

/** Keeps the earlier scores, and notes that others are coming. @returns false when somebody else was faster */
async function storeProgress(
	ctx: Ctx,
	state: ClassState,
	stored: NonNullable<ClassState["stored"]>,
): Promise<boolean> {
	const sheet = withProgress(stored.sheet, state);
	if (JSON.stringify(sheet) === JSON.stringify(stored.sheet)) return true;
	const update = ctx.db.update(dayScores).set({ sheet }).where(isUntouched(stored));
	const { dayId, competitionClassId: classId } = stored;
	const statements = [exactlyOne(update), ...makeResults(ctx.db, { dayId, classId })];
	return (await commit(ctx, { statements, audit: [], visible: isSeen(state, sheet) })).ok;
}

/**
 * Whether visitors see something of the scores, before or after. They see none that the scorer has hidden, nor a class in which nobody has
 * a flight but by logs that nobody has confirmed: such logs must not empty the caches.
 */
function isSeen({ stored }: ClassState, sheet: DayScores): boolean {
	const sheets = stored ? [stored.sheet, sheet] : [sheet];
	return (
		stored?.published !== false &&
		sheets.some(
			({ day, rows }) =>
				day.doM > 0 || rows.some(({ flight, held }) => flight !== null && held !== "unconfirmed"),
		)
	);
}

/** The change that an organiser made is scored, so nobody changes announced points any more. @returns false when somebody else was faster */
async function endAct(ctx: Ctx, { stored, evaluating }: ClassState): Promise<boolean> {
	if (!stored?.actedAt || evaluating) return true;
	const update = ctx.db.update(dayScores).set({ actedAt: null }).where(isUntouched(stored));
	return (await commit(ctx, { statements: [exactlyOne(update)], audit: [], visible: false })).ok;
}

function isSame({ stored }: ClassState, sheet: DayScores): boolean {
	return stored?.engine === engineVersion && JSON.stringify(stored.sheet) === JSON.stringify(sheet);
}

/** While logs are evaluated anew, a class keeps its scores until as many are evaluated as before. */
function isLess({ stored, isIncomplete }: ClassState, sheet: DayScores): boolean {
	return isIncomplete && stored !== null && sheet.logs < stored.sheet.logs;
}

/** Keeps the earlier flights against the same task that are not evaluated anew yet. */
function withEarlierFlights(
	{ task, stored }: ClassState,
	competitors: readonly SheetCompetitor[],
): readonly SheetCompetitor[] {
	if (stored?.taskId !== task.id) return competitors;
	const flights = new Map(stored.sheet.rows.map((row) => [row.registrationId, row.held ? null : row.flight]));
	return competitors.map((one) => {
		const earlier = flights.get(one.registrationId);
		return one.flightResults.length + one.held.length > 0 || !earlier
			? one
			: { ...one, flightResults: [earlier] };
	});
}

async function readState({ db, edition, now }: Ctx, where: ClassDay): Promise<ClassState | null> {
	const { task, logs, competitors, decisions, stored, late, dayLogs, elsewhere } = await read(db, {
		task: first(taskInForce(db, where)),
		logs: logsOfClass(db, where),
		competitors: competitorsOfDay(db, where),
		decisions: decisionsOfClass(db, where),
		stored: first(storedSheet(db, where)),
		late: lateLogsBefore(db, where),
		dayLogs: logsOfDay(db, where.dayId),
		elsewhere: first(sourceElsewhere(db, where)),
	});
	if (!task) return null;
	const grouped = await dayLogsOf(db, dayLogs, task.date);
	const lateOf = new Map(late.map((one) => [one.registrationId, one.late]));
	const decided = new Map(decisions.map(({ registrationId, ...decision }) => [registrationId, decision]));
	return {
		task,
		stored: stored ?? null,
		isIncomplete: logs.some(({ isWaiting, standing }) => isWaiting && standing === "scores"),
		evaluating: progressOf(logs),
		areFinal: areScoresFinal(edition, stored ?? null, now),
		isCovered: elsewhere !== undefined,
		decisions: decided,
		competitors: competitors.map(
			({ registrationId, index, referenceIndex, isGuest, disqualifiedFrom, ...competitor }) => ({
				registrationId,
				...competitor,
				isGuest,
				isDisqualified: disqualifiedFrom !== null && disqualifiedFrom <= task.date,
				handicap: handicapOf(index, referenceIndex),
				...flightsOf(
					logs.filter((log) => log.registrationId === registrationId),
					grouped,
					task,
					lateOf.get(registrationId) ?? 0,
				),
				decision: decisionOf(decided.get(registrationId)),
			}),
		),
	};
}

type Log = Awaited<ReturnType<typeof logsOfClass>>[number];

/** The evaluated flights of a competitor: those that count, and those that wait for somebody to look at them. */
function flightsOf(logs: readonly Log[], dayLogs: DayLogs, task: StoredTask, lateBefore: number) {
	const flights = logs.flatMap((log) => {
		const checked = checkedResult(log, task, lateBefore);
		return checked ? [{ log, result: withLogDoubts(checked, log, dayLogs, task.date) }] : [];
	});
	const held = flights.flatMap(({ log, result }): HeldFlight[] => {
		const reason = holdOf(log, result);
		return reason ? [{ result, reason }] : [];
	});
	return {
		held,
		flightResults: flights.flatMap(({ log, result }) => (holdOf(log, result) ? [] : [result])),
	};
}

/** Why a flight is held. An organiser who confirms a log has looked at its findings. */
function holdOf({ standing, confirmation }: Log, result: FlightResult): HoldReason | null {
	if (standing === "unconfirmed") return "unconfirmed";
	const isSeen = confirmation === "organiser" || confirmation === "earlier";
	return !isSeen && isHeldByFinding(result) ? "findings" : null;
}

function checkedResult(
	{ result, spaces, sentAt }: Log,
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

interface NewScores {
	readonly state: ClassState;
	readonly sheet: DayScores;
	/** Set when the protest time begins anew. */
	readonly anew: Anew | null;
}

/** The day keeps what its competitors fly with as soon as they have a score. */
function keptBy({ db, now }: Ctx, { dayId }: ClassDay, { state, sheet }: Omit<NewScores, "anew">) {
	const kept = new Set(state.competitors.flatMap((one) => (one.isKept ? [one.registrationId] : [])));
	const scored = sheet.rows.flatMap(({ registrationId, status }) =>
		status === "dnf" || kept.has(registrationId) ? [] : [registrationId],
	);
	return scored.length === 0 ? [] : [keepFlown(db, areOnDay(dayId, scored), now)];
}

/** The first one undoes the batch when somebody else has scored the class or made it official meanwhile. */
function sheetStatements(
	{ db, now }: Ctx,
	{ dayId, classId }: ClassDay,
	{ state: { task, stored, evaluating }, sheet, anew }: NewScores,
): Write["statements"] {
	// Two scores of one millisecond must differ, as the guard compares the time.
	const computedAt = new Date(Math.max(now.getTime(), (stored?.computedAt.getTime() ?? 0) + 1));
	const values = { taskId: task.id, engine: engineVersion, sheet, computedAt };
	if (!stored) {
		const id = crypto.randomUUID();
		return [db.insert(dayScores).values({ id, dayId, competitionClassId: classId, ...values })];
	}
	const scored = evaluating ? {} : { actedAt: null };
	const announced = anew && {
		protestsUntil: anew.said.protestsUntil,
		protestsUntilReason: null,
		stateSince: now,
	};
	return [
		exactlyOne(
			db
				.update(dayScores)
				.set({ ...values, ...scored, ...announced })
				.where(isUntouched(stored)),
		),
	];
}

/** Ids of the entries whose points would be others if the class was scored now; none before its results are announced. */
export async function waitingPoints(ctx: Ctx, where: ClassDay): Promise<readonly string[]> {
	const state = await readState(ctx, where);
	if (state?.stored?.state !== "unofficial" || state.areFinal || state.evaluating) return [];
	return differingEntries(state.stored.sheet, makeSheet(state.task, state.competitors, ctx.now));
}

/**
 * Condition: nobody has scored the class, changed what it is made of as an organiser, made it official, reopened it or moved the end of its
 * protest time since it was read.
 */
export function isUntouched(stored: typeof dayScores.$inferSelect) {
	const { id, computedAt, actedAt, state, revision, protestsUntil } = stored;
	return and(
		eq(dayScores.id, id),
		eq(dayScores.computedAt, computedAt),
		sql`${dayScores.actedAt} IS ${actedAt?.getTime() ?? null}`,
		eq(dayScores.state, state),
		eq(dayScores.revision, revision),
		sql`${dayScores.protestsUntil} IS ${protestsUntil?.getTime() ?? null}`,
	);
}
