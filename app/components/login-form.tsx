import { useTranslation } from "react-i18next";
import type { FormReply } from "~/lib/forms/form-action.server";
import { AccountLinks } from "./account-links";
import { ErrorSummary, TextField } from "./app-form";
import { SubmitButton } from "./submit-button";
import { useAppForm } from "./use-app-form";

const schema = () => import("~/lib/accounts/account-schemas").then(({ loginSchema }) => loginSchema);

interface LoginFormProps {
	/** Path to go on to. */
	readonly redirectTo: string;
	/** What the server said to the last try; only /login has one. */
	readonly reply?: FormReply | undefined;
}

/** E-mail and password, on /login and wherever a page is not for guests. */
export function LoginForm({ redirectTo, reply }: LoginFormProps) {
	const { t } = useTranslation();
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
			<AccountLinks links={["/password-reset", "/signup"]} />
		</>
	);
}
