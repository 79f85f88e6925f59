import { z } from "zod";
import { instantOf } from "~/lib/editions/prague-time";
import { flag, optionalLine, optionalNumber, requiredLine } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";
import { secondsOf } from "~/lib/tasks/clock-times";
import { localTime } from "~/lib/tasks/task-fields";
import type { ScorePenalty } from "~db/schema";
import { type DecisionInput, factors, farthestM, mostPenaltyPoints } from "./score-decision";

/** The scorer's form about one flight: local times, kilometres; an empty field takes its override back. */
export const decisionFormSchema = z
	.object({
		start: localTime,
		finish: localTime,
		distanceKm: optionalNumber(0, farthestM / 1000),
		time: localTime,
		handicap: optionalNumber(factors.least, factors.most),
		out: flag,
		disqualified: flag,
		guest: flag,
		penaltyPoints: optionalNumber(0, mostPenaltyPoints),
		penaltyText: optionalLine(limits.reason),
		reason: requiredLine(limits.reason),
	})
	.superRefine(({ penaltyPoints, penaltyText, start, finish, time }, check) => {
		// Times of a day are of one length.
		if (start !== null && finish !== null && finish <= start)
			check.addIssue({ code: "custom", path: ["finish"], message: "scoringAdmin.finishBeforeStart" });
		if (secondsOf(time) === 0) check.addIssue({ code: "custom", path: ["time"], message: "task.field.time" });
		const missing = penaltyPoints === null ? "penaltyPoints" : "penaltyText";
		if ((penaltyPoints === null) !== (penaltyText === null))
			check.addIssue({ code: "custom", path: [missing], message: "form.field.required" });
	});

type Typed = z.infer<typeof decisionFormSchema>;

/**
 * @param date local date of the flight
 * @param given penalties, which stay
 */
export function decisionOfForm(typed: Typed, date: string, given: readonly ScorePenalty[]): DecisionInput {
	const { distanceKm, handicap, penaltyPoints, penaltyText, disqualified, guest, reason } = typed;
	const instant = (clock: string | null) => {
		const seconds = secondsOf(clock);
		return seconds === null ? null : instantOf(date, seconds).toISOString();
	};
	return {
		override: {
			start: instant(typed.start),
			finish: instant(typed.finish),
			distanceM: distanceKm === null ? null : Math.round(distanceKm * 1000),
			timeS: secondsOf(typed.time),
			handicap,
			out: typed.out || null,
		},
		penalties:
			penaltyPoints === null || penaltyText === null
				? [...given]
				: [...given, { points: penaltyPoints, text: penaltyText }],
		disqualified,
		guest,
		reason,
	};
}
