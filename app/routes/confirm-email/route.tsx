import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary, PasswordField } from "~/components/app-form";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import { useTexts } from "~/components/use-texts";
import { confirmEmailSchema } from "~/lib/accounts/account-schemas";
import { confirmEmail, readConfirmation } from "~/lib/accounts/email/confirm-email.server";
import { mayEnter } from "~/lib/accounts/signup-links.server";
import type { UserCtx } from "~/lib/context";
import { entryOfUser } from "~/lib/entries/entries-queries.server";
import { answerForm, type FormReply } from "~/lib/forms/form-action.server";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { requireUser } from "~/lib/http/page-guards.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";
import { hiddenAddress } from "~/lib/http/security-headers.server";
import { refusalStatus } from "~/lib/refusals";
import { page } from "~/shell/handle";

export const handle = page({ title: "confirmEmail.title" });

export const headers = hiddenAddress;

export async function loader({ request, context: { ctx } }: LoaderFunctionArgs) {
	const token = new URL(request.url).searchParams.get("token") ?? "";
	const signedIn = ctx.actor !== null;
	const found = await readConfirmation(ctx, token);
	if (found.ok) return data({ token, confirmation: found.value, refusal: null, signedIn });
	return data(
		{ token, confirmation: null, refusal: found.reason, signedIn },
		{ status: refusalStatus[found.reason] },
	);
}

export async function action({ request, context }: ActionFunctionArgs) {
	const { ctx } = context;
	const form = bodyOf(await readForm(request));
	return answerForm(
		{ ctx, form, hidden: ["password"] },
		confirmEmailSchema,
		confirmEmail,
		async ({ signedIn }) => {
			const next = signedIn ? await nextPage(requireUser(context)) : "/login";
			return redirectWithFlash(next, "confirmEmail.success");
		},
	);
}

/** Who can enter and has not goes on to the form, where an entry of an earlier edition is offered from now on. */
async function nextPage(ctx: UserCtx): Promise<string> {
	const [entry] = await entryOfUser(ctx.db, ctx.actor.id);
	return !entry && ctx.actor.role === null && (await mayEnter(ctx)) ? "/registration" : "/user-profile";
}

export default function ConfirmEmailPage() {
	const { t } = useTexts();
	const { token, confirmation, refusal, signedIn } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>();
	const used = refusal === "email-link-used";
	return (
		<div className="narrow stack">
			<h1>{t("confirmEmail.title")}</h1>
			{refusal && (
				<div className={`notice ${used ? "notice-info" : "notice-danger"}`} role="alert">
					<p className="notice-title">{t(`server.${refusal}`)}</p>
					<p>{t(used ? "confirmEmail.done" : "confirmEmail.again")}</p>
					<p>
						<a href={signedIn ? "/user-profile" : "/login?redirectTo=/user-profile"}>
							{t("confirmEmail.toProfile")}
						</a>
					</p>
				</div>
			)}
			{confirmation && <ConfirmForm token={token} confirmation={confirmation} reply={reply} />}
		</div>
	);
}

interface ConfirmFormProps {
	readonly token: string;
	readonly confirmation: {
		readonly email: string;
		readonly change: boolean;
		readonly needsPassword: boolean;
	};
	readonly reply: FormReply | undefined;
}

const schema = () =>
	import("~/lib/accounts/account-schemas").then(({ confirmEmailSchema }) => confirmEmailSchema);

function ConfirmForm({ token, confirmation, reply }: ConfirmFormProps) {
	const { t } = useTexts();
	const { email, change, needsPassword } = confirmation;
	const { fields, busy, summary, formProps } = useAppForm({
		id: "confirm-email",
		reply,
		defaultValue: { token },
		schema,
	});
	const labels = { password: t("confirmEmail.password") };
	return (
		<>
			<p className="break-words">{t(change ? "confirmEmail.change" : "confirmEmail.own", { email })}</p>
			<form method="post" {...formProps}>
				<ErrorSummary {...summary} labels={labels} />
				<input type="hidden" name={fields.token.name} defaultValue={fields.token.initialValue} />
				{needsPassword && (
					<PasswordField
						field={fields.password}
						label={labels.password}
						hint={t("confirmEmail.passwordHint")}
						autoComplete="current-password"
					/>
				)}
				<SubmitButton busy={busy} waitsFor={needsPassword ? ["password"] : []}>
					{t("confirmEmail.submit")}
				</SubmitButton>
			</form>
			{needsPassword && (
				<p>
					{t("confirmEmail.resetText")} <a href="/password-reset">{t("confirmEmail.resetLink")}</a>
				</p>
			)}
		</>
	);
}
