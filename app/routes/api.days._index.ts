import { z } from "zod";
import { addDay } from "~/lib/days/change-days.server";
import { dayJson, toDayJson } from "~/lib/days/day-json";
import { newDaySchema } from "~/lib/days/day-schema";
import { allDays } from "~/lib/days/days-queries.server";
import { endpoint, forAdmins, forAll } from "~/lib/http/api-call.server";
import { done } from "~/lib/result";

const { loader, action } = endpoint({
	GET: forAll({
		summary: "Competition days by date",
		cached: [],
		response: z.array(dayJson),
		run: async ({ ctx }) => done((await allDays(ctx.db)).map(toDayJson)),
	}),
	POST: forAdmins({
		summary: "Add a competition day",
		status: 201,
		body: newDaySchema,
		response: dayJson,
		refusals: ["invalid-fields"],
		run: async ({ ctx, body }) => {
			const result = await addDay(ctx, body);
			return result.ok ? done(toDayJson(result.value)) : result;
		},
	}),
});

export { action, loader };
