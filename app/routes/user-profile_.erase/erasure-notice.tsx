import { useTranslation } from "react-i18next";
import { useLanguage } from "~/components/use-language";
import { formatChangeTime } from "~/lib/i18n/format-dates";

export type ErasureState =
	| { readonly is: "none" }
	/** The mail with the link was sent. */
	| { readonly is: "asked" }
	| { readonly is: "waiting"; readonly dueAt: Date }
	| { readonly is: "objected"; readonly objection: string };

/** Shows the state of the request, and how to withdraw it. */
export function ErasureNotice({ email, state }: { readonly email: string; readonly state: ErasureState }) {
	const { t } = useTranslation();
	const language = useLanguage();
	switch (state.is) {
		case "none":
			return null;
		case "objected":
			return (
				<div className="notice notice-info">
					<p className="notice-title">{t("account.erase.objectedTitle")}</p>
					<p className="break-words">{t("account.erase.objectedText", { objection: state.objection })}</p>
				</div>
			);
		case "asked":
			return (
				<div className="notice notice-info stack">
					<p className="notice-title">{t("account.erase.askedTitle")}</p>
					<p className="break-words">{t("account.erase.askedText", { email })}</p>
					<WithdrawForm />
				</div>
			);
		case "waiting":
			return (
				<div className="notice notice-warning stack">
					<p className="notice-title">{t("account.erase.waitingTitle")}</p>
					<p>{t("account.erase.waitingText", { time: formatChangeTime(state.dueAt, language) })}</p>
					<WithdrawForm />
				</div>
			);
	}
}

function WithdrawForm() {
	const { t } = useTranslation();
	return (
		<form method="post">
			<button type="submit" name="intent" value="withdraw" className="button">
				{t("account.erase.withdraw")}
			</button>
		</form>
	);
}
