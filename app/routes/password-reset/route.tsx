import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EmailField, ErrorSummary, PasswordField } from "~/components/app-form";
import { AccountLinks } from "~/components/login-form";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import { useTexts } from "~/components/use-texts";
import { resetFormSchema, resetRequestSchema } from "~/lib/accounts/account-schemas";
import { checkResetToken, requestReset, resetPassword } from "~/lib/accounts/reset-password.server";
import type { Ctx } from "~/lib/context";
import { answerForm, type FormReply } from "~/lib/forms/form-action.server";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { clearedTokenCookie } from "~/lib/http/cookies.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";
import { hiddenAddress } from "~/lib/http/security-headers.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { refusalStatus } from "~/lib/refusals";
import { page } from "~/shell/handle";

export const handle = page({ title: "passwordReset.title" });

export const headers = hiddenAddress;

export async function loader({ request, context: { ctx } }: LoaderFunctionArgs) {
	const { searchParams } = new URL(request.url);
	const token = searchParams.get("token");
	if (token === null) return data({ token: null, refusal: null, sent: searchParams.has("sent") });
	const result = await checkResetToken(ctx, token);
	if (result.ok) return data({ token, refusal: null, sent: false });
	// The browser has the words of refusals only where a form was refused.
	const refusal = textsOf(ctx.language).t(`server.${result.reason}`);
	return data({ token: null, refusal, sent: false }, { status: refusalStatus[result.reason] });
}

export async function action({ request, context: { ctx } }: ActionFunctionArgs) {
	const form = bodyOf(await readForm(request));
	return form.has("token") ? setPassword(ctx, form, request) : sendLink(ctx, form);
}

async function sendLink(ctx: Ctx, form: FormData) {
	return answerForm({ ctx, form }, resetRequestSchema, requestReset, () =>
		redirect("/password-reset?sent", 303),
	);
}

async function setPassword(ctx: Ctx, form: FormData, request: Request) {
	const passwords = ["password", "passwordAgain"];
	// Every session of the account has ended, this browser's too.
	const headers = { "Set-Cookie": clearedTokenCookie(request) };
	return answerForm({ ctx, form, hidden: passwords }, resetFormSchema, resetPassword, () =>
		redirectWithFlash("/login", "passwordReset.success", headers),
	);
}

export default function PasswordResetPage() {
	const { t } = useTexts();
	const { token, refusal, sent } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>();
	return (
		<div className="narrow stack">
			<h1>{t("passwordReset.title")}</h1>
			{refusal && (
				<div className="notice notice-danger" role="alert">
					<p className="notice-title">{refusal}</p>
					<p>{t("passwordReset.askAgain")}</p>
				</div>
			)}
			{sent && (
				<div className="notice notice-success">
					<p>{t("passwordReset.sent")}</p>
				</div>
			)}
			{token === null ? <ResetRequestForm reply={reply} /> : <NewPasswordForm reply={reply} token={token} />}
			<AccountLinks links={["/login"]} />
		</div>
	);
}

interface ResetFormProps {
	readonly reply: FormReply | undefined;
}

const requestSchema = () =>
	import("~/lib/accounts/account-schemas").then(({ resetRequestSchema }) => resetRequestSchema);

function ResetRequestForm({ reply }: ResetFormProps) {
	const { t } = useTexts();
	const { fields, busy, summary, formProps } = useAppForm({
		id: "reset-request",
		reply,
		schema: requestSchema,
	});
	const labels = { email: t("account.email") };
	return (
		<form method="post" action="/password-reset" {...formProps}>
			<ErrorSummary {...summary} labels={labels} />
			<EmailField
				field={fields.email}
				label={labels.email}
				hint={t("passwordReset.emailHint")}
				autoComplete="username"
				enterKeyHint="send"
			/>
			<SubmitButton busy={busy} waitsFor={["email"]}>
				{t("passwordReset.request")}
			</SubmitButton>
		</form>
	);
}

const resetSchema = () =>
	import("~/lib/accounts/account-schemas").then(({ resetFormSchema }) => resetFormSchema);

function NewPasswordForm({ reply, token }: ResetFormProps & { readonly token: string }) {
	const { t } = useTexts();
	const { fields, busy, summary, formProps } = useAppForm({
		id: "reset",
		reply,
		defaultValue: { token },
		schema: resetSchema,
	});
	const labels = { password: t("account.newPassword"), passwordAgain: t("account.passwordAgain") };
	return (
		<form method="post" {...formProps}>
			<ErrorSummary {...summary} labels={labels} />
			<input type="hidden" name={fields.token.name} defaultValue={fields.token.initialValue} />
			<PasswordField
				field={fields.password}
				label={labels.password}
				hint={t("account.passwordHint")}
				autoComplete="new-password"
				enterKeyHint="next"
			/>
			<PasswordField field={fields.passwordAgain} label={labels.passwordAgain} autoComplete="new-password" />
			<SubmitButton busy={busy} waitsFor={["password", "passwordAgain"]}>
				{t("passwordReset.submit")}
			</SubmitButton>
		</form>
	);
}
