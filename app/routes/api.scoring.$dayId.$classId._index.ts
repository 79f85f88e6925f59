import { z } from "zod";
import { isAdmin } from "~/lib/access";
import type { ClassDay } from "~/lib/class-day";
import type { Ctx } from "~/lib/context";
import { endpoint, forAdmins, forAll } from "~/lib/http/api-call.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { done, type Result } from "~/lib/result";
import { setDayState } from "~/lib/results/set-day-state.server";
import { classScores } from "~/lib/scoring/class-scores.server";
import { decideClass } from "~/lib/scoring/decide-scores.server";
import { classDecisionSchema, dayStateSchema } from "~/lib/scoring/score-decision";
import { scoringJson, toScoringJson } from "~/lib/scoring/scoring-json";

const classDayOf = (params: { readonly dayId?: string; readonly classId?: string }): ClassDay => ({
	dayId: params.dayId ?? "",
	classId: params.classId ?? "",
});

async function read(ctx: Ctx, where: ClassDay): Promise<Result<unknown>> {
	const scores = await classScores(ctx, where);
	return scores.ok ? done(toScoringJson(scores.value, isAdmin(ctx), textsOf("en").t)) : scores;
}

const { loader, action } = endpoint({
	GET: forAll({
		summary: "Preliminary scores of a class on a day, with the numbers of the day",
		cached: [],
		response: scoringJson,
		refusals: ["not-found"],
		run: ({ ctx, params }) => read(ctx, classDayOf(params)),
	}),
	PATCH: forAdmins({
		summary: "Show or hide the scores of a class, cancel its day, or make its results unofficial or official",
		body: z.union([dayStateSchema, classDecisionSchema]),
		response: scoringJson,
		refusals: [
			"not-found",
			"stale",
			"days-locked",
			"protest-time-running",
			"protests-open",
			"results-closed",
			"results-doubtful",
			"results-elsewhere",
			"results-hidden",
			"results-order",
			"scores-evaluating",
		],
		run: async ({ ctx, params, body }) => {
			const where = classDayOf(params);
			const decided = await ("state" in body ? setDayState(ctx, where, body) : decideClass(ctx, where, body));
			return decided.ok ? read(ctx, where) : decided;
		},
	}),
});

export { action, loader };
