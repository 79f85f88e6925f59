import { z } from "zod";
import { first, read } from "~/lib/db/read.server";
import { asJson, type Call, forAll, forStaff, success } from "~/lib/http/api-call.server";
import { sortedByStartNumber } from "~/lib/i18n/collate";
import { done, refuse } from "~/lib/result";
import { addDay, updateDay } from "./change-days.server";
import { dayJson, toDayJson, toTrackingJson, trackingJson } from "./day-json";
import { newDaySchema, taskSchema, trackingSchema } from "./day-schema";
import { allDays, dayById } from "./days-queries.server";
import { removeTracking, setTracking } from "./set-tracking.server";
import { makeStatuses, setStatus } from "./statuses/change-statuses.server";
import { makeStatusesSchema, statusJson, statusSchema, toStatusJson } from "./statuses/status-schema";
import { statusesOfDay } from "./statuses/statuses-queries.server";
import { trackingOfDay } from "./tracking-queries.server";

const forDays = forStaff("days");
const forDesk = forStaff("desk");

/** Calls about days, competitors' statuses and task addresses. */
export const dayCalls: readonly Call[] = [
	forAll("GET /api/days", {
		summary: "Competition days by date",
		cached: true,
		response: z.array(dayJson),
		run: async ({ ctx }) => done((await allDays(ctx.db)).map(toDayJson)),
	}),
	forDays("POST /api/days", {
		summary: "Add a competition day",
		status: 201,
		body: newDaySchema,
		response: dayJson,
		refusals: ["invalid-fields"],
		run: ({ ctx, body }) => asJson(addDay(ctx, body), toDayJson),
	}),
	forDays("PUT /api/days/{dayId}", {
		summary: "Set the task status of a day, and notify the accepted competitors when asked to",
		body: taskSchema,
		response: dayJson,
		refusals: ["invalid-fields", "not-found", "stale", "results-closed", "days-locked"],
		run: ({ ctx, params, body }) => asJson(updateDay(ctx, { ...body, id: params.dayId }), toDayJson),
	}),
	forDesk("POST /api/competitorstatuses", {
		summary: "Make the statuses that are missing on a day",
		status: 201,
		body: makeStatusesSchema,
		response: z.array(statusJson),
		refusals: ["invalid-fields"],
		run: ({ ctx, body }) => asJson(makeStatuses(ctx, body), (statuses) => statuses.map(toStatusJson)),
	}),
	// The id is that of a day here, and that of one status below.
	forAll("GET /api/competitorstatuses/{id}", {
		summary: "Competitors' statuses of a day, by start number",
		cached: true,
		response: z.array(statusJson),
		refusals: ["not-found"],
		run: async ({ ctx, params: { id } }) => {
			const { day, statuses } = await read(ctx.db, {
				day: first(dayById(ctx.db, id)),
				statuses: statusesOfDay(ctx.db, id),
			});
			return day ? done(sortedByStartNumber(statuses).map(toStatusJson)) : refuse("not-found");
		},
	}),
	forDesk("PUT /api/competitorstatuses/{id}", {
		summary: "Set the status of one competitor on a day; null empties it",
		body: statusSchema,
		response: statusJson,
		refusals: ["invalid-fields", "not-found"],
		run: ({ ctx, params, body }) => asJson(setStatus(ctx, { ...body, id: params.id }), toStatusJson),
	}),
	forAll("GET /api/tracking/{dayId}", {
		summary: "Tracking entries of a day, by class name",
		cached: true,
		response: z.array(trackingJson),
		refusals: ["not-found"],
		run: async ({ ctx, params: { dayId } }) => {
			const { day, entries } = await read(ctx.db, {
				day: first(dayById(ctx.db, dayId)),
				entries: trackingOfDay(ctx.db, dayId),
			});
			return day ? done(entries.map((entry) => toTrackingJson({ ...entry, day }))) : refuse("not-found");
		},
	}),
	forDays("POST /api/tracking/{dayId}/{classId}", {
		summary: "Set the task address of a class on a day, or replace it",
		status: 201,
		body: trackingSchema,
		response: trackingJson,
		refusals: ["invalid-fields", "not-found"],
		run: ({ ctx, params, body }) => asJson(setTracking(ctx, { ...params, ...body }), toTrackingJson),
	}),
	forDays("DELETE /api/tracking/{dayId}/{classId}", {
		summary: "Remove the task address of a class on a day",
		response: success,
		refusals: ["not-found"],
		run: ({ ctx, params }) => asJson(removeTracking(ctx, params), () => ({ success: true })),
	}),
];
