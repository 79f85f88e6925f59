import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { CodeForm } from "~/components/code-form";
import { CodeLinks } from "~/components/code-links";
import { codeSchema } from "~/lib/accounts/account-schemas";
import { invalidForm, refusedForm } from "~/lib/forms/form-action.server";
import { parseForm } from "~/lib/forms/parse-form";
import { readForm, refusedBody } from "~/lib/http/body.server";
import { userPage } from "~/lib/http/page-access.server";
import { nextPath, redirectWithFlash } from "~/lib/http/redirect.server";
import { confirmSession } from "~/lib/second-factor/confirm-session.server";
import { page } from "~/shell/handle";

export const handle = page({ title: "secondFactor.confirm.title", mode: "form", texts: ["account"] });

/** Where a recent code of the second factor is asked for. */
export function loader({ request, context }: LoaderFunctionArgs) {
	const { session } = userPage(context);
	const redirectTo = nextPath(request);
	if (!session.confirmedAt) throw redirect(redirectTo);
	return { redirectTo, recovery: new URL(request.url).searchParams.has("recovery") };
}

export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = userPage(context);
	if (!ctx.session.confirmedAt) return redirect(nextPath(request), 303);
	const form = await readForm(request);
	if (!form.ok) throw refusedBody(form);
	const submission = parseForm(form.value, codeSchema);
	if (submission.status !== "success") return invalidForm(submission);
	const confirmed = await confirmSession(ctx, submission.value.code);
	if (!confirmed.ok) return refusedForm(submission, confirmed, ["code"]);
	return redirectWithFlash(nextPath(request), "success", "secondFactor.confirm.success");
}

export default function ConfirmPage() {
	const { t } = useTranslation();
	const { redirectTo, recovery } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>();
	return (
		<div className="narrow stack">
			<h1>{t("secondFactor.confirm.title")}</h1>
			<p>{t("secondFactor.confirm.text")}</p>
			<CodeForm reply={reply} button={t("secondFactor.confirm.submit")} recovery={recovery} />
			<CodeLinks redirectTo={redirectTo} recovery={recovery} />
		</div>
	);
}
