import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { downloadHeaders } from "~/lib/http/download.server";
import { storedPicture } from "~/lib/results/pictures/make-pictures.server";
import { pictureOf } from "~/lib/results/pictures/shared-path";

const ending = ".png";

/** The picture of a shared link; that of the edition until it is drawn, and for whatever is not shown. */
export async function loader({ params: { "*": name = "" }, context: { ctx } }: LoaderFunctionArgs) {
	const path = name.endsWith(ending) ? name.slice(0, -ending.length) : "";
	const object = path === "" ? null : await storedPicture(ctx, path).catch(() => null);
	if (!object) {
		const { year, startsAsDraft } = ctx.edition;
		const headers = {
			Location: pictureOf({ year, hasSharePicture: !startsAsDraft }, ctx.language).path,
			"Cache-Control": "no-store",
		};
		return new Response(null, { status: 302, headers });
	}
	const sha256 = object.customMetadata?.digest ?? "";
	const headers = downloadHeaders({ name: "picture.png", mimetype: "image/png", sha256, public: true });
	headers.set("Cross-Origin-Resource-Policy", "cross-origin");
	return new Response(object.body, { headers });
}
