import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { csvForOrganisers, exportEntries } from "~/lib/entries/starting-list/exports.server";

/** Every entry as CSV for an organiser's browser; `?dialect=excel` for Czech Excel. */
export function loader({ request, context }: LoaderFunctionArgs) {
	const excel = new URL(request.url).searchParams.get("dialect") === "excel";
	return csvForOrganisers(context, (ctx) => exportEntries(ctx, excel ? "czechExcel" : "comma"));
}
