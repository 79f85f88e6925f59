import { endpoint, forAll } from "~/lib/http/api-call.server";
import { done } from "~/lib/result";
import { publicDays } from "~/lib/results/public-results.server";
import { resultFiltersJson, toResultFiltersJson } from "~/lib/results/results-json";

const { loader, action } = endpoint({
	GET: forAll({
		summary: "Classes with the days that were scored in them",
		cached: [],
		response: resultFiltersJson,
		run: async ({ ctx }) => {
			const { classes, days } = await publicDays(ctx);
			return done(toResultFiltersJson(classes, days));
		},
	}),
});

export { action, loader };
