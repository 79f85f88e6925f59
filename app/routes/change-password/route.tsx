import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary, PasswordField } from "~/components/app-form";
import { EndingDutyLinks } from "~/components/desk/own-duty-links";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import { useTexts } from "~/components/use-texts";
import { changePasswordSchema } from "~/lib/accounts/account-schemas";
import { changePassword } from "~/lib/accounts/change-password.server";
import { sessionHeaders } from "~/lib/accounts/known-device.server";
import { currentDutyLinks, dutyLinksOf } from "~/lib/desk/duty-links.server";
import { answerForm } from "~/lib/forms/form-action.server";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { requireUser } from "~/lib/http/page-guards.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";
import { page } from "~/shell/handle";

export const handle = page({ title: "changePassword.title" });

const passwords = ["oldPassword", "newPassword"] as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
	const { db, actor, now } = requireUser(context);
	const saved = new URL(request.url).searchParams.has("saved");
	const links = await dutyLinksOf(db, actor.id);
	return { email: actor.email, saved, duty: currentDutyLinks(links, now) };
}

export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireUser(context);
	const form = bodyOf(await readForm(request));
	return answerForm({ ctx, form, hidden: passwords }, changePasswordSchema, changePassword, (session) =>
		redirectWithFlash(
			"/change-password?saved",
			"changePassword.success",
			sessionHeaders(ctx, request, session),
		),
	);
}

const schema = () => import("~/lib/accounts/account-schemas").then((schemas) => schemas.changePasswordSchema);

export default function ChangePasswordPage() {
	const { t } = useTexts();
	const { email, saved, duty } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>();
	const { fields, busy, summary, formProps } = useAppForm({
		id: "change-password",
		reply,
		schema,
	});
	const labels = { oldPassword: t("account.oldPassword"), newPassword: t("account.newPassword") };
	return (
		<div className="narrow stack">
			<h1>{t("changePassword.title")}</h1>
			{saved && (
				<div className="notice notice-success">
					<p>{t("changePassword.saved")}</p>
				</div>
			)}
			<EndingDutyLinks {...duty} />
			<form method="post" action="/change-password" {...formProps}>
				<ErrorSummary {...summary} labels={labels} />
				<PasswordField
					account={email}
					field={fields.oldPassword}
					label={labels.oldPassword}
					autoComplete="current-password"
					enterKeyHint="next"
					disabled={saved}
				/>
				<PasswordField
					field={fields.newPassword}
					label={labels.newPassword}
					hint={t("account.passwordHint")}
					autoComplete="new-password"
					disabled={saved}
				/>
				<SubmitButton busy={busy} disabled={saved}>
					{t("changePassword.submit")}
				</SubmitButton>
			</form>
		</div>
	);
}
