import { endpoint, forAdmins } from "~/lib/http/api-call.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { done, refuse } from "~/lib/result";
import { classScores } from "~/lib/scoring/class-scores.server";
import { decideScore } from "~/lib/scoring/decide-scores.server";
import { decisionSchema } from "~/lib/scoring/score-decision";
import { scoredRowJson, toScoringJson } from "~/lib/scoring/scoring-json";

const { loader, action } = endpoint({
	PATCH: forAdmins({
		summary: "Override a flight, give penalties, disqualify or make a guest; the class is scored again",
		body: decisionSchema,
		response: scoredRowJson,
		refusals: ["invalid-fields", "not-found", "stale", "results-closed", "days-locked"],
		run: async ({ ctx, params, body }) => {
			const where = { dayId: params.dayId ?? "", classId: params.classId ?? "" };
			const id = params.registrationId ?? "";
			const decided = await decideScore(ctx, where, id, body);
			if (!decided.ok) return decided;
			const scores = await classScores(ctx, where);
			if (!scores.ok) return scores;
			const row = toScoringJson(scores.value, true, textsOf("en").t).rows.find(
				({ pilot }) => pilot._id === id,
			);
			return row ? done(row) : refuse("not-found");
		},
	}),
});

export { action, loader };
