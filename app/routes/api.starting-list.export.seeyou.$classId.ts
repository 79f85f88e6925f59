import { exportForSeeYou } from "~/lib/entries/starting-list/exports.server";
import { endpoint, forAdmins } from "~/lib/http/api-call.server";
import { csvResponse } from "~/lib/http/download.server";

const { loader, action } = endpoint({
	GET: forAdmins({
		summary: "Contestants of a class as CSV for SeeYou Competition",
		response: "text/csv",
		refusals: ["not-found"],
		run: async ({ ctx, params, isHead }) => {
			const file = await exportForSeeYou(ctx, params.classId ?? "", isHead);
			return file.ok ? csvResponse(file.value) : file;
		},
	}),
});

export { action, loader };
