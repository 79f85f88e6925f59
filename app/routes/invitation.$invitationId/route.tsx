import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary, NameField, PasswordField } from "~/components/app-form";
import { Consents } from "~/components/consents";
import { LoginForm } from "~/components/login-form";
import { Refusal } from "~/components/refusal";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import { useTexts } from "~/components/use-texts";
import { acceptInvitation, invitationOfLink, signUpInvited } from "~/lib/accounts/accept-invitation.server";
import { invitedSchema } from "~/lib/accounts/account-schemas";
import { isFactorRequired } from "~/lib/accounts/second-factor/second-factor-queries.server";
import { privacyAtSignup, type SignupPrivacy } from "~/lib/content/privacy-texts.server";
import type { Ctx } from "~/lib/context";
import { type FormReply, invalidForm, refusedForm } from "~/lib/forms/form-action.server";
import { parseForm } from "~/lib/forms/parse-form";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { tokenCookie } from "~/lib/http/cookies.server";
import { hiddenAddress } from "~/lib/http/security-headers.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { type RefusalReason, refusalStatus } from "~/lib/refusals";
import { page } from "~/shell/handle";

export const handle = page({ title: "invitation.title" });

export const headers = hiddenAddress;

/** Shows what the link does and does nothing: programs that read mails open links. */
export async function loader({ request, params, context: { ctx } }: LoaderFunctionArgs) {
	const url = new URL(request.url);
	const { t } = textsOf(ctx.language);
	const found = await invitationOfLink(ctx, params.invitationId ?? "", url);
	if (!found.ok) return refused(ctx, found.reason);
	const { account, role, email } = found.value;
	if (account?.role) return refused(ctx, "invitation-used");
	const own = ctx.actor !== null && ctx.actor.id === account?.id;
	if (ctx.actor && !own) return refused(ctx, "invitation-other");
	const here = `${url.pathname}${url.search}`;
	return data({
		refusal: null,
		isOther: false,
		form: own ? ("accept" as const) : account ? ("login" as const) : ("signup" as const),
		here,
		privacy: privacyAtSignup(ctx),
		words: {
			lead: t("invitation.lead", { title: ctx.edition.title, role: t(`role.${role}`), email }),
			may: t("invitation.may", { what: t(`roleMay.${role}`) }),
			factor: isFactorRequired(ctx) ? t("invitation.factor") : null,
			login: t("invitation.login"),
			accept: t("invitation.accept"),
			signup: t("invitation.signup"),
			privacy: t("invitation.privacy"),
		},
	});
}

function refused(ctx: Ctx, reason: RefusalReason) {
	const { t } = textsOf(ctx.language);
	const words = { title: t(`server.${reason}`), next: t("invitation.next") };
	return data(
		{
			refusal: words,
			isOther: reason === "invitation-other",
			form: null,
			here: "",
			privacy: null,
			words: null,
		},
		refusalStatus[reason],
	);
}

/** The role holds once the second factor is set up, which comes next. */
export async function action({ request, params, context: { ctx } }: ActionFunctionArgs) {
	const found = await invitationOfLink(ctx, params.invitationId ?? "", new URL(request.url));
	// The page says what has happened instead.
	if (!found.ok) return data(null, refusalStatus[found.reason]);
	const next = isFactorRequired(ctx) ? "/second-factor?redirectTo=/admin" : "/admin";
	if (ctx.actor && ctx.session) {
		const accepted = await acceptInvitation({ ...ctx, actor: ctx.actor, session: ctx.session }, found.value);
		if (!accepted.ok) return data(null, refusalStatus[accepted.reason]);
		return redirect(ctx.session.confirmedAt ? "/admin" : next, 303);
	}
	const submission = parseForm(bodyOf(await readForm(request)), invitedSchema);
	if (submission.status !== "success") return invalidForm(submission, ["password"]);
	const made = await signUpInvited(ctx, found.value, submission.value);
	if (!made.ok) return refusedForm(submission, made, ["password"]);
	return redirect(next, { status: 303, headers: { "Set-Cookie": tokenCookie(request, made.value.token) } });
}

export default function InvitationPage() {
	const { t } = useTexts();
	const { refusal, isOther, form, here, privacy, words } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>() ?? undefined;
	return (
		<div className="narrow stack">
			<h1>{t("invitation.title")}</h1>
			{refusal && (
				<Refusal title={refusal.title}>
					<p>{refusal.next}</p>
					{isOther && (
						<form method="post" action="/logout">
							<button type="submit" className="button">
								{t("nav.logout")}
							</button>
						</form>
					)}
				</Refusal>
			)}
			{words && (
				<>
					<p className="break-words">{words.lead}</p>
					<p>{words.may}</p>
					{words.factor && <p>{words.factor}</p>}
					{form === "accept" && (
						<form method="post">
							<SubmitButton>{words.accept}</SubmitButton>
						</form>
					)}
					{form === "login" && (
						<>
							<p>{words.login}</p>
							<LoginForm redirectTo={here} />
						</>
					)}
					{form === "signup" ? (
						<InvitedForm reply={reply} submit={words.signup} privacy={privacy} />
					) : (
						<p>
							<a href="/privacy">{words.privacy}</a>
						</p>
					)}
				</>
			)}
		</div>
	);
}

const schema = async () => (await import("~/lib/accounts/account-schemas")).invitedSchema;

interface InvitedFormProps {
	readonly reply: FormReply | undefined;
	readonly submit: string;
	readonly privacy: SignupPrivacy;
}

function InvitedForm({ reply, submit, privacy }: InvitedFormProps) {
	const { t } = useTexts();
	const { fields, busy, summary, formProps } = useAppForm({ id: "invited", reply, schema });
	const labels = {
		name: t("account.name"),
		surname: t("account.surname"),
		password: t("account.password"),
	};
	return (
		<form method="post" {...formProps}>
			<ErrorSummary {...summary} labels={labels} />
			<NameField field={fields.name} label={labels.name} autoComplete="given-name" />
			<NameField field={fields.surname} label={labels.surname} autoComplete="family-name" />
			<PasswordField
				field={fields.password}
				label={labels.password}
				hint={t("account.passwordHint")}
				autoComplete="new-password"
			/>
			<Consents privacy={privacy} />
			<SubmitButton busy={busy} waitsFor={["name", "surname", "password"]}>
				{submit}
			</SubmitButton>
		</form>
	);
}
