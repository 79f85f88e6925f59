import { useTranslation } from "react-i18next";

/** A new address that waits for its confirmation. */
export function PendingEmail({ email }: { readonly email: string }) {
	const { t } = useTranslation();
	return (
		<section className="notice notice-info" aria-labelledby="pending-email">
			<p className="notice-title" id="pending-email">
				{t("account.email.pendingTitle")}
			</p>
			<p className="break-words">{t("account.email.pending", { email })}</p>
			<form method="post" className="button-row mt-3">
				<button type="submit" className="button" name="intent" value="send-again">
					{t("account.email.again")}
				</button>
				<button type="submit" className="button" name="intent" value="keep">
					{t("account.email.keep")}
				</button>
			</form>
		</section>
	);
}
