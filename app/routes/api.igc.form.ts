import { z } from "zod";
import { acceptedPilots } from "~/lib/days/unsent-logs-queries.server";
import { pilotJson, toPilotJson } from "~/lib/flights/igc-json.server";
import { endpoint, forAll } from "~/lib/http/api-call.server";
import { sortedByStartNumber } from "~/lib/i18n/collate";
import { done } from "~/lib/result";

const { loader, action } = endpoint({
	GET: forAll({
		summary: "Pilots one may upload a flight log for, by start number",
		cached: [],
		response: z.array(pilotJson),
		run: async ({ ctx }) => done(sortedByStartNumber(await acceptedPilots(ctx.db)).map(toPilotJson)),
	}),
});

export { action, loader };
