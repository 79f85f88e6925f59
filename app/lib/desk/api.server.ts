import { dayById } from "~/lib/days/days-queries.server";
import { first, read } from "~/lib/db/read.server";
import { type Call, forStaff } from "~/lib/http/api-call.server";
import { done, refuse } from "~/lib/result";
import { deskJson, toDeskJson } from "./desk-json";
import { gridsOfDate, pilotsOnGrid } from "./grid-queries.server";
import { missingQueries, toMissing } from "./missing-pilots.server";

const forDesk = forStaff("desk");

/** Calls about the desk. */
export const deskCalls: readonly Call[] = [
	forDesk("GET /api/desk/{dayId}", {
		summary: "The desk of a day: launch orders, launches, reports of outlandings, and who is missing now",
		response: deskJson,
		refusals: ["not-found"],
		run: async ({ ctx, params }) => {
			const { day } = await read(ctx.db, { day: first(dayById(ctx.db, params.dayId)) });
			if (!day) return refuse("not-found");
			const found = await read(ctx.db, {
				grids: gridsOfDate(ctx.db, day.date),
				pilots: pilotsOnGrid(ctx.db, day.date),
				...missingQueries(ctx.db, day.date, day.date),
			});
			return done(toDeskJson(day, { ...found, missing: toMissing(ctx, found) }));
		},
	}),
];
