import type { ClassDay, CompetitorDay } from "~/lib/class-day";
import type { StaffCtx } from "~/lib/context";
import { type Closed, closedBy } from "~/lib/days/final-results.server";
import { done, type FieldErrors, type Result, refuse } from "~/lib/result";
import { type DayScores, type ScoreDecision, type ScoredRow, scoreDecisions } from "~db/schema";
import type { ClassState, StoredDecision } from "./class-state.server";
import { overrideErrors } from "./make-day-scores";
import { type Change, storeScores } from "./store-scores.server";

export type Decided = Promise<Result<ScoredRow, "not-found" | "stale" | "invalid-fields" | Closed>>;

/** The basis of a decision: the decision in force, and the row as it was scored. */
export interface DecidedFlight {
	readonly decision: ScoreDecision;
	/** The decision as it is stored; null when nothing has been decided yet. */
	readonly stored: StoredDecision | null;
	/** Null before the class has been scored. */
	readonly row: ScoredRow | null;
}

/** A decision about a competitor, as it is asked for. */
export interface AskedDecision {
	readonly registrationId: string;
	readonly reason: string;
	/** Null when what the scorer saw is not there any more; the decision in force changes nothing. */
	readonly decide: (flight: DecidedFlight) => ScoreDecision | null;
}

/**
 * Writes a decision about a competitor; the class is scored anew in the same batch. Refuses with `not-found` when the entry is
 * not expected on the day or no task is in force, with `stale` when there is nothing to decide, or others were faster every time,
 * with `invalid-fields` when the flight would finish before its start, or be faster than any, with `results-closed` until the results are
 * reopened, with `days-locked` for good.
 */
export async function storeDecision(
	ctx: StaffCtx<"scoring">,
	competitor: CompetitorDay,
	reason: string,
	decide: AskedDecision["decide"],
): Decided {
	const { registrationId } = competitor;
	const written = await storeDecisions(ctx, competitor, [{ registrationId, reason, decide }]);
	if (!written.ok) return written;
	const { sheet, judged } = written.value;
	const [one] = judged;
	if (one?.is === "wrong") return refuse("invalid-fields", one.errors);
	if (one?.is === "stale") return refuse("stale");
	const row = sheet?.rows.find((other) => other.registrationId === registrationId);
	return row ? done(row) : refuse(one ? "stale" : "not-found");
}

type Judged =
	| { readonly is: "stale" | "unchanged" }
	| { readonly is: "wrong"; readonly errors: FieldErrors }
	| { readonly is: "new"; readonly decision: ScoreDecision };

interface Written {
	/** Null when nothing could be written. */
	readonly sheet: DayScores | null;
	/** What became of each decision; undefined when the entry is not expected on the day. */
	readonly judged: readonly (Judged | undefined)[];
}

/** Writes decisions about several competitors of a class, which is scored anew once. Those that cannot be made stop no other. */
export async function storeDecisions(
	ctx: StaffCtx<"scoring">,
	classDay: ClassDay,
	asked: readonly AskedDecision[],
): Promise<Result<Written, Closed>> {
	let cannotChange = false;
	let judged: (Judged | undefined)[] = [];
	const sheet = await storeScores(ctx, classDay, (state) => {
		cannotChange = state.areFinal;
		if (cannotChange) return null;
		judged = asked.map((one) => judge(state, one));
		const made = asked.flatMap((one, place): Made[] => {
			const now = judged[place];
			const before = state.competitors.find(({ registrationId }) => registrationId === one.registrationId);
			return now?.is === "new" && before ? [{ ...one, before: before.decision, decision: now.decision }] : [];
		});
		return made.length === 0 ? null : changeOf(ctx, classDay, state, made);
	});
	return cannotChange ? refuse(closedBy(ctx)) : done({ sheet, judged });
}

function judge({ competitors, decisions, stored }: ClassState, asked: AskedDecision): Judged | undefined {
	const { registrationId, decide } = asked;
	const competitor = competitors.find((one) => one.registrationId === registrationId);
	if (!competitor) return undefined;
	const before = competitor.decision;
	const row = stored?.sheet.rows.find((one) => one.registrationId === registrationId) ?? null;
	const decision = decide({ decision: before, stored: decisions.get(registrationId) ?? null, row });
	if (!decision) return { is: "stale" };
	if (decision === before) return { is: "unchanged" };
	const { override } = decision;
	const errors =
		override && override !== before.override ? overrideErrors(row?.flight ?? null, override) : null;
	return errors ? { is: "wrong", errors } : { is: "new", decision };
}

/** A decision to be stored beside the one before it. */
interface Made extends Pick<AskedDecision, "registrationId" | "reason"> {
	readonly before: ScoreDecision;
	readonly decision: ScoreDecision;
}

function changeOf(
	{ db, now, actor }: StaffCtx<"scoring">,
	{ dayId }: ClassDay,
	{ competitors }: ClassState,
	made: readonly Made[],
): Change {
	const decisionOf = new Map(made.map(({ registrationId, decision }) => [registrationId, decision]));
	return {
		competitors: competitors.map((one) => ({
			...one,
			decision: decisionOf.get(one.registrationId) ?? one.decision,
		})),
		statements: made.map(({ registrationId, reason, before, decision }) => {
			const values = { ...decision, previous: before, reason, updatedAt: now, updatedBy: actor.id };
			return db
				.insert(scoreDecisions)
				.values({ id: crypto.randomUUID(), dayId, registrationId, ...values })
				.onConflictDoUpdate({
					target: [scoreDecisions.dayId, scoreDecisions.registrationId],
					set: values,
				});
		}),
		audit: made.map(({ registrationId, reason, before, decision }) => ({
			action: "score.decide",
			subjectId: registrationId,
			before: auditOf(before),
			after: { dayId, ...auditOf(decision), reason },
		})),
	};
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
