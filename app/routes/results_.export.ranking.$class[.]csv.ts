import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { csvForOrganisers } from "~/lib/entries/starting-list/exports.server";
import { exportForRanking } from "~/lib/results/ranking-list.server";

/** The official total of a class as a list for the IGC ranking, for an organiser's browser. */
export function loader(args: LoaderFunctionArgs) {
	return csvForOrganisers(args, (ctx, isHead) => exportForRanking(ctx, args.params.class ?? "", isHead));
}
