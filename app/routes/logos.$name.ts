import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readObject } from "~/lib/files/object-storage.server";
import { downloadHeaders } from "~/lib/http/download.server";
import { plainPage } from "~/lib/http/plain-page.server";
import { logoByDigest } from "~/lib/season/logos.server";

/** A logo of a sponsor. Other bytes have another address, so browsers need not ask again. */
export async function loader({ params: { name = "" }, context: { ctx } }: LoaderFunctionArgs) {
	const { language, requestId } = ctx;
	const [sha256 = "", extension] = name.split(".");
	const [logo] = await logoByDigest(ctx.db, sha256);
	if (logo?.mimetype !== `image/${extension}`) return plainPage({ language, reason: "not-found" });
	const object = await readObject(ctx, logo.key);
	if (!object.ok) return plainPage({ language, reason: "unavailable", requestId });
	const headers = downloadHeaders({
		name: `logo.${extension}`,
		mimetype: logo.mimetype,
		sha256,
		public: true,
	});
	headers.set("Cache-Control", "public, max-age=31536000, immutable");
	headers.set("Content-Length", String(logo.size));
	return new Response(object.value.body, { headers });
}
