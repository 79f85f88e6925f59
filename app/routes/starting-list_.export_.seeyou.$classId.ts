import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { csvForOrganisers, exportForSeeYou } from "~/lib/entries/starting-list/exports.server";

/** Contestants of a class as CSV for SeeYou Competition, for an organiser's browser. */
export function loader({ params, context }: LoaderFunctionArgs) {
	return csvForOrganisers(context, (ctx) => exportForSeeYou(ctx, params.classId ?? ""));
}
