import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EmailField, ErrorSummary, NameField, PasswordField } from "~/components/app-form";
import { Consents } from "~/components/consents";
import { AccountLinks } from "~/components/login-form";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import { useTexts } from "~/components/use-texts";
import { signupSchema } from "~/lib/accounts/account-schemas";
import { signUp } from "~/lib/accounts/sign-up.server";
import { signupLinkOf } from "~/lib/accounts/signup-links.server";
import { privacyAtSignup } from "~/lib/content/privacy-texts.server";
import type { Ctx } from "~/lib/context";
import { areEntriesOpen, isSignupAhead, isSignupOpen } from "~/lib/editions/opening-times";
import { answerForm } from "~/lib/forms/form-action.server";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { tokenCookie } from "~/lib/http/cookies.server";
import { requireGuest } from "~/lib/http/page-guards.server";
import { nextPath, redirectWithFlash } from "~/lib/http/redirect.server";
import { hiddenAddress } from "~/lib/http/security-headers.server";
import { formatDayAndTime } from "~/lib/i18n/format-dates";
import { page } from "~/shell/handle";

export const handle = page({ title: "signup.title" });

export const headers = hiddenAddress;

/** What stands in a link that opens signup to one account; null without one. */
const linkOf = (request: Request) => new URL(request.url).searchParams.get("link");

export async function loader({ request, context }: LoaderFunctionArgs) {
	const redirectTo = nextPath(request);
	const ctx = requireGuest(context, request, redirectTo);
	const { edition, now, language } = ctx;
	return {
		redirectTo,
		open: isSignupOpen(edition, now) || (await signupLinkOf(ctx, linkOf(request))) !== null,
		hasLink: linkOf(request) !== null,
		/** Null once signup has opened. */
		opensAt: isSignupAhead(edition, now)
			? formatDayAndTime(new Date(edition.competition.signupSince), language)
			: null,
		formKey: crypto.randomUUID(),
		privacy: privacyAtSignup(ctx),
	};
}

export async function action({ request, context: { ctx } }: ActionFunctionArgs) {
	const form = bodyOf(await readForm(request));
	return answerForm(
		{ ctx, form, hidden: ["password"] },
		signupSchema,
		(_, input, key) => signUp(ctx, input, key, linkOf(request)),
		({ token }) =>
			redirectWithFlash(pathAfterSignup(ctx, request), "signup.success", {
				"Set-Cookie": tokenCookie(request, token),
			}),
	);
}

/** Who comes from nowhere else has made an account to enter. */
function pathAfterSignup({ edition, now }: Ctx, request: Request): string {
	const next = nextPath(request);
	const canEnter = linkOf(request) !== null || areEntriesOpen(edition, now);
	return next === "/" && canEnter ? "/registration" : next;
}

const schema = () => import("~/lib/accounts/account-schemas").then((schemas) => schemas.signupSchema);

export default function SignupPage() {
	const { t } = useTexts();
	const { open, opensAt, hasLink, redirectTo } = useLoaderData<typeof loader>();
	return (
		<div className="narrow stack">
			<h1>{t("signup.title")}</h1>
			{!open && (
				<div className="notice notice-info">
					{hasLink && <p className="notice-title">{t("signup.link.ended")}</p>}
					<p>{opensAt ? t("signup.opensAt", { time: opensAt }) : t("signup.closed")}</p>
				</div>
			)}
			<SignupForm />
			<AccountLinks links={["/login"]} redirectTo={redirectTo} />
		</div>
	);
}

function SignupForm() {
	const { t } = useTexts();
	const { open, formKey, privacy } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>();
	const { fields, busy, summary, formProps } = useAppForm({ id: "signup", reply, schema });
	const labels = {
		name: t("account.name"),
		surname: t("account.surname"),
		email: t("account.email"),
		password: t("account.password"),
	};
	const disabled = !open;
	return (
		<form method="post" {...formProps}>
			<ErrorSummary {...summary} labels={labels} />
			<input type="hidden" name="formKey" value={formKey} />
			<NameField field={fields.name} label={labels.name} autoComplete="given-name" disabled={disabled} />
			<NameField
				field={fields.surname}
				label={labels.surname}
				autoComplete="family-name"
				disabled={disabled}
			/>
			<EmailField field={fields.email} label={labels.email} disabled={disabled} />
			<PasswordField
				field={fields.password}
				label={labels.password}
				hint={t("account.passwordHint")}
				autoComplete="new-password"
				disabled={disabled}
			/>
			<Consents privacy={privacy} />
			<SubmitButton busy={busy} disabled={disabled} waitsFor={["name", "surname", "email", "password"]}>
				{t("signup.submit")}
			</SubmitButton>
		</form>
	);
}
