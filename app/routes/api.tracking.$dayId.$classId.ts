import { z } from "zod";
import { toTrackingJson, trackingJson } from "~/lib/days/day-json";
import { trackingSchema } from "~/lib/days/day-schema";
import { removeTracking, setTracking } from "~/lib/days/set-tracking.server";
import { endpoint, forAdmins } from "~/lib/http/api-call.server";
import { done } from "~/lib/result";

const { loader, action } = endpoint({
	POST: forAdmins({
		summary: "Set the task address of a class on a day, or replace it",
		status: 201,
		body: trackingSchema,
		response: trackingJson,
		refusals: ["invalid-fields", "not-found"],
		run: async ({ ctx, params, body }) => {
			const place = { dayId: params.dayId ?? "", classId: params.classId ?? "" };
			const result = await setTracking(ctx, { ...place, ...body });
			return result.ok ? done(toTrackingJson(result.value)) : result;
		},
	}),
	DELETE: forAdmins({
		summary: "Remove the task address of a class on a day",
		response: z.object({ success: z.literal(true) }),
		refusals: ["not-found"],
		run: async ({ ctx, params }) => {
			const result = await removeTracking(ctx, {
				dayId: params.dayId ?? "",
				classId: params.classId ?? "",
			});
			return result.ok ? done({ success: true }) : result;
		},
	}),
});

export { action, loader };
