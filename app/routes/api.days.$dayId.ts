import { updateDay } from "~/lib/days/change-days.server";
import { dayJson, toDayJson } from "~/lib/days/day-json";
import { taskSchema } from "~/lib/days/day-schema";
import { endpoint, forAdmins } from "~/lib/http/api-call.server";
import { done } from "~/lib/result";

const { loader, action } = endpoint({
	PUT: forAdmins({
		summary: "Set the task status of a day, and notify the accepted competitors when asked to",
		body: taskSchema,
		response: dayJson,
		refusals: ["invalid-fields", "not-found", "stale", "results-closed", "days-locked"],
		run: async ({ ctx, params, body }) => {
			const result = await updateDay(ctx, { ...body, id: params.dayId ?? "" });
			return result.ok ? done(toDayJson(result.value)) : result;
		},
	}),
});

export { action, loader };
