import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { csvForOrganisers, exportEntries } from "~/lib/entries/starting-list/exports.server";

/** Every entry as CSV for an organiser's browser; `?dialect=excel` for Czech Excel. */
export function loader(args: LoaderFunctionArgs) {
	const excel = new URL(args.request.url).searchParams.get("dialect") === "excel";
	const dialect = excel ? "czechExcel" : "comma";
	return csvForOrganisers(args, (ctx, isHead) => exportEntries(ctx, dialect, isHead));
}
