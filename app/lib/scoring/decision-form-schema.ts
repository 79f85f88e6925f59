import { z } from "zod";
import { secondsOf } from "~/lib/editions/clock-times";
import { instantOf } from "~/lib/editions/prague-time";
import { complaints, flag, optionalLine, optionalNumber, requiredLine } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";
import { localTime } from "~/lib/tasks/task-fields";
import type { ScorePenalty } from "~db/schema";
import { penaltyRows } from "./penalty-rates";
import { type DecisionInput, factors, farthestM, mostPenaltyPoints } from "./score-decision";

type PenaltyRow = (typeof penaltyRows)[number];

/** Fields of the penalties in force and of those that findings propose, such as `points0`, `text0` and `finding0`. */
const penaltyFields = Object.fromEntries(
	penaltyRows.flatMap((row) => [
		[`points${row}`, optionalNumber(0, mostPenaltyPoints)],
		[`text${row}`, optionalLine(limits.reason)],
		[`finding${row}`, optionalLine(limits.note)],
	]),
) as Record<`points${PenaltyRow}`, ReturnType<typeof optionalNumber>> &
	Record<`${"text" | "finding"}${PenaltyRow}`, ReturnType<typeof optionalLine>>;

/**
 * The scorer's form about one flight: local times, kilometres; an empty field takes its override back, and empty points a penalty.
 * `penaltyPoints` and `penaltyText` are for another one.
 */
export const decisionFormSchema = z
	.object({
		start: localTime,
		finish: localTime,
		distanceKm: optionalNumber(0, farthestM / 1000),
		time: localTime,
		handicap: optionalNumber(factors.least, factors.most),
		glider: optionalLine(limits.name),
		registrationNumber: optionalLine(limits.registrationNumber),
		out: flag,
		disqualified: flag,
		guest: flag,
		...penaltyFields,
		penaltyPoints: optionalNumber(0, mostPenaltyPoints),
		penaltyText: optionalLine(limits.reason),
		reason: requiredLine(limits.reason),
	})
	.superRefine(({ penaltyPoints, penaltyText, start, finish, time, ...rows }, check) => {
		for (const row of penaltyRows) {
			if (rows[`points${row}`] !== null && rows[`text${row}`] === null)
				check.addIssue({ code: "custom", path: [`text${row}`], message: complaints.required });
		}
		// Times of a day are of one length.
		if (start !== null && finish !== null && finish <= start)
			check.addIssue({ code: "custom", path: ["finish"], message: "scoringAdmin.finishBeforeStart" });
		if (secondsOf(time) === 0) check.addIssue({ code: "custom", path: ["time"], message: "task.field.time" });
		const missing = penaltyPoints === null ? "penaltyPoints" : "penaltyText";
		if ((penaltyPoints === null) !== (penaltyText === null))
			check.addIssue({ code: "custom", path: [missing], message: "form.field.required" });
	});

type Typed = z.infer<typeof decisionFormSchema>;

/** @param date local date of the flight */
export function decisionOfForm(typed: Typed, date: string): DecisionInput {
	const { distanceKm, handicap, penaltyPoints, penaltyText, disqualified, guest, reason } = typed;
	const { glider: name, registrationNumber } = typed;
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
			glider: { name, registrationNumber },
		},
		penalties: [
			...penaltyRows.map((row) => ({
				points: typed[`points${row}`] ?? null,
				text: typed[`text${row}`] ?? null,
				finding: typed[`finding${row}`],
			})),
			{ points: penaltyPoints, text: penaltyText, finding: null },
		].flatMap(({ points, text, finding }): ScorePenalty[] =>
			points === null || text === null ? [] : [{ points, text, ...(finding ? { finding } : {}) }],
		),
		disqualified,
		guest,
		reason,
	};
}
