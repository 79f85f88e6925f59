import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { answerTaskFile } from "~/lib/tasks/task-file.server";
import { taskById } from "~/lib/tasks/tasks-queries.server";
import { resource } from "~/shell/handle";

export const handle = resource({ cached: [] });

export async function loader({ request, params, context: { ctx } }: LoaderFunctionArgs) {
	const [task] = await taskById(ctx.db, params.taskId ?? "");
	return answerTaskFile(ctx, request, task, "xctsk");
}
