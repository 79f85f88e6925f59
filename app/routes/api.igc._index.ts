import { flightOfVersion } from "~/lib/flights/flights-queries.server";
import { toUploadedIgcJson, uploadedIgcJson } from "~/lib/flights/igc-json.server";
import { uploadIgc } from "~/lib/flights/upload-igc.server";
import { answer, endpoint, forAll } from "~/lib/http/api-call.server";
import { refuse } from "~/lib/result";

const { loader, action } = endpoint({
	POST: forAll({
		summary: "Upload a flight log; 200 when it superseded one of the same flight or was there already",
		status: 201,
		upload: ["igc", "pilot", "day"],
		response: uploadedIgcJson,
		refusals: [
			"invalid-fields",
			"invalid-pilot",
			"invalid-day",
			"invalid-flight-log",
			"storage-failed",
			"uploads-closed",
		],
		run: async ({ ctx, body }) => {
			const result = await uploadIgc(ctx, body);
			if (!result.ok) return result;
			const { versionId, outcome } = result.value;
			// Never the version that counts instead: its link would open the competitor's own log to a stranger.
			const [flight] = await flightOfVersion(ctx.db, versionId);
			if (!flight) return refuse("not-found");
			const isAdded = outcome === "new" || outcome === "beside";
			return answer(await toUploadedIgcJson(ctx, flight), isAdded ? 201 : 200);
		},
	}),
});

export { action, loader };
