import { endpoint, forAll } from "~/lib/api/endpoint.server";
import { done } from "~/lib/result";
import { resultFiltersJson, toResultFiltersJson } from "~/lib/results/results-json";
import { resultClasses } from "~/lib/results/results-queries.server";

const { loader, action } = endpoint({
	GET: forAll({
		summary: "Classes with the days that were scored in them",
		cached: [],
		response: resultFiltersJson,
		run: async ({ ctx }) => done(toResultFiltersJson(await resultClasses(ctx))),
	}),
});

export { action, loader };
