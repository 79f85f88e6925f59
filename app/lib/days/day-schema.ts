import { z } from "zod";
import {
	choiceOf,
	complaints,
	flag,
	idField,
	optionalWholeNumber,
	requiredDate,
	requiredLine,
} from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";
import { taskStatuses } from "~db/enums";
import { parseTaskUrl } from "./tracking-menu";

const wrongAddress = "form.field.taskUrl";

const trimmed = (value: unknown) => (typeof value === "string" ? value.trim() : (value ?? ""));

const taskUrl = z
	.string({ error: complaints.text })
	.min(1, complaints.required)
	.transform((text, check) => {
		const url = parseTaskUrl(text);
		if (url !== null) return url;
		check.addIssue(wrongAddress);
		return z.NEVER;
	});

/** Null when the field is empty. */
const optionalTaskUrl = z.preprocess((value) => trimmed(value) || null, taskUrl.nullable());

export const trackingSchema = z.object({ taskUrl: z.preprocess(trimmed, taskUrl) });

export const taskSchema = z.object({
	task: choiceOf(taskStatuses),
	/** Whether accepted competitors get a mail about the task. */
	email: flag,
	/** The version that was edited; null overwrites every version. */
	version: optionalWholeNumber(1, 999_999_999),
});

/** The name of the field for the tracking address of a class. @param type its key */
export const trackingField = (type: string) => `tracking-${type}`;

/** The form of a day, with a tracking address for each class. @param classTypes their keys */
export function dayFormSchema(classTypes: readonly string[]) {
	return taskSchema.extend({
		id: idField,
		/** Whether the organiser has confirmed the cancellation of the day. */
		confirmed: flag,
		...Object.fromEntries(classTypes.map((type) => [trackingField(type), optionalTaskUrl])),
	});
}

export const newDaySchema = z.object({
	name: requiredLine(limits.dayName),
	date: requiredDate,
	task: choiceOf(taskStatuses).default("NO_TASK"),
});
