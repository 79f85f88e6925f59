import { z } from "zod";
import { makeStatuses } from "~/lib/days/statuses/change-statuses.server";
import { makeStatusesSchema, statusJson, toStatusJson } from "~/lib/days/statuses/status-schema";
import { endpoint, forAdmins } from "~/lib/http/api-call.server";
import { done } from "~/lib/result";

const { loader, action } = endpoint({
	POST: forAdmins({
		summary: "Make the statuses that are missing on a day",
		status: 201,
		body: makeStatusesSchema,
		response: z.array(statusJson),
		refusals: ["invalid-fields"],
		run: async ({ ctx, body }) => {
			const result = await makeStatuses(ctx, body);
			return result.ok ? done(result.value.map(toStatusJson)) : result;
		},
	}),
});

export { action, loader };
