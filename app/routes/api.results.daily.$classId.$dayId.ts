import { z } from "zod";
import { endpoint, forAll } from "~/lib/api/endpoint.server";
import { done } from "~/lib/result";
import { resultRowJson, toResultRowJson } from "~/lib/results/results-json";
import { dailyResultsOf } from "~/lib/results/results-queries.server";

const { loader, action } = endpoint({
	GET: forAll({
		summary: "Results of a class on one day",
		cached: [],
		response: z.array(resultRowJson),
		refusals: ["not-found"],
		run: async ({ ctx, params }) => {
			const found = await dailyResultsOf(ctx, params.classId ?? "", params.dayId ?? "");
			return found.ok ? done(found.value.rows.map(toResultRowJson)) : found;
		},
	}),
});

export { action, loader };
