import { useTranslation } from "react-i18next";
import { useLanguage } from "~/components/use-language";
import { limits } from "~/lib/forms/limits";
import { formatDay } from "~/lib/i18n/format-dates";

interface WithdrawalFormProps {
	readonly days: readonly string[];
	readonly today: string;
}

/** Withdraws a competitor who has flown: the record of the days before stays. */
export function WithdrawalForm({ days, today }: WithdrawalFormProps) {
	const { t } = useTranslation();
	const language = useLanguage();
	return (
		<details className="no-print mb-6">
			<summary>{t("registration.withdrawal.title")}</summary>
			<form method="post" className="stack mt-4">
				<p>{t("registration.withdrawal.next")}</p>
				<div className="field">
					<label htmlFor="withdrawal-from">{t("registration.withdrawal.from")}</label>
					<select id="withdrawal-from" name="from" defaultValue={today}>
						{days.map((date) => (
							<option key={date} value={date}>
								{formatDay(date, language)}
							</option>
						))}
					</select>
				</div>
				<div className="field">
					<label htmlFor="withdrawal-reason">{t("registration.withdrawal.reason")}</label>
					<textarea id="withdrawal-reason" name="reason" rows={2} maxLength={limits.reason} />
				</div>
				<button type="submit" className="button button-danger" name="intent" value="withdraw">
					{t("registration.withdrawal.submit")}
				</button>
			</form>
		</details>
	);
}
