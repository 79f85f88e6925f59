import { z } from "zod";
import { dayById } from "~/lib/days/days-queries.server";
import { setStatus } from "~/lib/days/statuses/change-statuses.server";
import { statusJson, statusSchema, toStatusJson } from "~/lib/days/statuses/status-schema";
import { statusesOfDay } from "~/lib/days/statuses/statuses-queries.server";
import { first, read } from "~/lib/db/read.server";
import { endpoint, forAdmins, forAll } from "~/lib/http/api-call.server";
import { sortedByStartNumber } from "~/lib/i18n/collate";
import { done, refuse } from "~/lib/result";

/** The id is that of a day when the statuses are read, and that of one status when it is changed. */
const { loader, action } = endpoint({
	GET: forAll({
		summary: "Competitors' statuses of a day, by start number",
		cached: [],
		response: z.array(statusJson),
		refusals: ["not-found"],
		run: async ({ ctx, params }) => {
			const id = params.id ?? "";
			const { day, statuses } = await read(ctx.db, {
				day: first(dayById(ctx.db, id)),
				statuses: statusesOfDay(ctx.db, id),
			});
			return day ? done(sortedByStartNumber(statuses).map(toStatusJson)) : refuse("not-found");
		},
	}),
	PUT: forAdmins({
		summary: "Set the status of one competitor on a day; null empties it",
		body: statusSchema,
		response: statusJson,
		refusals: ["invalid-fields", "not-found"],
		run: async ({ ctx, params, body }) => {
			const result = await setStatus(ctx, { ...body, id: params.id ?? "" });
			return result.ok ? done(toStatusJson(result.value)) : result;
		},
	}),
});

export { action, loader };
