import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { resource } from "~/shell/handle";

export const handle = resource({ cached: [] });

/** `scripts/draw-icons.ts` draws the pictures. */
const icons = [
	{ src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
	{ src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" },
	{ src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
	{ src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
];

/** Lets browsers install the site as an app, in the language of the request. */
export function loader({ context: { ctx } }: LoaderFunctionArgs) {
	const { edition, language } = ctx;
	const manifest = {
		id: "/",
		name: edition.title,
		// A name under an icon has room for some twelve letters.
		short_name: edition.title.replace(/ \d{4}$/, ""),
		description: edition.pageDescription[language],
		lang: language,
		start_url: "/",
		scope: "/",
		display: "standalone",
		// The colours are those of `tokens.css` for the bar and for the background.
		theme_color: "#08294d",
		background_color: "#ffffff",
		icons,
	};
	return new Response(JSON.stringify(manifest), {
		headers: { "Content-Type": "application/manifest+json", "Content-Language": language },
	});
}
