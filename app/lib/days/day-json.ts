import { z } from "zod";
import { type TaskStatus, taskStatuses } from "~db/enums";

export const dayJson = z.object({
	_id: z.string(),
	name: z.string(),
	date: z.iso.date(),
	task: z.enum(taskStatuses),
});

interface Day {
	readonly id: string;
	readonly name: string;
	readonly date: string;
	readonly task: TaskStatus;
}

export function toDayJson({ id, name, date, task }: Day): z.infer<typeof dayJson> {
	return { _id: id, name, date, task };
}
