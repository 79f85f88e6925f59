import { isAdmin } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import { addDays, pragueDate } from "~/lib/editions/prague-time";
import { linkToDesk, linkToTask } from "~/lib/tasks/task-links.server";
import type { comingTasks, missingTasks } from "~/lib/tasks/tasks-queries.server";

/** Local dates, for the queries of `taskLinks`. */
export function datesOf({ now }: Pick<Ctx, "now">) {
	const today = pragueDate(now);
	return { today, tomorrow: addDays(today, 1) };
}

type Rows<Query extends (...values: never[]) => PromiseLike<unknown>> = Awaited<ReturnType<Query>>;

/** @param missing undefined for visitors */
export function taskLinks(ctx: Ctx, coming: Rows<typeof comingTasks>, missing?: Rows<typeof missingTasks>) {
	const desks = isAdmin(ctx) ? (missing ?? []) : [];
	return [...coming.map((task) => linkToTask(ctx, task)), ...desks.map((place) => linkToDesk(ctx, place))];
}
