import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { refusedForm } from "~/lib/forms/form-action.server";
import { parseForm } from "~/lib/forms/parse-form";
import { readUpload, refusedBody } from "~/lib/http/body.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";
import { igcUploadSchema } from "~/lib/igc/igc-upload-schema";
import { uploadIgcForm } from "~/lib/igc/upload-igc-form.server";
import { outcomeKeys } from "~/lib/igc/upload-reply";
import { refuse } from "~/lib/result";
import { page } from "~/shell/handle";
import { readIgcPage } from "./igc-page.server";
import { OrganisersSection } from "./organisers-section";
import { OwnFlights } from "./own-flights";
import { ReceiptSection } from "./receipt-section";
import { UploadForm } from "./upload-form";

export const handle = page({ title: "nav.igc", mode: "interactive", texts: ["igc"] });

export function loader({ request, context: { ctx } }: LoaderFunctionArgs) {
	const query = new URL(request.url).searchParams;
	return readIgcPage(ctx, { day: query.get("day"), receipt: query.get("receipt") });
}

/** The upload of a form without scripts; its receipt stands on the page that follows. */
export async function action({ request, context: { ctx } }: ActionFunctionArgs) {
	const form = await readUpload(request);
	if (!form.ok && form.reason !== "too-large") throw refusedBody(form);
	const submission = parseForm(form.ok ? form.value : new FormData(), igcUploadSchema);
	if (!form.ok) return refusedForm(submission, refuse("too-large", { igc: "igc.refused.tooLarge" }), ["igc"]);
	const kept = await uploadIgcForm(ctx, form.value);
	if (!kept.ok) return refusedForm(submission, kept, ["igc"]);
	const { versionId, outcome } = kept.value;
	return redirectWithFlash(`/igc?receipt=${versionId}`, "success", outcomeKeys[outcome]);
}

export default function IgcPage() {
	const { t } = useTranslation();
	const { form, receipt, own, organisers } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>();
	return (
		<div className="stack">
			<div className="page-head">
				<div>
					<h1>{t("nav.igc")}</h1>
					<p>{t("igc.intro")}</p>
				</div>
			</div>
			{receipt && <ReceiptSection receipt={receipt} />}
			{form.days.length === 0 ? (
				<p className="empty">{t("igc.noDays")}</p>
			) : (
				<UploadForm choices={form} reply={reply} />
			)}
			<OwnFlights flights={own} />
			{organisers && <OrganisersSection organisers={organisers} />}
		</div>
	);
}
