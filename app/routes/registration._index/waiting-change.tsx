import { useTranslation } from "react-i18next";
import { RequestedChange } from "~/components/entry/requested-change";
import type { ChangedField } from "~/lib/entries/requested-change";

interface WaitingChangeProps {
	readonly changes: readonly ChangedField[];
	/** Whether entries are open. */
	readonly open: boolean;
}

/** Says what of an accepted entry changes when an organiser agrees. */
export function WaitingChange({ changes, open }: WaitingChangeProps) {
	const { t } = useTranslation();
	return (
		<section className="notice notice-warning" aria-labelledby="waiting-change">
			<p className="notice-title" id="waiting-change">
				{t("registration.change.title")}
			</p>
			<RequestedChange changes={changes} />
			<p>{t("registration.change.next")}</p>
			{open && (
				<form method="post" action="/registration" className="no-print">
					<button type="submit" className="button" name="intent" value="withdraw-change">
						{t("registration.change.withdraw")}
					</button>
				</form>
			)}
		</section>
	);
}
