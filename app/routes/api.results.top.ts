import { endpoint, forAll } from "~/lib/api/endpoint.server";
import { done } from "~/lib/result";
import { topResultsJson, toTopResultsJson } from "~/lib/results/results-json";
import { topResults } from "~/lib/results/results-queries.server";

const { loader, action } = endpoint({
	GET: forAll({
		summary: "First three of each class after its last scored day",
		cached: [],
		response: topResultsJson,
		run: async ({ ctx }) => done(toTopResultsJson((await topResults(ctx)).classes)),
	}),
});

export { action, loader };
