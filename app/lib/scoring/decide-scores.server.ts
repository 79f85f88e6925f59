import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ClassDay, CompetitorDay } from "~/lib/class-day";
import type { StaffCtx } from "~/lib/context";
import { areScoresFinal, type Closed, closedBy } from "~/lib/days/final-results.server";
import { commitOrStale, exactlyOne } from "~/lib/db/commit.server";
import { first, read } from "~/lib/db/read.server";
import { glidersOfClass } from "~/lib/entries/classes-queries.server";
import { handicapOf, referenceOnDay } from "~/lib/entries/gliders";
import { complaints } from "~/lib/forms/fields";
import { done, type Result, refuse } from "~/lib/result";
import { taskInForce } from "~/lib/tasks/tasks-queries.server";
import { dayScores, type Finding, type ScoreDecision, type ScorePenalty } from "~db/schema";
import { decisionAbout, findingKey, isOpen, mayEndFlight } from "./finding-values";
import { lowFinishPoints } from "./penalty-rates";
import { changedDecision, type classDecisionSchema, type DecisionInput } from "./score-decision";
import { competitorsOfDay, storedScores } from "./scoring-queries.server";
import {
	type AskedDecision,
	type Decided,
	type DecidedFlight,
	storeDecision,
	storeDecisions,
} from "./store-decision.server";

/**
 * Overrides a flight, gives penalties, disqualifies or makes a guest, with a reason. Refuses like `storeDecision`.
 * @param seen time of the decision that the scorer edited, null for none; without it every decision is overwritten
 */
export async function decideScore(
	ctx: StaffCtx<"scoring">,
	competitor: CompetitorDay,
	input: DecisionInput,
	seen?: number | null,
): Decided {
	const named = input.override?.glider?.name ?? null;
	const factor = named === null ? null : await factorOnDay(ctx, competitor, named);
	if (factor === "unknown") return refuse("invalid-fields", { glider: complaints.choice });
	return storeDecision(ctx, competitor, input.reason, ({ decision, stored, row }) => {
		const isStale = seen !== undefined && seen !== (stored?.updatedAt.getTime() ?? null);
		return isStale ? null : changedDecision(decision, withFactor(decision, input, factor), row?.penalties);
	});
}

/** A glider that the scorer names brings its factor, and takes it along when it goes; a factor that is typed comes first. */
function withFactor(
	{ override: before }: ScoreDecision,
	{ override, ...input }: DecisionInput,
	factor: number | null,
): DecisionInput {
	const isSaid = override && override.glider !== undefined && (override.handicap ?? null) === null;
	if (!isSaid) return { ...input, override };
	const isNamed = (override.glider?.name ?? null) !== null;
	const left = before?.glider?.name && override.handicap === undefined ? { handicap: null } : {};
	return { ...input, override: { ...override, ...(isNamed ? { handicap: factor } : left) } };
}

/** The factor of a glider of the class by the reference index with which the competitor flies that day; null when it has none. */
async function factorOnDay(
	ctx: StaffCtx<"scoring">,
	{ registrationId, ...where }: CompetitorDay,
	glider: string,
) {
	const { types, competitors } = await read(ctx.db, {
		types: glidersOfClass(ctx.db, where.classId),
		competitors: competitorsOfDay(ctx.db, where),
	});
	const type = types.find(({ name }) => name === glider);
	if (!type) return "unknown";
	const competitor = competitors.find((one) => one.registrationId === registrationId);
	return handicapOf(type.index, competitor ? referenceOnDay(competitor) : null);
}

/** A proposal that becomes a penalty, or none. */
interface GivenPenalty {
	/** As `findingKey` names it; `stale` when the flight no longer has it. */
	readonly finding: string;
	/** What the penalty is for, and the reason. */
	readonly text: string;
	/** Whether the finding gets no penalty. */
	readonly isWaived: boolean;
}

/**
 * Gives the penalty that a finding proposes, or decides that it gets none, once: pressed again, it changes nothing. A low finish gets that
 * of all its metres, of which the sheet takes off no more than the points for speed.
 */
export function givePenalty(
	ctx: StaffCtx<"scoring">,
	competitor: CompetitorDay,
	{ finding, text, isWaived }: GivenPenalty,
): Decided {
	return storeDecision(ctx, competitor, text, ({ decision, row }) => {
		const proposed = proposalOf(row, finding);
		if (!proposed) return null;
		if (decisionAbout(proposed, decision)) return decision;
		if (!isOpen(proposed, decision)) return null;
		const { kind, value, proposedPoints } = proposed;
		const points = kind === "finishLow" ? (value ?? 0) * lowFinishPoints : proposedPoints;
		return withPenalty(decision, { points: isWaived ? 0 : points, text, finding });
	});
}

/** An open proposal that a scorer has seen. */
interface SeenFinding {
	readonly registrationId: string;
	/** As `findingKey` names it. */
	readonly finding: string;
	/** What it says, which is the reason. */
	readonly text: string;
}

/**
 * Decides that none of several findings gets a penalty; the class is scored anew once. What somebody else has decided meanwhile, or the
 * flight no longer has, stays as it is.
 * Refuses with `stale` when that holds for all of them.
 * @returns how many of them stayed
 */
