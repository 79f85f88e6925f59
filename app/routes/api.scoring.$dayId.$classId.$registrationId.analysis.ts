import { endpoint, forAll } from "~/lib/http/api-call.server";
import { done } from "~/lib/result";
import { analysesOfEntry } from "~/lib/scoring/analysis/analyses-queries.server";
import { analysesJson, toAnalysesJson } from "~/lib/scoring/analysis/analysis-json";

const { loader, action } = endpoint({
	GET: forAll({
		summary: "Where the time of an entry's flights on a day went: legs, climbs and wind",
		cached: [],
		response: analysesJson,
		refusals: ["not-found"],
		run: async ({ ctx, params }) => {
			const where = { dayId: params.dayId ?? "", classId: params.classId ?? "" };
			const found = await analysesOfEntry(ctx, where, params.registrationId ?? "");
			return found.ok ? done(toAnalysesJson(found.value)) : found;
		},
	}),
});

export { action, loader };
