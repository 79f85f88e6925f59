import { z } from "zod";
import { isAdmin } from "~/lib/access";
import type { AdminCtx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import { first, read } from "~/lib/db/read.server";
import { endpoint, forAdmins, forAll } from "~/lib/http/api-call.server";
import { done, type Result, refuse } from "~/lib/result";
import { cancelTask } from "~/lib/tasks/cancel-task.server";
import { changeTask } from "~/lib/tasks/change-task.server";
import { publishTask } from "~/lib/tasks/publish-task.server";
import { taskJson, toTaskJson } from "~/lib/tasks/task-json";
import { taskChangeSchema } from "~/lib/tasks/task-schema";
import { taskById, tasksInForce, tasksOfDay } from "~/lib/tasks/tasks-queries.server";

type Change = z.infer<typeof taskChangeSchema>;

/** Changes a version. One that is published gets the settings that come with it. */
async function change(
	ctx: AdminCtx,
	id: string,
	{ published, cancelled, ...settings }: Change,
): Promise<Result<null>> {
	const hasSettings = Object.values(settings).some((setting) => setting !== undefined);
	if (cancelled) return cancelTask(ctx, id, null);
	if (published) return publishTask(ctx, id, null, hasSettings ? settings : null);
	return hasSettings ? changeTask(ctx, id, settings, null) : done(null);
}

const { loader, action } = endpoint({
	GET: forAll({
		summary: "Tasks of a day by its id: the versions in force, for organisers all versions",
		cached: [],
		response: z.array(taskJson),
		refusals: ["not-found"],
		run: async ({ ctx, params }) => {
			const dayId = params.id ?? "";
			const query = isAdmin(ctx) ? tasksOfDay(ctx.db, dayId) : tasksInForce(ctx.db, dayId);
			const { day, rows } = await read(ctx.db, { day: first(dayById(ctx.db, dayId)), rows: query });
			if (!day) return refuse("not-found");
			return done(rows.map((row) => toTaskJson(ctx, row)));
		},
	}),
	PATCH: forAdmins({
		summary: "Change, publish or cancel a version of a task by its id",
		body: taskChangeSchema,
		response: taskJson,
		refusals: ["not-found", "stale", "task-published", "results-closed", "days-locked"],
		run: async ({ ctx, params, body }) => {
			const id = params.id ?? "";
			const changed = await change(ctx, id, body);
			if (!changed.ok) return changed;
			const [row] = await taskById(ctx.db, id);
			return row ? done(toTaskJson(ctx, row)) : refuse("not-found");
		},
	}),
});

export { action, loader };
