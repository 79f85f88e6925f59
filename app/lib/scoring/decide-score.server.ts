import type { AdminCtx } from "~/lib/context";
import { done, type Result, refuse } from "~/lib/result";
import { scoreDecisions } from "~db/schema";
import { changedDecision, type DecisionInput, type ScoreDecision } from "./score-decision";
import type { ScoredRow } from "./score-sheet";
import type { ClassDay } from "./scoring-queries.server";
import { storeScores } from "./store-scores.server";

/**
 * Overrides a flight, gives penalties, disqualifies or makes a guest, with a reason. The class is scored anew in the same
 * batch. Refuses when the entry is not expected on the day, or no task is in force.
 */
export async function decideScore(
	ctx: AdminCtx,
	where: ClassDay,
	registrationId: string,
	input: DecisionInput,
): Promise<Result<ScoredRow, "not-found">> {
	const { db, now, actor } = ctx;
	const sheet = await storeScores(ctx, where, ({ competitors }) => {
		const competitor = competitors.find((one) => one.registrationId === registrationId);
		if (!competitor) return null;
		const before = competitor.decision;
		const decision = changedDecision(before, input);
		const values = { ...decision, reason: input.reason, updatedAt: now, updatedBy: actor.id };
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
				after: { dayId: where.dayId, ...auditOf(decision), reason: input.reason },
			},
		};
	});
	const row = sheet?.rows.find((one) => one.registrationId === registrationId);
	return row ? done(row) : refuse("not-found");
}

/** As texts, so that the log shows values that lie deep. */
function auditOf({ override, penalties, disqualified, guest }: ScoreDecision) {
	return {
		override: override && JSON.stringify(override),
		penalties: JSON.stringify(penalties),
		disqualified,
		guest,
	};
}
