import { useTranslation } from "react-i18next";
import type { FormReply } from "~/lib/forms/form-action.server";
import { AccountLinks } from "./account-links";
import { ErrorSummary, TextField } from "./app-form";
import { SubmitButton } from "./submit-button";
import { useAppForm } from "./use-app-form";
import { useRootData } from "./use-root-data";

const schema = () => import("~/lib/accounts/account-schemas").then(({ loginSchema }) => loginSchema);

interface LoginFormProps {
	/** Path of the page after the login. */
	readonly redirectTo: string;
	/** Only on /login. */
	readonly reply?: FormReply | undefined;
}

/** On /login and on error pages of status 401 and 403. */
export function LoginForm({ redirectTo, reply }: LoginFormProps) {
	const { t } = useTranslation();
	// A page for organisers shows the form to a signed-in competitor too, who has an account.
	const isGuest = !useRootData()?.user;
	const { fields, busy, summary, formProps } = useAppForm({
		id: "login",
		reply,
		schema,
	});
	const labels = { email: t("account.email"), password: t("account.password") };
	return (
		<>
			<form method="post" action={`/login?redirectTo=${encodeURIComponent(redirectTo)}`} {...formProps}>
				<ErrorSummary {...summary} labels={labels} />
				<TextField
					field={fields.email}
					label={labels.email}
					type="email"
					autoComplete="username"
					inputMode="email"
					enterKeyHint="next"
					required
				/>
				<TextField
					field={fields.password}
					label={labels.password}
					type="password"
					autoComplete="current-password"
					enterKeyHint="go"
					required
				/>
				<SubmitButton busy={busy} waitsFor={["email", "password"]}>
					{t("login.submit")}
				</SubmitButton>
			</form>
			<AccountLinks
				links={isGuest ? ["/password-reset", "/signup"] : ["/password-reset"]}
				redirectTo={redirectTo}
			/>
		</>
	);
}
