import { z } from "zod";
import { type ClassType, type TaskStatus, taskStatuses } from "~db/enums";

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

export const trackingJson = z.object({
	_id: z.string(),
	taskUrl: z.string(),
	competitionClass: z.object({ _id: z.string(), name: z.string(), type: z.string() }),
	day: dayJson,
});

export interface TrackingOfDay {
	readonly id: string;
	readonly taskUrl: string;
	readonly competitionClass: { readonly id: string; readonly name: string; readonly type: ClassType };
	readonly day: {
		readonly id: string;
		readonly name: string;
		readonly date: string;
		readonly task: TaskStatus;
	};
}

export function toTrackingJson(entry: TrackingOfDay): z.infer<typeof trackingJson> {
	const { id, name, type } = entry.competitionClass;
	return {
		_id: entry.id,
		taskUrl: entry.taskUrl,
		competitionClass: { _id: id, name, type },
		day: toDayJson(entry.day),
	};
}
