import { Link } from "@remix-run/react";
import { useTexts } from "~/components/use-texts";
import type { FormReply } from "~/lib/forms/form-action.server";
import { EmailField, ErrorSummary, PasswordField } from "./app-form";
import { replyForm } from "./reply-form";
import { SubmitButton } from "./submit-button";
import { useRootData } from "./use-root-data";

interface LoginFormProps {
	readonly redirectTo: string;
	/** The error pages have none. */
	readonly reply?: FormReply | undefined;
}

/** Stands on /login and on the error pages of status 401 and 403. */
export function LoginForm({ redirectTo, reply }: LoginFormProps) {
	const { t } = useTexts();
	// A page for organisers shows the form to a signed-in competitor too, who has an account.
	const root = useRootData();
	const maySignUp = !root?.user && !root?.isSignupOver;
	const { fields, summary } = replyForm("login", ["email", "password"], reply);
	const labels = { email: t("account.email"), password: t("account.password") };
	return (
		<>
			<form
				method="post"
				action={`/login?redirectTo=${encodeURIComponent(redirectTo)}`}
				id={summary.form.id}
				noValidate
			>
				<ErrorSummary {...summary} labels={labels} />
				<EmailField field={fields.email} label={labels.email} autoComplete="username" />
				<PasswordField field={fields.password} label={labels.password} autoComplete="current-password" />
				<SubmitButton waitsFor={["email", "password"]}>{t("login.submit")}</SubmitButton>
			</form>
			{!root?.isDraftsDoor && (
				<AccountLinks
					links={maySignUp ? ["/password-reset", "/signup"] : ["/password-reset"]}
					redirectTo={redirectTo}
				/>
			)}
		</>
	);
}

const linkTexts = {
	"/login": "signup.toLogin",
	"/signup": "login.toSignup",
	"/password-reset": "login.toReset",
} as const;

interface AccountLinksProps {
	readonly links: readonly (keyof typeof linkTexts)[];
	readonly redirectTo?: string;
}

/** Links between login, signup and password reset. They load a new document, as all links of visitors do. */
export function AccountLinks({ links, redirectTo = "/" }: AccountLinksProps) {
	const { t } = useTexts();
	const query = redirectTo === "/" ? "" : `?redirectTo=${encodeURIComponent(redirectTo)}`;
	return (
		<ul className="mt-6">
			{links.map((to) => (
				<li key={to}>
					<Link className="inline-block py-2.25" to={`${to}${query}`} reloadDocument>
						{t(linkTexts[to])}
					</Link>
				</li>
			))}
		</ul>
	);
}
