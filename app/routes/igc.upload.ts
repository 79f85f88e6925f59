import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import type { UploadReply } from "~/browser/uploads/upload-texts";
import type { Ctx } from "~/lib/context";
import { editionOrigin } from "~/lib/editions/edition-hosts";
import { editionWith, heldSettings } from "~/lib/editions/edition-settings.server";
import { areUploadsOpen, type HeldEdition } from "~/lib/editions/opening-times";
import { proofsOf, receiptOf } from "~/lib/flights/move-log-cookie.server";
import { uploadIgc } from "~/lib/flights/upload-igc.server";
import { outcomeKeys } from "~/lib/flights/upload-receipt";
import { versionById } from "~/lib/flights/versions-queries.server";
import { readUpload } from "~/lib/http/body.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { complaintText, waitMessage } from "~/lib/i18n/message";
import { refusalStatus } from "~/lib/refusals";
import { type Refusal, refuse } from "~/lib/result";
import { editionOfYear } from "~editions/index";

/**
 * The edition, as its organisers have set it, in whose page a log was chosen, when the address belongs to another one since then; null when it
 * is the same.
 */
async function chosenIn(request: Request, { edition, earlierDb }: Ctx): Promise<HeldEdition | null> {
	const named = request.headers.get("X-Edition");
	const file = named === null || named === String(edition.year) ? undefined : editionOfYear(Number(named));
	if (!file) return null;
	const db = earlierDb(file);
	return { ...editionWith(file, db ? await heldSettings(db) : []), newestYear: edition.newestYear };
}

/** Takes one file of the upload form. Its script sends it, and shows the answer beside the file. */
export async function action({ request, context: { ctx } }: ActionFunctionArgs) {
	const { t } = textsOf(ctx.language);
	const refused = ({ reason, errors, retryAfter }: Refusal) => {
		const [[field, complaint] = []] = Object.entries(errors ?? {});
		const key = complaint ?? (retryAfter ? waitMessage(retryAfter) : `server.${reason}`);
		const headers = retryAfter ? { "Retry-After": String(retryAfter) } : undefined;
		const ask = Object.entries(errors ?? {}).flatMap(([name, why]) =>
			why.startsWith("igc.ask.") ? [name] : [],
		);
		const msg =
			ask.length > 0
				? Object.values(errors ?? {})
						.map((why) => complaintText(t, why))
						.join(" ")
				: complaintText(t, key, field);
		const reply = { msg, ...(ask.length > 0 && { ask }) };
		return Response.json(reply, { status: refusalStatus[reason], headers });
	};
	const other = await chosenIn(request, ctx);
	if (other) {
		const url = `${editionOrigin(other, ctx.settings)}/igc`;
		const isOpen = areUploadsOpen(other, ctx.now);
		const msg = isOpen ? t("igc.otherYear", { year: other.year, url }) : t("server.uploads-closed");
		// The browser keeps the log, which its sender may have nowhere else.
		return Response.json({ msg, kept: true }, { status: refusalStatus["uploads-closed"] });
	}
	const form = await readUpload(request);
	if (!form.ok) {
		return refused(form.reason === "too-large" ? refuse("too-large", { igc: "igc.refused.tooLarge" }) : form);
	}
	const stored = await uploadIgc(ctx, form.value, proofsOf(request, form.value));
	if (!stored.ok) return refused(stored);
	const { versionId, outcome } = stored.value;
	const [version] = await versionById(ctx.db, versionId);
	if (!version) return refused(refuse("not-found"));
	const { path, headers } = await receiptOf(ctx, stored.value);
	const warnings = version.warnings.length;
	const isAdded = outcome === "new" || outcome === "beside";
	const waits = outcome !== "beside" && version.standing !== "scores";
	const isBesideAnnounced = version.standing === "waiting";
	const text = [
		t(isBesideAnnounced && isAdded ? "igc.submit.success" : outcomeKeys[outcome]),
		isBesideAnnounced ? t("igc.verdict.waiting.title") : waits ? t("igc.verdict.waits.title") : "",
		warnings > 0 ? t("igc.warnings", { count: warnings }) : "",
	];
	const fine = warnings === 0 && outcome !== "beside" && version.standing === "scores";
	const reply: UploadReply = { receipt: path, fine, msg: text.filter(Boolean).join(" ") };
	return Response.json(reply, { status: isAdded ? 201 : 200, headers });
}
