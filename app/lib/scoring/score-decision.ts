import { z } from "zod";
import { complaints, requiredLine } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";
import { resultStatuses } from "~db/enums";
import type { ScoreDecision, ScoreOverride } from "~db/schema";

/** Metres of the longest flight that a scorer can type. */
export const farthestM = 3_000_000;
const longestS = 86_400;
const mostPenalties = 20;
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
});

const textField = requiredLine(limits.reason);

/** A key of null removes that override, and `override: null` removes all of them; `penalties` is the whole list. */
export const decisionSchema = z.strictObject({
	override: overrideSchema.nullable().optional(),
	penalties: z
		.array(z.strictObject({ points: z.number().min(0).max(mostPenaltyPoints), text: textField }))
		.max(mostPenalties)
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

export type DecisionInput = z.infer<typeof decisionSchema>;

export const noDecision: ScoreDecision = { override: null, penalties: [], disqualified: false, guest: false };

const noOverride: ScoreOverride = {
	start: null,
	finish: null,
	distanceM: null,
	timeS: null,
	handicap: null,
	out: null,
};

/** The decision after a change; keys that are not given stay. */
export function changedDecision(
	before: ScoreDecision,
	{ override, penalties, disqualified, guest }: DecisionInput,
): ScoreDecision {
	return {
		override: override === undefined ? before.override : mergedOverride(before.override, override),
		penalties: penalties ?? before.penalties,
		disqualified: disqualified ?? before.disqualified,
		guest: guest ?? before.guest,
	};
}

function mergedOverride(
	before: ScoreOverride | null,
	change: NonNullable<DecisionInput["override"]> | null,
): ScoreOverride | null {
	if (change === null) return null;
	const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
	const { start, finish, ...rest }: ScoreOverride = { ...noOverride, ...before, ...given };
	const merged: ScoreOverride = { start: inUtc(start), finish: inUtc(finish), ...rest };
	return Object.values(merged).every((value) => value === null) ? null : merged;
}

function inUtc(time: string | null): string | null {
	return time === null ? null : new Date(time).toISOString();
}
