import { z } from "zod";
import { clockOf, secondsOf } from "~/lib/editions/clock-times";
import {
	complaints,
	optionalLine,
	optionalNumber,
	optionalText,
	optionalWholeNumber,
} from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";

/* Fields that the organiser's form and the API share. Empty text takes a value off. */

export const highestM = 9_000;
const fastestKmh = 400;
export const longestS = 86_400;

/** "HH:MM:SS"; takes "HH:MM" too; null when empty. */
export const localTime = z
	.preprocess(
		(value) => (typeof value === "string" ? value.trim() : value) || null,
		z
			.string({ error: complaints.text })
			.transform((text, check) => {
				const seconds = secondsOf(text);
				if (seconds !== null) return clockOf(seconds);
				check.addIssue("task.field.time");
				return z.NEVER;
			})
			.nullable(),
	)
	.meta({ type: ["string", "null"], format: "time" });

export const ruleFields = {
	startOpens: localTime,
	startAltitudeM: optionalNumber(1, highestM),
	startSpeedKmh: optionalNumber(1, fastestKmh),
	finishAltitudeM: optionalNumber(1, highestM),
	finishCloses: localTime,
	/** Seconds after the landing. */
	logDeadlineS: optionalWholeNumber(1, longestS),
};

export const pevFields = {
	waitS: optionalWholeNumber(0, longestS),
	windowS: optionalWholeNumber(1, longestS),
	presses: optionalWholeNumber(1, 10),
};

export const briefingFields = {
	gridTime: localTime,
	firstLaunch: localTime,
	qnhHpa: optionalNumber(900, 1_100),
	frequencies: optionalLine(limits.name),
	note: optionalText(limits.note),
};

export const longestDistanceKm = 2_000;
export const zoneShapes = ["line", "cylinder", "sector", "keyhole", "ring"] as const;
/** Names of inactive spaces. */
export const mostSpaces = 30;
