import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Warnings } from "~/components/igc/warnings";
import { useLanguage } from "~/components/use-language";
import { flightDuration } from "~/lib/flight-log/flight-duration";
import { formatChangeTime, formatDate, formatDay, formatTime } from "~/lib/i18n/format-dates";
import { formatNumber } from "~/lib/i18n/format-number";
import { formatSize } from "~/lib/i18n/format-size";
import type { Receipt } from "~/lib/igc/receipt";

/** What was read from a log that has arrived, for the one who brought it. */
export function ReceiptCard({ receipt }: { readonly receipt: Receipt }) {
	const { t } = useTranslation();
	const language = useLanguage();
	const { flight, pilot } = receipt;
	const time = (moment: string | null) =>
		moment === null ? t("igc.receipt.unknown") : formatTime(new Date(moment), language);
	const glider = [flight.gliderType, flight.registration, flight.competitionNumber].flatMap(
		(part) => part || [],
	);
	const facts: readonly (readonly [string, ReactNode])[] = [
		["pilot", `${pilot.startNumber} ${pilot.name} ${pilot.surname}`],
		["day", formatDay(receipt.day, language)],
		["uploadedAt", formatChangeTime(new Date(receipt.uploadedAt), language)],
		["date", formatDate(flight.date, language)],
		["recorder", flight.recorder],
		["headerPilot", flight.pilot],
		["glider", glider.length > 0 && <Parts key="glider" parts={glider} />],
		["recording", `${time(flight.firstFix)} – ${time(flight.lastFix)}`],
		["takeOff", time(flight.takeOff)],
		["landing", time(flight.landing)],
		["flightTime", flightDuration(t, flight.flightTime)],
		[
			"highest",
			flight.highest === null
				? t("igc.receipt.unknown")
				: t("igc.unit.metres", { value: formatNumber(flight.highest, language) }),
		],
		["fixes", formatNumber(flight.fixes, language)],
		["size", <Parts key="size" parts={[receipt.originalName, formatSize(receipt.size, language)]} />],
		[
			"sha256",
			<code key="sha256" className="digest">
				{receipt.sha256}
			</code>,
		],
	];
	return (
		<article className="card stack">
			<h3>
				<span className="start-number">{pilot.startNumber}</span> {formatDay(receipt.day, language)}
			</h3>
			{!receipt.counts && (
				<div className="notice notice-info">
					<p>{t("igc.receipt.superseded")}</p>
				</div>
			)}
			{receipt.warnings.length > 0 && (
				<div className="notice notice-warning">
					<p className="notice-title">{t("igc.receipt.warnings")}</p>
					<Warnings warnings={receipt.warnings} />
				</div>
			)}
			<dl className="facts">
				{facts.map(([name, value]) => (
					<Fragment key={name}>
						<dt>{t(`igc.receipt.${name}`)}</dt>
						<dd>{value || t("igc.receipt.unknown")}</dd>
					</Fragment>
				))}
			</dl>
		</article>
	);
}

/** Names and numbers in a row, of which each keeps to one line where it fits. */
function Parts({ parts }: { readonly parts: readonly string[] }) {
	return parts.map((part, index) => (
		<Fragment key={part}>
			<span className="part">{index < parts.length - 1 ? `${part},` : part}</span>{" "}
		</Fragment>
	));
}
