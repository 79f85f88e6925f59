import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { may } from "~/lib/access";
import { documentFile } from "~/lib/content/documents-queries.server";
import { readObject } from "~/lib/files/object-storage.server";
import { downloadHeaders, etagOf, matchesETag } from "~/lib/http/download.server";
import { plainPage } from "~/lib/http/plain-page.server";

/** The bytes of a document; organisers get its earlier versions as well. */
export async function loader({ request, params, context: { ctx } }: LoaderFunctionArgs) {
	const versionId = new URL(request.url).searchParams.get("version");
	const allowed = versionId === null || may(ctx, "documents");
	const [file] = allowed ? await documentFile(ctx.db, params.documentId ?? "", versionId) : [];
	if (!file) return plainPage({ language: ctx.language, reason: "not-found" });

	const headers = downloadHeaders({ ...file, public: versionId === null });
	if (matchesETag(request, etagOf(file.sha256))) return new Response(null, { status: 304, headers });
	const object = await readObject(ctx, file.key);
	if (!object.ok)
		return plainPage({ language: ctx.language, reason: "unavailable", requestId: ctx.requestId });
	headers.set("Content-Length", String(file.size));
	return new Response(object.value.body, { headers });
}
