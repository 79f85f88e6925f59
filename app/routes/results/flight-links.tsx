import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { Icon } from "~/components/icon";

interface FlightLinksProps {
	readonly pilot: string;
	/** Of our page about the flight; absent where there is none. */
	readonly flight: string | undefined;
	/** Address at which the map viewer plays the flight; null where it cannot. */
	readonly player: string | null;
}

/** Null without a link: a column of flights that has none is left out. */
export function flightLinks(links: FlightLinksProps) {
	return links.flight || links.player ? <FlightLinks {...links} /> : null;
}

function FlightLinks({ pilot, flight, player }: FlightLinksProps) {
	const { t } = useTranslation();
	return (
		<span className="flight-links">
			{flight && (
				<AppLink className="button button-quiet" to={`/igc/${flight}`}>
					<Icon name="flying" />
					{t("results.flight")}
					<span className="sr-only"> ({pilot})</span>
				</AppLink>
			)}
			{player && (
				<AppLink className="button button-quiet" to={player}>
					<Icon name="play" />
					{t("results.playFlight")}
					<span className="sr-only"> ({pilot})</span>
				</AppLink>
			)}
		</span>
	);
}
