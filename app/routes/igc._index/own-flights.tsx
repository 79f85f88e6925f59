import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { FlightLabels } from "~/components/igc/flight-labels";
import { useLanguage } from "~/components/use-language";
import { formatDay } from "~/lib/i18n/format-dates";
import type { FlightRow } from "~/lib/igc/flight-row";

/** The flights of the one who is logged in, with their receipts. */
export function OwnFlights({ flights }: { readonly flights: readonly FlightRow[] }) {
	const { t } = useTranslation();
	const language = useLanguage();
	if (flights.length === 0) return null;
	return (
		<section className="section">
			<h2>{t("igc.own.title")}</h2>
			<ul className="lined">
				{flights.map((flight) => (
					<li key={flight.id} className="button-row">
						<AppLink to={`/igc?receipt=${flight.versionId}`}>
							{formatDay(flight.day, language)}
							{flight.flightNumber > 1 && ` (${t("igc.flightNumber", { number: flight.flightNumber })})`}
						</AppLink>
						<FlightLabels flight={flight} />
					</li>
				))}
			</ul>
		</section>
	);
}
