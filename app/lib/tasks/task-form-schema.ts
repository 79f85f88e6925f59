import { z } from "zod";
import { shortTime } from "~/lib/editions/clock-times";
import {
	choiceOf,
	flag,
	optionalNumber,
	optionalText,
	optionalWholeNumber,
	versionField,
	wholeNumber,
} from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";
import { earthModels } from "~db/enums";
import type { TaskSettings } from "./complete-task";
import { usualPresses } from "./task-defaults";
import { briefingFields, longestDistanceKm, mostSpaces, ruleFields } from "./task-fields";
import type { StoredTask } from "./tasks-queries.server";

/** Minutes of whole seconds; one second is 0.017 minutes. */
const shortestMinutes = 0.01;
const longestMinutes = 1_440;
const { logDeadlineS: _, ...rules } = ruleFields;

/** The organiser's form: rules, scoring and briefing of a version, flat; times in minutes. */
export const taskFormSchema = z.object({
	revision: versionField,
	...rules,
	pevWaitMin: optionalNumber(0, longestMinutes),
	pevWindowMin: optionalNumber(shortestMinutes, longestMinutes),
	pevPresses: optionalWholeNumber(1, 10),
	logDeadlineMin: optionalNumber(shortestMinutes, longestMinutes),
	d1Km: wholeNumber(1, longestDistanceKm),
	dmKm: wholeNumber(1, longestDistanceKm),
	handicaps: flag,
	earth: choiceOf(earthModels),
	subtractFinishRadius: flag,
	...briefingFields,
	inactiveAirspace: optionalText(limits.note),
});

type Typed = z.infer<typeof taskFormSchema>;

const wholeSeconds = (minutes: number) => Math.round(minutes * 60);

/** Minutes with as many decimals as are needed to get the same seconds back. */
const shownMinutes = (seconds: number) => Math.round((seconds / 60) * 1_000) / 1_000;

/** @param hasRules false for a published version, whose rules the form does not show */
export function settingsOfForm(typed: Typed, hasRules: boolean): TaskSettings {
	const { startOpens, startAltitudeM, startSpeedKmh, finishAltitudeM, finishCloses } = typed;
	const { pevWaitMin, pevWindowMin, pevPresses, logDeadlineMin } = typed;
	const { d1Km, dmKm, handicaps, earth, subtractFinishRadius } = typed;
	const { gridTime, firstLaunch, qnhHpa, frequencies, note } = typed;
	const spaces = (typed.inactiveAirspace ?? "").split("\n").map((name) => name.trim());
	return {
		...(hasRules
			? {
					rules: {
						startOpens,
						startAltitudeM,
						startSpeedKmh,
						finishAltitudeM,
						finishCloses,
						logDeadlineS: logDeadlineMin && wholeSeconds(logDeadlineMin),
						pev:
							pevWaitMin === null
								? null
								: {
										waitS: wholeSeconds(pevWaitMin),
										windowS: pevWindowMin && wholeSeconds(pevWindowMin),
										presses: pevPresses ?? usualPresses,
									},
					},
				}
			: {}),
		scoring: { d1Km, dmKm, handicaps, earth, subtractFinishRadius },
		briefing: {
			gridTime,
			firstLaunch,
			qnhHpa,
			frequencies,
			note,
			inactiveAirspace: spaces.filter(Boolean).slice(0, mostSpaces),
		},
	};
}

export function formValues({
	rules,
	scoring,
	briefing,
	revision,
}: Pick<StoredTask, "rules" | "scoring" | "briefing" | "revision">) {
	const { pev, logDeadlineS, ...otherRules } = rules;
	const shown = (time: string | null) => time && shortTime(time);
	return {
		revision,
		...otherRules,
		startOpens: shown(rules.startOpens),
		finishCloses: shown(rules.finishCloses),
		pevWaitMin: pev && shownMinutes(pev.waitS),
		pevWindowMin: pev?.windowS ? shownMinutes(pev.windowS) : null,
		pevPresses: pev?.presses ?? null,
		logDeadlineMin: logDeadlineS && shownMinutes(logDeadlineS),
		...scoring,
		...briefing,
		gridTime: shown(briefing.gridTime),
		firstLaunch: shown(briefing.firstLaunch),
		inactiveAirspace: briefing.inactiveAirspace.join("\n"),
	};
}
