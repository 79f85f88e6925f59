import { answer, endpoint, forAll } from "~/lib/api/endpoint.server";
import { flightById } from "~/lib/igc/flights-queries.server";
import { toUploadedIgcJson, uploadedIgcJson } from "~/lib/igc/igc-json.server";
import { uploadIgc } from "~/lib/igc/upload-igc.server";
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
			const { igcFileId, outcome } = result.value;
			const [flight] = await flightById(ctx.db, igcFileId);
			if (!flight) return refuse("not-found");
			return answer(await toUploadedIgcJson(ctx, flight), outcome === "new" ? 201 : 200);
		},
	}),
});

export { action, loader };
