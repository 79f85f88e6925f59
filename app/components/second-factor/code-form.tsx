import { useTranslation } from "react-i18next";
import type { FormReply } from "~/lib/forms/form-action.server";
import { limits } from "~/lib/forms/limits";
import { ErrorSummary, TextField } from "../app-form";
import { SubmitButton } from "../submit-button";
import { useAppForm } from "../use-app-form";

const schema = () => import("~/lib/accounts/account-schemas").then(({ codeSchema }) => codeSchema);

interface CodeFormProps {
	readonly reply: FormReply | undefined;
	/** Text of the button. */
	readonly button: string;
	/** Asks for a recovery code, which has letters. */
	readonly recovery?: boolean;
}

/** Asks for a code of the authenticator app. Sent to the address of its page. */
export function CodeForm({ reply, button, recovery = false }: CodeFormProps) {
	const { t } = useTranslation();
	const { fields, busy, summary, formProps } = useAppForm({ id: "code-form", reply, schema });
	const kind = recovery ? "recovery" : "app";
	const labels = { code: t(`secondFactor.code.${kind}`) };
	return (
		<form method="post" {...formProps}>
			<ErrorSummary {...summary} labels={labels} />
			<TextField
				field={fields.code}
				label={labels.code}
				hint={t(`secondFactor.code.${kind}.hint`)}
				autoComplete="one-time-code"
				inputMode={recovery ? "text" : "numeric"}
				autoCapitalize="characters"
				spellCheck={false}
				enterKeyHint="go"
				maxLength={limits.code}
				required
			/>
			<SubmitButton busy={busy} waitsFor={["code"]}>
				{button}
			</SubmitButton>
		</form>
	);
}
