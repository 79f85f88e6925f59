import { and, eq, sql } from "drizzle-orm";
import type { ClassDay } from "~/lib/class-day";
import type { Ctx } from "~/lib/context";
import { commit, exactlyOne, type Write } from "~/lib/db/commit.server";
import { areOnDay, keepFlown } from "~/lib/entries/keep-flown.server";
import { type DayScores, dayScores } from "~db/schema";
import { differingEntries, rescoring } from "./announced-points";
import { type ClassState, readState, withEarlierFlights } from "./class-state.server";
import { engineVersion } from "./flight-result";
import { makeDayScores, type ScoringCompetitor } from "./make-day-scores";
import { moveEarlierEnds, protestDays } from "./protest-days.server";
import { finalDate, protestTimeEnds } from "./protest-deadline";
import { makeResults } from "./result-rows.server";
import { dropMailsOfChanges, resultsMails } from "./results-mails.server";

/** A write that goes into the batch of the new scores, and the competitors as it leaves them. */
export interface Change extends Pick<Write, "audit" | "statements"> {
	readonly competitors: readonly ScoringCompetitor[];
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
export async function storeScores(
	ctx: Ctx,
	classDay: ClassDay,
	changing: Changing,
): Promise<DayScores | null> {
	for (let turn = 0; turn < mostTurns; turn++) {
		const state = await readState(ctx, classDay);
		if (!state) return null;
		const change = changing(state);
		if (state.areFinal) return state.stored?.sheet ?? null;
		const competitors = change?.competitors ?? state.competitors;
		const evaluated = withProgress(makeDayScores(state.task, competitors, ctx.now), state);
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
			? withProgress(makeDayScores(state.task, withEarlierFlights(state, competitors), ctx.now), state)
			: evaluated;
		const outcome = rescoring(state.stored, sheet, change !== null);
		if (outcome === "wait" && state.stored) {
			if (await storeProgress(ctx, state, state.stored)) return state.stored.sheet;
			continue;
		}
		const anew = outcome === "anew" ? await announceAnew(ctx, classDay, state) : null;
		const committed = await commit(ctx, {
			statements: [
				...(change?.statements ?? []),
				...scoresStatements(ctx, classDay, { state, sheet, anew }),
				...keptBy(ctx, classDay, { state, sheet }),
				...makeResults(ctx.db, classDay),
				...(anew ? [...anew.earlierEnds, dropMailsOfChanges(ctx.db, classDay)] : []),
			],
			audit: change?.audit ?? [],
			outbox:
				anew && !state.isCovered
					? await resultsMails(ctx, classDay, { state: "unofficial", changed: true, ...anew.said })
					: [],
			visible: change !== null || isSeen(state, sheet),
		});
		if (committed.ok) return sheet;
	}
	return null;
}

/** A competitor who could protest sees new points for as long as the old ones. */
async function announceAnew(ctx: Ctx, classDay: ClassDay, { task: { date }, stored }: ClassState) {
	const days = await protestDays(ctx.db, classDay.classId);
	const last = finalDate(ctx.edition, days);
	const until = protestTimeEnds(ctx.edition, { date, finalDate: last }, ctx.now);
	const final = { date, was: stored?.protestsUntil ?? null, until, since: ctx.now };
	return {
		said: { protestsUntil: until, endsEarlier: date === last },
		earlierEnds: moveEarlierEnds(ctx, classDay.classId, days, final),
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
function scoresStatements(
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
export async function waitingPoints(ctx: Ctx, classDay: ClassDay): Promise<readonly string[]> {
	const state = await readState(ctx, classDay);
	if (state?.stored?.state !== "unofficial" || state.areFinal || state.evaluating) return [];
	return differingEntries(state.stored.sheet, makeDayScores(state.task, state.competitors, ctx.now));
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
