import { isAdmin } from "~/lib/access";
import { endpoint, forAll } from "~/lib/http/api-call.server";
import { done, refuse } from "~/lib/result";
import { taskJson, toTaskJson } from "~/lib/tasks/task-json";
import { taskById } from "~/lib/tasks/tasks-queries.server";

const { loader, action } = endpoint({
	GET: forAll({
		summary: "A version of a task; what was never published is for organisers",
		cached: [],
		response: taskJson,
		refusals: ["not-found"],
		run: async ({ ctx, params }) => {
			const [row] = await taskById(ctx.db, params.taskId ?? "");
			if (!row || (row.publishedAt === null && !isAdmin(ctx))) return refuse("not-found");
			return done(toTaskJson(ctx, row));
		},
	}),
});

export { action, loader };
