import { useTranslation } from "react-i18next";
import { askForPasskey } from "~/browser/passkeys";
import { usePasskey } from "./use-passkey";

interface PasskeyFormProps {
	readonly challenge: string;
	readonly credentialIds: readonly string[];
}

/** Sends a passkey instead of a code to the address of its page. Nothing is there without scripts. */
export function PasskeyForm({ challenge, credentialIds }: PasskeyFormProps) {
	const { t } = useTranslation();
	const { form, send, isPossible, isAsking, isRefused } = usePasskey(() =>
		askForPasskey(challenge, credentialIds),
	);
	if (!isPossible) return null;
	return (
		<form method="post" ref={form}>
			<p>
				<button type="button" className="button" disabled={isAsking} onClick={send}>
					{t("passkey.use")}
				</button>
			</p>
			<p role="status" className="field-hint">
				{isRefused && t("passkey.notUsed")}
			</p>
		</form>
	);
}
