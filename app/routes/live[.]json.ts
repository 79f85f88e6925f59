import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { liveJson } from "~/lib/live/live-json.server";
import { resource } from "~/shell/handle";

export const handle = resource({ cached: [], alsoSignedIn: true });

/** Where everybody is, for the maps of visitors. It is no page, and has no last good one: the edge cache keeps it for five seconds. */
export async function loader({ context: { ctx } }: LoaderFunctionArgs) {
	return Response.json(await liveJson(ctx), { headers: { "X-Edge-Cache": "BRIEF" } });
}
