import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { readUpload } from "~/lib/http/body.server";
import { uploadIgc } from "~/lib/igc/upload-igc.server";
import { toReceipt } from "~/lib/igc/upload-receipt";
import type { UploadReply } from "~/lib/igc/upload-reply";
import { versionById } from "~/lib/igc/versions-queries.server";
import { refusalStatus } from "~/lib/refusals";
import { type Refusal, refuse } from "~/lib/result";

/** One file of the upload form, sent by its script, which shows what is answered beside the file. */
export async function action({ request, context: { ctx } }: ActionFunctionArgs) {
	const form = await readUpload(request);
	if (!form.ok) {
		return refused(form.reason === "too-large" ? refuse("too-large", { igc: "igc.refused.tooLarge" }) : form);
	}
	const stored = await uploadIgc(ctx, form.value);
	if (!stored.ok) return refused(stored);
	const [version] = await versionById(ctx.db, stored.value.versionId);
	if (!version) return refused(refuse("not-found"));
	const reply: UploadReply = { ok: true, outcome: stored.value.outcome, receipt: toReceipt(version) };
	return Response.json(reply, { status: stored.value.outcome === "new" ? 201 : 200 });
}

function refused({ reason, errors }: Refusal): Response {
	const [[field, complaint] = []] = Object.entries(errors ?? {});
	const reply: UploadReply =
		field && complaint ? { ok: false, complaint, field } : { ok: false, complaint: `server.${reason}` };
	return Response.json(reply, { status: refusalStatus[reason] });
}
