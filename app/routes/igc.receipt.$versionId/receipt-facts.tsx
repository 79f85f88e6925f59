import { Fragment } from "react";
import { type Fact, Facts } from "~/components/facts";
import { flightDuration } from "~/components/igc/flight-labels";
import { useTexts } from "~/components/use-texts";
import type { Receipt } from "~/lib/flights/upload-receipt";
import { formatChangeTime, formatDate, formatDay, formatTime } from "~/lib/i18n/format-dates";
import { formatNumber, formatSize } from "~/lib/i18n/format-number";

/** The facts that a pilot checks. Those that only a dispute needs are folded away. */
export function ReceiptFacts({ receipt }: { readonly receipt: Receipt }) {
	const { t, language } = useTexts();
	const { flight, pilot } = receipt;
	const time = (moment: string | null) =>
		moment === null ? t("igc.receipt.unknown") : formatTime(new Date(moment), language);
	const glider = [flight.gliderType, flight.registration, flight.competitionNumber].flatMap(
		(part) => part || [],
	);
	return (
		<>
			<KeyedFacts
				facts={[
					["pilot", `${pilot.startNumber} ${pilot.name} ${pilot.surname}`],
					["day", formatDay(receipt.day, language)],
					["takeOff", time(flight.takeOff)],
					["landing", time(flight.landing)],
					["flightTime", flightDuration(t, flight.flightTime)],
					[
						"highest",
						flight.highest === null
							? t("igc.receipt.unknown")
							: t("igc.unit.metres", { value: formatNumber(flight.highest, language) }),
					],
					["date", formatDate(flight.date, language)],
					["headerPilot", flight.pilot],
					["glider", glider.length > 0 && <Parts parts={glider} />],
				]}
			/>
			<details>
				<summary>{t("igc.receipt.technical")}</summary>
				<KeyedFacts
					facts={[
						["uploadedAt", formatChangeTime(new Date(receipt.uploadedAt), language)],
						["sender", t(`igc.sender.${receipt.sender}`)],
						["recorder", flight.recorder],
						["recording", `${time(flight.firstFix)} – ${time(flight.lastFix)}`],
						["fixes", formatNumber(flight.fixes, language)],
						["size", <Parts key="size" parts={[receipt.originalName, formatSize(receipt.size, language)]} />],
						[
							"sha256",
							<code key="sha256" className="wrap-anywhere text-small">
								{receipt.sha256}
							</code>,
						],
					]}
				/>
			</details>
		</>
	);
}

/** Names are the ends of their texts `igc.receipt.<name>`. */
function KeyedFacts({ facts }: { readonly facts: readonly Fact[] }) {
	const { t } = useTexts();
	const shown = facts.map(
		([key, value]): Fact => [t(`igc.receipt.${key}`), value || t("igc.receipt.unknown")],
	);
	return <Facts facts={shown} />;
}

/** Parts of a line, which may break between them, not within one. */
function Parts({ parts }: { readonly parts: readonly string[] }) {
	return parts.map((part, index) => (
		<Fragment key={part}>
			<span className="inline-block">{index < parts.length - 1 ? `${part},` : part}</span>{" "}
		</Fragment>
	));
}
