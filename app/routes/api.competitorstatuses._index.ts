import { z } from "zod";
import { endpoint, forAdmins } from "~/lib/api/endpoint.server";
import { makeStatuses } from "~/lib/days/make-statuses.server";
import { statusJson, toStatusJson } from "~/lib/days/statuses/status-json";
import { makeStatusesSchema } from "~/lib/days/statuses/status-schema";
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
