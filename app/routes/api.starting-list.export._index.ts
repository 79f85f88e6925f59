import { exportEntries } from "~/lib/entries/starting-list/exports.server";
import { endpoint, forAdmins } from "~/lib/http/api-call.server";
import { csvResponse } from "~/lib/http/download.server";

const { loader, action } = endpoint({
	GET: forAdmins({
		summary: "Every entry as CSV",
		response: "text/csv",
		run: async ({ ctx, isHead }) => {
			const file = await exportEntries(ctx, "contract", isHead);
			return file.ok ? csvResponse(file.value) : file;
		},
	}),
});

export { action, loader };
