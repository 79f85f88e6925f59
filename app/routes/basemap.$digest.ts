import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openBasemap } from "~/lib/basemap/basemap-store.server";
import { readRange } from "~/lib/basemap/byte-range";
import { downloadHeaders } from "~/lib/http/download.server";
import { plainPage } from "~/lib/http/plain-page.server";

/** A part of a basemap: never the whole file, which is as large as a thousand pages. */
export async function loader({ request, params, context: { ctx } }: LoaderFunctionArgs) {
	const digest = params.digest ?? "";
	const range = readRange(request.headers.get("Range"));
	if (!range) return new Response(null, { status: 416, headers: { "Accept-Ranges": "bytes" } });
	const object = await openBasemap(ctx, digest, range);
	if (!object.ok) return plainPage({ language: ctx.language, reason: object.reason });
	const { size, body } = object.value;
	const last = Math.min(range.last, size - 1);
	const headers = downloadHeaders({
		name: "basemap.pmtiles",
		mimetype: "application/octet-stream",
		sha256: digest,
		public: true,
	});
	headers.set("Cache-Control", "public, max-age=31536000, immutable, no-transform");
	headers.set("Accept-Ranges", "bytes");
	headers.set("Content-Range", `bytes ${range.first}-${last}/${size}`);
	headers.set("Content-Length", String(last - range.first + 1));
	return new Response(body, { status: 206, headers });
}
