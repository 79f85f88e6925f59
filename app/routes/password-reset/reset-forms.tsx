import { useTranslation } from "react-i18next";
import { EmailField, ErrorSummary, PasswordField } from "~/components/app-form";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import type { FormReply } from "~/lib/forms/form-action.server";

interface ResetFormProps {
	readonly reply: FormReply | undefined;
}

const requestSchema = () =>
	import("~/lib/accounts/account-schemas").then(({ resetRequestSchema }) => resetRequestSchema);

export function ResetRequestForm({ reply }: ResetFormProps) {
	const { t } = useTranslation();
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

export function NewPasswordForm({ reply, token }: ResetFormProps & { readonly token: string }) {
	const { t } = useTranslation();
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
