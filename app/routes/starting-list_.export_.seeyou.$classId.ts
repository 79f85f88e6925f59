import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { csvForOrganisers, exportForSeeYou } from "~/lib/entries/starting-list/exports.server";

/** Contestants of a class as CSV for SeeYou Competition, for an organiser's browser. */
export function loader(args: LoaderFunctionArgs) {
	return csvForOrganisers(args, (ctx, isHead) => exportForSeeYou(ctx, args.params.classId ?? "", isHead));
}
