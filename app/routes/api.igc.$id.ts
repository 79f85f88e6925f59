import { z } from "zod";
import { dayById } from "~/lib/days/days-queries.server";
import { first, read } from "~/lib/db/read.server";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { archivedFlights } from "~/lib/flights/archive-of-day.server";
import { setIgcFlags } from "~/lib/flights/change-flight.server";
import { igcFileJson, igcGroupJson, toIgcFileJson } from "~/lib/flights/igc-json.server";
import { igcFlagsSchema } from "~/lib/flights/igc-schemas";
import { endpoint, forAdmins } from "~/lib/http/api-call.server";
import { sortedByStartNumber } from "~/lib/i18n/collate";
import { done, refuse } from "~/lib/result";

/** The id is that of a day when the flights are read, and that of one flight when it is changed. */
const { loader, action } = endpoint({
	GET: forAdmins({
		summary: "Flight logs of a day by class, without discarded ones, each with a link good for an hour",
		response: z.array(igcGroupJson),
		refusals: ["not-found"],
		run: async ({ ctx, params }) => {
			const id = params.id ?? "";
			const { day, classes, flights } = await read(ctx.db, {
				day: first(dayById(ctx.db, id)),
				classes: allClasses(ctx.db),
				flights: archivedFlights(ctx.db, id),
			});
			if (!day) return refuse("not-found");
			const groups = classes.map(async ({ id: classId, name }) => {
				const ofClass = flights.filter(({ competitionClassId }) => competitionClassId === classId);
				const igcFiles = await Promise.all(
					sortedByStartNumber(ofClass).map((flight) => toIgcFileJson(ctx, flight)),
				);
				return { _id: classId, name, igcFiles };
			});
			return done(await Promise.all(groups));
		},
	}),
	PUT: forAdmins({
		summary: "Mark a flight log as downloaded or processed; what is not sent stays",
		body: igcFlagsSchema,
		response: igcFileJson,
		refusals: ["invalid-fields", "not-found", "stale"],
		run: async ({ ctx, params, body }) => {
			const { seenVersionId, ...flags } = body;
			const result = await setIgcFlags(ctx, params.id ?? "", flags, seenVersionId);
			return result.ok ? done(await toIgcFileJson(ctx, result.value)) : result;
		},
	}),
});

export { action, loader };
