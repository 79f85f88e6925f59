import { z } from "zod";
import { toTrackingJson, trackingJson } from "~/lib/days/day-json";
import { dayById } from "~/lib/days/days-queries.server";
import { trackingOfDay } from "~/lib/days/tracking-queries.server";
import { first, read } from "~/lib/db/read.server";
import { endpoint, forAll } from "~/lib/http/api-call.server";
import { done, refuse } from "~/lib/result";

const { loader, action } = endpoint({
	GET: forAll({
		summary: "Tracking entries of a day, by class name",
		cached: [],
		response: z.array(trackingJson),
		refusals: ["not-found"],
		run: async ({ ctx, params }) => {
			const dayId = params.dayId ?? "";
			const { day, entries } = await read(ctx.db, {
				day: first(dayById(ctx.db, dayId)),
				entries: trackingOfDay(ctx.db, dayId),
			});
			return day ? done(entries.map((entry) => toTrackingJson({ ...entry, day }))) : refuse("not-found");
		},
	}),
});

export { action, loader };
