import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { readUpload } from "~/lib/http/body.server";
import { versionById } from "~/lib/igc/flights-queries.server";
import { uploadIgcForm } from "~/lib/igc/upload-igc-form.server";
import { toReceipt } from "~/lib/igc/upload-receipt";
import type { UploadReply } from "~/lib/igc/upload-reply";
import { refusalStatus } from "~/lib/refusals";
import { type Refusal, refuse } from "~/lib/result";

/** One file of the upload form, sent by its script, which shows what is answered beside the file. */
export async function action({ request, context: { ctx } }: ActionFunctionArgs) {
	const form = await readUpload(request);
	if (!form.ok) {
		return refused(form.reason === "too-large" ? refuse("too-large", { igc: "igc.refused.tooLarge" }) : form);
	}
	const kept = await uploadIgcForm(ctx, form.value);
	if (!kept.ok) return refused(kept);
	const [version] = await versionById(ctx.db, kept.value.versionId);
	if (!version) return refused(refuse("not-found"));
	const reply: UploadReply = { ok: true, outcome: kept.value.outcome, receipt: toReceipt(version) };
	return Response.json(reply, { status: kept.value.outcome === "new" ? 201 : 200 });
}

function refused({ reason, errors }: Refusal): Response {
	const [[field, complaint] = []] = Object.entries(errors ?? {});
	const reply: UploadReply =
		field && complaint ? { ok: false, complaint, field } : { ok: false, complaint: `server.${reason}` };
	return Response.json(reply, { status: refusalStatus[reason] });
}
