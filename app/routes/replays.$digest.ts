import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openPack } from "~/lib/flights/replay/make-replay.server";
import { replayByDigest } from "~/lib/flights/replay/replay-queries.server";
import { downloadHeaders } from "~/lib/http/download.server";
import { plainPage } from "~/lib/http/plain-page.server";

/** A pack of flights. Other flights have another address, so browsers need not ask again. */
export async function loader({ params, context: { ctx } }: LoaderFunctionArgs) {
	const digest = params.digest ?? "";
	const [replay] = ctx.edition.publishTracks ? await replayByDigest(ctx.db, digest) : [];
	if (!replay?.size) return plainPage({ language: ctx.language, reason: "not-found" });
	const object = await openPack(ctx, replay);
	if (!object.ok)
		return plainPage({ language: ctx.language, reason: "unavailable", requestId: ctx.requestId });
	const headers = downloadHeaders({
		name: "flights.gz",
		mimetype: "application/octet-stream",
		sha256: digest,
		public: true,
	});
	headers.set("Cache-Control", "public, max-age=31536000, immutable");
	headers.set("Content-Length", String(object.value.size));
	return new Response(object.value.body, { headers });
}
