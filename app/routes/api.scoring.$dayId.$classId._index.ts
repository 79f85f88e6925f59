import { isAdmin } from "~/lib/access";
import { endpoint, forAdmins, forAll } from "~/lib/api/endpoint.server";
import type { ClassDay } from "~/lib/class-day";
import type { Ctx } from "~/lib/context";
import { textsOf } from "~/lib/i18n/i18n.server";
import { done, type Result } from "~/lib/result";
import { classScores } from "~/lib/scoring/class-scores.server";
import { decideClass } from "~/lib/scoring/decide-scores.server";
import { classDecisionSchema } from "~/lib/scoring/score-decision";
import { scoringJson, toScoringJson } from "~/lib/scoring/scoring-json";

const placeOf = (params: { readonly dayId?: string; readonly classId?: string }): ClassDay => ({
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
		run: ({ ctx, params }) => read(ctx, placeOf(params)),
	}),
	PATCH: forAdmins({
		summary: "Show or hide the scores of a class, or cancel its day",
		body: classDecisionSchema,
		response: scoringJson,
		refusals: ["not-found"],
		run: async ({ ctx, params, body }) => {
			const decided = await decideClass(ctx, placeOf(params), body);
			return decided.ok ? read(ctx, placeOf(params)) : decided;
		},
	}),
});

export { action, loader };
