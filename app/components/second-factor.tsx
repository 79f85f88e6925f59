import { useRef, useState } from "react";
import { askForPasskey, hasPasskeys } from "~/browser/passkeys";
import { useTexts } from "~/components/use-texts";
import type { FormReply } from "~/lib/forms/form-action.server";
import { limits } from "~/lib/forms/limits";
import { ErrorSummary, TextField } from "./app-form";
import { SubmitButton } from "./submit-button";
import { useAppForm } from "./use-app-form";
import { useHydrated } from "./use-hydrated";

const schema = () => import("~/lib/accounts/account-schemas").then(({ codeSchema }) => codeSchema);

interface CodeFormProps {
	readonly reply: FormReply | undefined;
	readonly button: string;
	/** Asks for a recovery code, which has letters. */
	readonly recovery?: boolean;
}

/** Asks for a code of the authenticator app, and sends it to the address of its page. */
export function CodeForm({ reply, button, recovery = false }: CodeFormProps) {
	const { t } = useTexts();
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

interface CodeLinksProps {
	readonly redirectTo: string;
	readonly recovery: boolean;
}

/** Links from the code of the app to a recovery code and back. */
export function CodeLinks({ redirectTo, recovery }: CodeLinksProps) {
	const { t } = useTexts();
	const query = new URLSearchParams({ ...(recovery ? {} : { recovery: "" }), redirectTo });
	return (
		<p>
			<a href={`?${query}`}>{t(recovery ? "secondFactor.code.toApp" : "secondFactor.code.toRecovery")}</a>
		</p>
	);
}

interface PasskeyFormProps {
	readonly challenge: string;
	readonly credentialIds: readonly string[];
}

/** Sends a passkey instead of a code to the address of its page. Nothing is there without scripts. */
export function PasskeyForm({ challenge, credentialIds }: PasskeyFormProps) {
	const { t } = useTexts();
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

/**
 * A form that sends what a passkey has answered, in hidden fields.
 * @param ask names of the fields with their values; rejects when the user or the browser refuses
 */
export function usePasskey(ask: () => Promise<Readonly<Record<string, string>>>) {
	const form = useRef<HTMLFormElement>(null);
	const [state, setState] = useState<"ready" | "asking" | "refused">("ready");
	const hydrated = useHydrated();

	const send = async () => {
		if (!form.current?.reportValidity()) return;
		setState("asking");
		try {
			fill(form.current, await ask());
			form.current.submit();
			setState("ready");
		} catch {
			setState("refused");
		}
	};

	return {
		form,
		send,
		/** It is false without scripts, too. */
		isPossible: hydrated && hasPasskeys(),
		isAsking: state === "asking",
		isRefused: state === "refused",
	};
}

/** Fields of an earlier try are there still when the browser has come back to the page. */
function fill(form: HTMLFormElement, fields: Readonly<Record<string, string>>): void {
	for (const [name, value] of Object.entries(fields)) {
		form.querySelector(`input[name="${name}"]`)?.remove();
		form.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
	}
}