export async function waiveFindings(
	ctx: StaffCtx<"scoring">,
	classDay: ClassDay,
	seen: readonly SeenFinding[],
): Promise<Result<{ readonly stale: number }, Closed | "stale">> {
	const waived = new Map<string, number>();
	const asked = [...new Set(seen.map(({ registrationId }) => registrationId))].map(
		(registrationId): AskedDecision => {
			const findings = seen.filter((one) => one.registrationId === registrationId);
			return {
				registrationId,
				reason: findings[0]?.text ?? "",
				decide: ({ decision, row }) => {
					let after = decision;
					let count = 0;
					for (const { finding, text } of findings) {
						const next = withWaiver(after, row, finding, text);
						if (next) count++;
						after = next ?? after;
					}
					waived.set(registrationId, count);
					return count > 0 ? after : null;
				},
			};
		},
	);
	const written = await storeDecisions(ctx, classDay, asked);
	if (!written.ok) return written;
	const total = [...waived.values()].reduce((sum, one) => sum + one, 0);
	return written.value.sheet && total > 0 ? done({ stale: seen.length - total }) : refuse("stale");
}

/** Returns null when the finding is gone or decided otherwise. */
function withWaiver(
	decision: ScoreDecision,
	row: DecidedFlight["row"],
	finding: string,
	text: string,
): ScoreDecision | null {
	const proposed = proposalOf(row, finding);
	if (!proposed) return null;
	if (isOpen(proposed, decision)) return withPenalty(decision, { points: 0, text, finding });
	return decision.penalties.some((one) => one.finding === finding && one.points === 0) ? decision : null;
}

function proposalOf(row: DecidedFlight["row"], finding: string): Finding | undefined {
	return row?.flight?.findings.find((one) => findingKey(one) === finding);
}

function withPenalty(decision: ScoreDecision, penalty: ScorePenalty): ScoreDecision {
	return { ...decision, penalties: [...decision.penalties, penalty] };
}

/** Takes a penalty off. @param penalty as the scorer saw it; `stale` when it is not there any more */
export function removePenalty(
	ctx: StaffCtx<"scoring">,
	competitor: CompetitorDay,
	penalty: Pick<ScorePenalty, "points" | "text">,
	reason: string,
): Decided {
	return storeDecision(ctx, competitor, reason, ({ decision, row }) => {
		const place = (row?.penalties ?? []).findIndex(
			({ points, text }) => points === penalty.points && text === penalty.text,
		);
		return place < 0 ? null : { ...decision, penalties: decision.penalties.toSpliced(place, 1) };
	});
}

/**
 * Brings back the decision before the last one; a second undo takes the first back.
 * @param decidedAt time of the decision that the scorer saw; `stale` when another one came since
 */
export function undoDecision(
	ctx: StaffCtx<"scoring">,
	competitor: CompetitorDay,
	decidedAt: number,
	reason: string,
): Decided {
	return storeDecision(ctx, competitor, reason, ({ stored }) =>
		stored?.previous && stored.updatedAt.getTime() === decidedAt ? stored.previous : null,
	);
}

/**
 * Shows or hides the scores of a class, or cancels its day, whose unofficial results are preliminary again. Refuses before the class has
 * been scored once or without a task in force, to cancel the day of final scores, and to show or hide official ones.
 */
export async function decideClass(
	ctx: StaffCtx<"scoring">,
	classDay: ClassDay,
	{ published, cancelled, reason }: z.infer<typeof classDecisionSchema>,
): Promise<Result<null, "not-found" | Closed | "stale">> {
	const { stored, task } = await read(ctx.db, {
		stored: first(storedScores(ctx.db, classDay)),
		task: first(taskInForce(ctx.db, classDay)),
	});
	if (!stored || !task) return refuse("not-found");
	const isHeld = cancelled !== undefined && areScoresFinal(ctx.edition, stored, ctx.now);
	if (isHeld || stored.state === "official") return refuse(closedBy(ctx));
	const before = { published: stored.published, cancelled: stored.cancelled };
	const after = { published: published ?? before.published, cancelled: cancelled ?? before.cancelled };
	return commitOrStale(ctx, {
		statements: [
			exactlyOne(
				ctx.db
					.update(dayScores)
					// A column that is not changed is not written: somebody else may have set it meanwhile.
					.set({
						published: published ?? sql`${dayScores.published}`,
						cancelled: cancelled ?? sql`${dayScores.cancelled}`,
						...(cancelled
							? { state: "preliminary", stateSince: null, protestsUntil: null, protestsUntilReason: null }
							: {}),
					})
					.where(and(eq(dayScores.id, stored.id), eq(dayScores.state, stored.state))),
			),
		],
		audit: {
			action: "score.decide-class",
			subjectId: classDay.classId,
			before,
			after: { dayId: classDay.dayId, ...after, reason },
		},
		visible: true,
	});
}

/**
 * Scores a flight as out where it entered an airspace.
 * @param finding as `findingKey` names it; `stale` when the flight no longer has it, or is out already
 * @param reason what happened
 */
export function setOutAtEntry(
	ctx: StaffCtx<"scoring">,
	competitor: CompetitorDay,
	finding: string,
	reason: string,
): Decided {
	return storeDecision(ctx, competitor, reason, ({ decision, row }) => {
		const entry = proposalOf(row, finding);
		if (!entry || !mayEndFlight(entry, decision)) return null;
		const distanceM = entry.space?.outDistanceM ?? null;
		return changedDecision(decision, { override: { out: true, distanceM }, reason });
	});
}
