import { z } from "zod";
import { choiceOf, flag, idField, optionalWholeNumber, requiredDate, requiredLine } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";
import { taskStatuses } from "~db/enums";
import { optionalTaskUrl } from "./tracking-schema";

export const taskSchema = z.object({
	task: choiceOf(taskStatuses),
	/** Whether accepted competitors get a mail about the task. */
	email: flag,
	/** The version that was edited; null overwrites every version. */
	version: optionalWholeNumber(1, 999_999_999),
});

export const dayFormSchema = taskSchema.extend({
	id: idField,
	/** Whether the organiser has been asked before the day is cancelled. */
	confirmed: flag,
	"tracking-club": optionalTaskUrl,
	"tracking-18_meter": optionalTaskUrl,
});

export const newDaySchema = z.object({
	name: requiredLine(limits.dayName),
	date: requiredDate,
	task: choiceOf(taskStatuses).default("NO_TASK"),
});
