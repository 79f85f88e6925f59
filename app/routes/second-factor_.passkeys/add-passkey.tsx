import { useTranslation } from "react-i18next";
import { makePasskey } from "~/browser/passkeys";
import { usePasskey } from "~/components/second-factor";
import { useHydrated } from "~/components/use-hydrated";
import { limits } from "~/lib/forms/limits";

interface AddPasskeyProps {
	readonly offer: Parameters<typeof makePasskey>[0] & { readonly formKey: string };
}

export function AddPasskey({ offer }: AddPasskeyProps) {
	const { t } = useTranslation();
	const hydrated = useHydrated();
	const { form, send, isPossible, isAsking, isRefused } = usePasskey(() => makePasskey(offer));
	return (
		<section className="section stack" aria-labelledby="add-passkey">
			<h2 id="add-passkey">{t("passkey.add")}</h2>
			{isPossible ? (
				<form
					method="post"
					ref={form}
					onSubmit={(event) => {
						event.preventDefault();
						void send();
					}}
				>
					<input type="hidden" name="formKey" value={offer.formKey} />
					<div className="field">
						<label htmlFor="passkey-name">{t("passkey.name")}</label>
						<p className="field-hint" id="passkey-name-hint">
							{t("passkey.name.hint")}
						</p>
						<input
							id="passkey-name"
							name="name"
							aria-describedby="passkey-name-hint"
							maxLength={limits.passkeyName}
							autoComplete="off"
							required
						/>
					</div>
					<button type="submit" className="button button-primary" disabled={isAsking}>
						{t("passkey.add")}
					</button>
					<p role="status" className="field-hint">
						{isRefused && t("passkey.notMade")}
					</p>
				</form>
			) : (
				<p>{t(hydrated ? "passkey.unsupported" : "passkey.needsScripts")}</p>
			)}
		</section>
	);
}
