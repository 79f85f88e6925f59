import { z } from "zod";
import { endpoint, forAll } from "~/lib/api/endpoint.server";
import { done, refuse } from "~/lib/result";
import { resultRowJson, toResultRowJson } from "~/lib/results/results-json";
import { totalResults } from "~/lib/results/results-queries.server";

const { loader, action } = endpoint({
	GET: forAll({
		summary: "Standings of a class",
		cached: [],
		response: z.array(resultRowJson),
		refusals: ["not-found", "results-missing"],
		run: async ({ ctx, params }) => {
			const found = await totalResults(ctx, params.classId ?? "");
			if (!found.ok) return found;
			const { standings } = found.value;
			return standings ? done(standings.rows.map(toResultRowJson)) : refuse("results-missing");
		},
	}),
});

export { action, loader };
