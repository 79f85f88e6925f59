import { z } from "zod";
import { choiceOf, flag, idField, optionalWholeNumber, requiredDate, requiredLine } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";
import { taskStatuses } from "~db/enums";
import { optionalTaskUrl } from "./tracking-schema";

/** A change of a day's task. */
export const taskSchema = z.object({
	task: choiceOf(taskStatuses),
	/** Whether the accepted competitors are told by e-mail. */
	email: flag,
	/** The version the change was made on; null to change whatever stands there. */
	version: optionalWholeNumber(1, 999_999_999),
});

/** The form of one day: its task and the tracking of both classes. */
export const dayFormSchema = taskSchema.extend({
	id: idField,
	"tracking-club": optionalTaskUrl,
	"tracking-18_meter": optionalTaskUrl,
});

/** A day that is added; it has no task unless said otherwise. */
export const newDaySchema = z.object({
	name: requiredLine(limits.dayName),
	date: requiredDate,
	task: choiceOf(taskStatuses).default("NO_TASK"),
});
