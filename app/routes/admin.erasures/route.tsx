import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { objectionSchema } from "~/lib/accounts/account-schemas";
import { objectToErasure } from "~/lib/accounts/ask-for-erasure.server";
import { parseForm } from "~/lib/forms/parse-form";
import { readForm, refusedBody } from "~/lib/http/body.server";
import { requireAdmin } from "~/lib/http/page-guards.server";
import { redirectRefused, redirectWithFlash } from "~/lib/http/redirect.server";
import { page } from "~/shell/handle";
import { ErasureCard } from "./erasure-card";
import { readWaitingErasures } from "./waiting-erasures.server";

export const handle = page({ title: "erasures.title" });

const path = "/admin/erasures";

export async function loader({ context }: LoaderFunctionArgs) {
	return { waiting: await readWaitingErasures(requireAdmin(context)) };
}

export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireAdmin(context);
	const form = await readForm(request);
	if (!form.ok) throw refusedBody(form);
	const submission = parseForm(form.value, objectionSchema);
	if (submission.status !== "success") return redirectRefused(path, "invalid-fields", "erasures.missing");
	const stopped = await objectToErasure(ctx, submission.value);
	if (!stopped.ok) return redirectRefused(path, stopped.reason, "erasures.tooLate");
	return redirectWithFlash(path, "success", "erasures.objected");
}

export default function ErasuresPage() {
	const { t } = useTranslation();
	const { waiting } = useLoaderData<typeof loader>();
	return (
		<div className="stack">
			<h1>{t("erasures.title")}</h1>
			{waiting.length > 0 ? <p>{t("erasures.intro")}</p> : <p className="empty">{t("erasures.empty")}</p>}
			{waiting.map((erasure) => (
				<ErasureCard key={erasure.id} {...erasure} />
			))}
		</div>
	);
}
