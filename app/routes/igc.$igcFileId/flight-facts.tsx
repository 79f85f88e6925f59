import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "~/components/use-language";
import { flightDuration } from "~/lib/flight-log/flight-duration";
import { formatTime } from "~/lib/i18n/format-dates";
import { formatNumber } from "~/lib/i18n/format-number";
import type { FlightPage } from "./flight-page.server";

/** Key figures of a flight. */
export function FlightFacts({ flight }: { readonly flight: FlightPage }) {
	const { t } = useTranslation();
	const language = useLanguage();
	const { figures, midnight, gliderType } = flight;
	const { highest } = figures;
	const time = (seconds: number | null) =>
		seconds === null
			? t("igc.receipt.unknown")
			: formatTime(new Date(midnight.getTime() + seconds * 1000), language);
	const facts: readonly (readonly [string, string])[] = [
		["takeOff", time(figures.takeOff)],
		["landing", time(figures.landing)],
		["flightTime", flightDuration(t, figures.flightTime)],
		[
			"distance",
			t("igc.unit.kilometres", { value: formatNumber(figures.distance / 1000, language, [0, 1]) }),
		],
		[
			"highest",
			highest === null
				? t("igc.receipt.unknown")
				: `${t("igc.unit.metres", { value: formatNumber(highest.altitude, language) })} (${time(highest.time)}, ${t(`igc.altitude.${highest.kind}`)})`,
		],
		["glider", gliderType ?? t("igc.receipt.unknown")],
		["recorder", `${figures.recorder.maker} ${figures.recorder.serial}`.trim()],
		["fixes", formatNumber(figures.fixes, language)],
	];
	return (
		<dl className="facts">
			{facts.map(([name, value]) => (
				<Fragment key={name}>
					<dt>{t(`igc.receipt.${name}`)}</dt>
					<dd>{value}</dd>
				</Fragment>
			))}
		</dl>
	);
}
