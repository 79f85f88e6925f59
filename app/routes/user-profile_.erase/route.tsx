import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ErrorSummary, TextField } from "~/components/app-form";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import { eraseSchema } from "~/lib/accounts/account-schemas";
import { eraseAccount } from "~/lib/accounts/erase-account.server";
import { invalidForm, refusedForm } from "~/lib/forms/form-action.server";
import { parseForm } from "~/lib/forms/parse-form";
import { readForm, refusedBody } from "~/lib/http/body.server";
import { clearedTokenCookie } from "~/lib/http/cookies.server";
import { requireCode, userPage } from "~/lib/http/page-access.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";
import { page } from "~/shell/handle";

export const handle = page({ title: "account.erase.title", mode: "interactive", texts: ["account"] });

const path = "/user-profile/erase";

const passwords = ["password"] as const;

export async function loader({ context }: LoaderFunctionArgs) {
	const ctx = userPage(context);
	await requireCode(ctx, path);
	return { email: ctx.actor.email };
}

export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = userPage(context);
	await requireCode(ctx, path);
	const form = await readForm(request);
	if (!form.ok) throw refusedBody(form);
	const submission = parseForm(form.value, eraseSchema);
	if (submission.status !== "success") return invalidForm(submission, passwords);
	const erased = await eraseAccount(ctx, submission.value);
	if (!erased.ok) return refusedForm(submission, erased, passwords);
	const cookie = clearedTokenCookie(request);
	return redirectWithFlash("/", "success", "account.erase.success", {}, { "Set-Cookie": cookie });
}

const schema = () => import("~/lib/accounts/account-schemas").then((schemas) => schemas.eraseSchema);

export default function EraseAccountPage() {
	const { t } = useTranslation();
	const { email } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>();
	const { fields, busy, summary, formProps } = useAppForm({ id: "erase", reply, schema });
	const labels = { password: t("account.password") };
	return (
		<div className="narrow stack">
			<h1>{t("account.erase.title")}</h1>
			<div className="notice notice-warning">
				<p>{t("account.erase.warning", { email })}</p>
				<p>{t("account.erase.kept")}</p>
				<p>{t("account.erase.flightLogs")}</p>
			</div>
			<form method="post" {...formProps}>
				<ErrorSummary {...summary} labels={labels} />
				{/* Password managers need the account's name. */}
				<input type="hidden" name="username" autoComplete="username" defaultValue={email} />
				<TextField
					field={fields.password}
					label={labels.password}
					type="password"
					autoComplete="current-password"
					enterKeyHint="go"
					required
				/>
				<SubmitButton busy={busy} danger>
					{t("account.erase.submit")}
				</SubmitButton>
			</form>
			<p>
				<a href="/user-profile">{t("account.erase.back")}</a>
			</p>
		</div>
	);
}
