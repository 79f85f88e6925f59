import { useTranslation } from "react-i18next";
import { ErrorSummary, PasswordField } from "~/components/app-form";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import type { FormReply } from "~/lib/forms/form-action.server";

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

export function ConfirmForm({ token, confirmation, reply }: ConfirmFormProps) {
	const { t } = useTranslation();
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
