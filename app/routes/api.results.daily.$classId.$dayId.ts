import { z } from "zod";
import { endpoint, forAll } from "~/lib/http/api-call.server";
import { done } from "~/lib/result";
import { publicResults } from "~/lib/results/public-results.server";
import { resultRowJson, toDailyRowsJson } from "~/lib/results/results-json";

const { loader, action } = endpoint({
	GET: forAll({
		summary: "Results of a class on one day",
		cached: [],
		response: z.array(resultRowJson),
		refusals: ["not-found"],
		run: async ({ ctx, params }) => {
			const found = await publicResults(ctx, params.classId ?? "", params.dayId ?? "");
			return found.ok ? done(toDailyRowsJson(found.value)) : found;
		},
	}),
});

export { action, loader };
