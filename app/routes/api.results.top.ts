import { endpoint, forAll } from "~/lib/http/api-call.server";
import { done } from "~/lib/result";
import { publicTotals } from "~/lib/results/public-results.server";
import { topResultsJson, toTopResultsJson } from "~/lib/results/results-json";

const { loader, action } = endpoint({
	GET: forAll({
		summary: "First three of each class after its last scored day",
		cached: [],
		response: topResultsJson,
		run: async ({ ctx }) => done(toTopResultsJson(await publicTotals(ctx))),
	}),
});

export { action, loader };
