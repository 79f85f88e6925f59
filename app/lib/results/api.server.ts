import { z } from "zod";
import { may } from "~/lib/access";
import type { ClassDay } from "~/lib/class-day";
import type { Ctx } from "~/lib/context";
import { asJson, type Call, forAll, forStaff } from "~/lib/http/api-call.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { done, type Result, refuse } from "~/lib/result";
import { analysesOfEntry } from "~/lib/scoring/analysis/analyses-queries.server";
import { analysesJson, toAnalysesJson } from "~/lib/scoring/analysis/analysis-json";
import { classScores } from "~/lib/scoring/class-scores.server";
import { decideClass, decideScore } from "~/lib/scoring/decide-scores.server";
import { classDecisionSchema, dayStateSchema, decisionSchema } from "~/lib/scoring/score-decision";
import { scoredRowJson, scoringJson, toScoringJson } from "~/lib/scoring/scoring-json";
import { publicDays, publicResults, publicTotal, publicTotals } from "./public-results.server";
import {
	resultFiltersJson,
	resultRowJson,
	toDailyRowsJson,
	topResultsJson,
	toResultFiltersJson,
	toResultRowJson,
	toTopResultsJson,
} from "./results-json";
import { setDayState } from "./set-day-state.server";

function readScores(ctx: Ctx, classDay: ClassDay): Promise<Result<unknown>> {
	return asJson(classScores(ctx, classDay), (scores) =>
		toScoringJson(scores, may(ctx, "scoring"), textsOf("en").t),
	);
}

/** They stand in this room, above that of scoring, because one of them sets the state of a day's results. */
const forScoring = forStaff("scoring");

const scoringCalls: readonly Call[] = [
	forAll("GET /api/scoring/{dayId}/{classId}", {
		summary: "Preliminary scores of a class on a day, with the numbers of the day",
		cached: true,
		response: scoringJson,
		refusals: ["not-found"],
		run: ({ ctx, params }) => readScores(ctx, params),
	}),
	forScoring("PATCH /api/scoring/{dayId}/{classId}", {
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
			const decided = await ("state" in body
				? setDayState(ctx, params, body)
				: decideClass(ctx, params, body));
			return decided.ok ? readScores(ctx, params) : decided;
		},
	}),
	forScoring("PATCH /api/scoring/{dayId}/{classId}/{registrationId}", {
		summary: "Override a flight, give penalties, disqualify or make a guest; the class is scored again",
		body: decisionSchema,
		response: scoredRowJson,
		refusals: ["invalid-fields", "not-found", "stale", "results-closed", "days-locked"],
		run: async ({ ctx, params: { registrationId, ...where }, body }) => {
			const decided = await decideScore(ctx, { ...where, registrationId }, body);
			if (!decided.ok) return decided;
			const scores = await classScores(ctx, where);
			if (!scores.ok) return scores;
			const { rows } = toScoringJson(scores.value, true, textsOf("en").t);
			const row = rows.find(({ pilot }) => pilot._id === registrationId);
			return row ? done(row) : refuse("not-found");
		},
	}),
	forAll("GET /api/scoring/{dayId}/{classId}/{registrationId}/analysis", {
		summary: "Where the time of an entry's flights on a day went: legs, climbs and wind",
		cached: true,
		response: analysesJson,
		refusals: ["not-found"],
		run: ({ ctx, params: { registrationId, ...where } }) =>
			asJson(analysesOfEntry(ctx, where, registrationId), toAnalysesJson),
	}),
];

/** Calls about scores and results. */
export const resultCalls: readonly Call[] = [
	...scoringCalls,
	forAll("GET /api/results/top", {
		summary: "First three of each class after its last scored day",
		cached: true,
		response: topResultsJson,
		run: async ({ ctx }) => done(toTopResultsJson(await publicTotals(ctx))),
	}),
	forAll("GET /api/results/total/{classId}", {
		summary: "Standings of a class",
		cached: true,
		response: z.array(resultRowJson),
		refusals: ["not-found", "results-missing"],
		run: ({ ctx, params }) =>
			asJson(publicTotal(ctx, params.classId), (standings) => standings.map(toResultRowJson)),
	}),
	forAll("GET /api/results/daily/filters", {
		summary: "Classes with the days that were scored in them",
		cached: true,
		response: resultFiltersJson,
		run: async ({ ctx }) => {
			const { classes, days } = await publicDays(ctx);
			return done(toResultFiltersJson(classes, days));
		},
	}),
	forAll("GET /api/results/daily/{classId}/{dayId}", {
		summary: "Results of a class on one day",
		cached: true,
		response: z.array(resultRowJson),
		refusals: ["not-found"],
		run: ({ ctx, params }) => asJson(publicResults(ctx, params.classId, params.dayId), toDailyRowsJson),
	}),
];
