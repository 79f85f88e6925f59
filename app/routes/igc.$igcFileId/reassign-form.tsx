import { useTranslation } from "react-i18next";
import { useLanguage } from "~/components/use-language";
import { dayName } from "~/lib/days/day-name";
import { formatDay } from "~/lib/i18n/format-dates";
import type { FlightPage } from "./flight-page.server";

/** Gives the flight to another pilot or day. */
export function ReassignForm({ organisers }: { readonly organisers: NonNullable<FlightPage["organisers"]> }) {
	const { t } = useTranslation();
	const language = useLanguage();
	const { pilots, days } = organisers;
	return (
		<form method="post" className="card card-surface">
			<h3>{t("igc.reassign.title")}</h3>
			<p className="field-hint mb-4">{t("igc.reassign.hint")}</p>
			<div className="field">
				<label htmlFor="reassign-pilot">{t("igc.field.pilot")}</label>
				<select id="reassign-pilot" name="pilot" defaultValue={organisers.pilot}>
					{pilots.map(({ id, startNumber, name, surname }) => (
						<option key={id} value={id}>{`${startNumber} – ${surname} ${name}`}</option>
					))}
				</select>
			</div>
			<div className="field">
				<label htmlFor="reassign-day">{t("igc.field.day")}</label>
				<select id="reassign-day" name="day" defaultValue={organisers.day}>
					{days.map(({ id, name, date }) => (
						<option key={id} value={id}>{`${dayName(t, name)}, ${formatDay(date, language)}`}</option>
					))}
				</select>
			</div>
			<button type="submit" className="button" name="intent" value="reassign">
				{t("igc.reassign.submit")}
			</button>
		</form>
	);
}
