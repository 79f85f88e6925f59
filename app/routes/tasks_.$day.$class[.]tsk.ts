import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { answerTaskFile } from "~/lib/tasks/task-file.server";
import { taskInForceOf } from "~/lib/tasks/tasks-queries.server";
import { resource } from "~/shell/handle";

export const handle = resource({ cached: [] });

/** The version in force of a class on a day: trackers keep this address. */
export async function loader({ request, params, context: { ctx } }: LoaderFunctionArgs) {
	const [task] = await taskInForceOf(ctx.db, params.day ?? "", params.class ?? "");
	return answerTaskFile(ctx, request, task, "tsk");
}
