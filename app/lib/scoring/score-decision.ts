import { z } from "zod";
import { complaints, optionalLine, requiredLine } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";
import { resultStatuses } from "~db/enums";
import type { DecidedGlider, DecidedOverride, ScoreDecision, ScoreOverride, ScorePenalty } from "~db/schema";
import { penaltyRows } from "./penalty-rates";

/** Metres of the longest flight that a scorer can type. */
export const farthestM = 3_000_000;
const longestS = 86_400;
/** Range of the handicap factors that a scorer can type. */
export const factors = { least: 0.2, most: 3 };
export const mostPenaltyPoints = 1000;

const instantField = z.iso.datetime({ offset: true, error: complaints.required });

const overrideSchema = z.strictObject({
	start: instantField.nullish(),
	finish: instantField.nullish(),
	distanceM: z.number().min(0).max(farthestM).nullish(),
	timeS: z.number().min(1).max(longestS).nullish(),
	handicap: z.number().min(factors.least).max(factors.most).nullish(),
	out: z.boolean().nullish(),
	glider: z
		.strictObject({
			name: requiredLine(limits.name).nullable(),
			registrationNumber: requiredLine(limits.registrationNumber).nullable(),
		})
		.nullish(),
});

const textField = requiredLine(limits.reason);

/** A key of null removes that override, and `override: null` removes all of them; `penalties` is the whole list. */
export const decisionSchema = z.strictObject({
	override: overrideSchema.nullable().optional(),
	penalties: z
		.array(z.strictObject({ points: z.number().min(0).max(mostPenaltyPoints), text: textField }))
		.max(penaltyRows.length)
		.optional(),
	disqualified: z.boolean().optional(),
	guest: z.boolean().optional(),
	reason: textField,
});

export const classDecisionSchema = z.strictObject({
	published: z.boolean().optional(),
	cancelled: z.boolean().optional(),
	reason: textField,
});

/** The next state of the results of a class and day; some need a reason. */
export const dayStateSchema = z.strictObject({
	state: z.enum(resultStatuses),
	reason: textField.optional(),
});

/** Another end of the protest time, as a scorer types it: a field of the type `datetime-local`. */
export const otherEndSchema = z.object({
	protestsUntil: optionalLine(limits.reason),
	protestsUntilReason: optionalLine(limits.reason),
});

export interface DecisionInput extends Omit<z.infer<typeof decisionSchema>, "penalties"> {
	readonly penalties?: readonly ScorePenalty[] | undefined;
}

export const noDecision: ScoreDecision = { override: null, penalties: [], disqualified: false, guest: false };

const noOverride: ScoreOverride = {
	start: null,
	finish: null,
	distanceM: null,
	timeS: null,
	handicap: null,
	out: null,
};

/**
 * The decision after a change; keys that are not given stay. The reason is that of the override when it changes, or when nothing else
 * does. A penalty of the same text stays that of its finding.
 * @param shown the penalties as the sheet has them, where a low finish costs no more than the points for speed; given back unchanged,
 * they keep the points that were decided
 */
export function changedDecision(
	before: ScoreDecision,
	input: DecisionInput,
	shown: readonly ScorePenalty[] = before.penalties,
): ScoreDecision {
	const override =
		input.override === undefined
			? withoutReason(before.override)
			: mergedOverride(before.override, input.override);
	const rest = {
		penalties:
			input.penalties?.map((one) => decidedPenalty(before, shown, { ...findingOf(before, one), ...one })) ??
			before.penalties,
		disqualified: input.disqualified ?? before.disqualified,
		guest: input.guest ?? before.guest,
	};
	const { override: overrideBefore, ...restBefore } = before;
	const keepsReason = isSame(override, withoutReason(overrideBefore)) && !isSame(rest, restBefore);
	const reason = keepsReason ? overrideBefore?.reason : input.reason;
	return { override: override && { ...override, ...(reason === undefined ? {} : { reason }) }, ...rest };
}

function isSame(one: object | null, other: object | null): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

function findingOf({ penalties }: ScoreDecision, { text }: ScorePenalty): Pick<ScorePenalty, "finding"> {
	const finding = penalties.find((one) => one.text === text)?.finding;
	return finding === undefined ? {} : { finding };
}

function decidedPenalty(
	before: ScoreDecision,
	shown: readonly ScorePenalty[],
	one: ScorePenalty,
): ScorePenalty {
	const place = shown.findIndex(({ finding, points }) => finding === one.finding && points === one.points);
	return { ...one, points: before.penalties[place]?.points ?? one.points };
}

export function withoutReason(override: DecidedOverride | null): ScoreOverride | null {
	if (!override) return null;
	const { reason: _, ...values } = override;
	return values;
}

function mergedOverride(
	before: DecidedOverride | null,
	change: NonNullable<DecisionInput["override"]> | null,
): ScoreOverride | null {
	if (change === null) return null;
	const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
	const { start, finish, glider, ...rest } = { ...noOverride, ...withoutReason(before), ...given } as Omit<
		ScoreOverride,
		"glider"
	> & { readonly glider?: DecidedGlider | null };
	const isGliderSaid = glider && (glider.name !== null || glider.registrationNumber !== null);
	const merged: ScoreOverride = {
		start: inUtc(start),
		finish: inUtc(finish),
		...rest,
		...(isGliderSaid ? { glider } : {}),
	};
	return Object.values(merged).every((value) => value === null) ? null : merged;
}

function inUtc(time: string | null): string | null {
	return time === null ? null : new Date(time).toISOString();
}
