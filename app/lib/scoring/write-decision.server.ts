import type { ClassDay } from "~/lib/class-day";
import type { AdminCtx } from "~/lib/context";
import { type Closed, closedBy } from "~/lib/days/final-results.server";
import { done, type FieldErrors, type Result, refuse } from "~/lib/result";
import { type ScoreDecision, type ScoredRow, scoreDecisions } from "~db/schema";
import type { StoredDecision } from "./class-state.server";
import { overrideErrors } from "./make-sheet";
import { storeScores } from "./store-scores.server";

export type Decided = Promise<Result<ScoredRow, "not-found" | "stale" | "invalid-fields" | Closed>>;

/** The basis of a decision: the decision in force, and the row as it was scored. */
interface DecidedFlight {
	readonly decision: ScoreDecision;
	/** The decision as it is stored; null when nothing has been decided yet. */
	readonly stored: StoredDecision | null;
	/** Null before the class has been scored. */
	readonly row: ScoredRow | null;
}

/**
 * Writes a decision about a competitor; the class is scored anew in the same batch. Refuses with `not-found` when the entry is
 * not expected on the day or no task is in force, with `stale` when there is nothing to decide, or others were faster every time,
 * with `invalid-fields` when the flight would finish before its start, or be faster than any, with `results-closed` until the results are
 * reopened, with `days-locked` for good.
 * @param decide null when what the scorer saw is not there any more; the decision in force changes nothing
 */
export async function writeDecision(
	ctx: AdminCtx,
	where: ClassDay,
	registrationId: string,
	reason: string,
	decide: (flight: DecidedFlight) => ScoreDecision | null,
): Decided {
	const { db, now, actor } = ctx;
	let isFound = false;
	let isStale = false;
	let cannotChange = false;
	let errors = null as FieldErrors | null;
	const sheet = await storeScores(ctx, where, ({ competitors, decisions, stored, areFinal }) => {
		cannotChange = areFinal;
		if (areFinal) return null;
		const competitor = competitors.find((one) => one.registrationId === registrationId);
		isFound = competitor !== undefined;
		if (!competitor) return null;
		const before = competitor.decision;
		const row = stored?.sheet.rows.find((one) => one.registrationId === registrationId) ?? null;
		const decision = decide({ decision: before, stored: decisions.get(registrationId) ?? null, row });
		isStale = decision === null;
		if (!decision || decision === before) return null;
		const { override } = decision;
		errors = override && override !== before.override ? overrideErrors(row?.flight ?? null, override) : null;
		if (errors) return null;
		const values = { ...decision, previous: before, reason, updatedAt: now, updatedBy: actor.id };
		return {
			competitors: competitors.map((one) => (one === competitor ? { ...one, decision } : one)),
			statements: [
				db
					.insert(scoreDecisions)
					.values({ id: crypto.randomUUID(), dayId: where.dayId, registrationId, ...values })
					.onConflictDoUpdate({
						target: [scoreDecisions.dayId, scoreDecisions.registrationId],
						set: values,
					}),
			],
			audit: {
				action: "score.decide",
				subjectId: registrationId,
				before: auditOf(before),
				after: { dayId: where.dayId, ...auditOf(decision), reason },
			},
		};
	});
	if (cannotChange) return refuse(closedBy(ctx));
	if (errors) return refuse("invalid-fields", errors);
	if (isStale) return refuse("stale");
	const row = sheet?.rows.find((one) => one.registrationId === registrationId);
	return row ? done(row) : refuse(isFound ? "stale" : "not-found");
}

/** The values are texts, so that the log also shows nested ones. */
function auditOf({ override, penalties, disqualified, guest }: ScoreDecision) {
	return {
		override: override && JSON.stringify(override),
		penalties: JSON.stringify(penalties),
		disqualified,
		guest,
	};
}
