import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { plainPage } from "~/lib/http/plain-page.server";
import { allClasses } from "~/lib/live/live-map.server";
import { drawLivePicture } from "~/lib/live/live-picture.server";
import { liveMaps } from "~/lib/live/live-types";
import { resource } from "~/shell/handle";

export const handle = resource({ cached: [{ name: "map", values: liveMaps }], alsoSignedIn: true });

/** The dots of a map as they are now. Like `/live.json` it is kept for five seconds. */
export async function loader({ request, params, context: { ctx } }: LoaderFunctionArgs) {
	const asked = new URL(request.url).searchParams.get("map");
	const kind = liveMaps.find((known) => known === asked);
	const name = params.class ?? "";
	const isKnown = name === allClasses || ctx.edition.classes.some(({ type }) => type === name);
	if (!ctx.live || !kind || !isKnown) return plainPage({ language: ctx.language, reason: "not-found" });
	return new Response(await drawLivePicture(ctx, name, kind), {
		headers: {
			"Content-Type": "image/svg+xml",
			"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
			"X-Edge-Cache": "BRIEF",
		},
	});
}
