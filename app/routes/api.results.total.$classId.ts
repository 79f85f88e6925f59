import { z } from "zod";
import { endpoint, forAll } from "~/lib/http/api-call.server";
import { done } from "~/lib/result";
import { publicTotal } from "~/lib/results/public-results.server";
import { resultRowJson, toResultRowJson } from "~/lib/results/results-json";

const { loader, action } = endpoint({
	GET: forAll({
		summary: "Standings of a class",
		cached: [],
		response: z.array(resultRowJson),
		refusals: ["not-found", "results-missing"],
		run: async ({ ctx, params }) => {
			const found = await publicTotal(ctx, params.classId ?? "");
			return found.ok ? done(found.value.map(toResultRowJson)) : found;
		},
	}),
});

export { action, loader };
