import { endpoint, forAdmins } from "~/lib/api/endpoint.server";
import { csvResponse } from "~/lib/starting-list/csv-response.server";
import { exportEntries } from "~/lib/starting-list/exports.server";

const { loader: respond, action: refuseMethod } = endpoint({
	GET: forAdmins({
		summary: "Every entry as CSV",
		response: "text/csv",
		run: async ({ ctx }) => {
			const file = await exportEntries(ctx);
			return file.ok ? csvResponse(file.value) : file;
		},
	}),
});

export const loader = respond;
export const action = refuseMethod;
