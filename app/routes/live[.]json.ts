import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { publicPositions } from "~/lib/live/live-queries.server";
import { resource } from "~/shell/handle";

export const handle = resource({ cached: [] });

/** Where everybody is, for the maps of visitors. */
export async function loader({ context: { ctx } }: LoaderFunctionArgs) {
	return Response.json(await publicPositions(ctx));
}
