import { AppLink } from "~/components/app-link";
import { PhoneLink } from "~/components/desk/phones";
import { RegistrationNumber } from "~/components/pilot-marks";
import { useTexts } from "~/components/use-texts";
import { formatTime } from "~/lib/i18n/format-dates";
import { formatKilometres } from "~/lib/i18n/format-number";
import { isConfirmed } from "~/lib/whose-word";
import type { LogStanding } from "~db/enums";
import type { Overdue } from "./page.server";

/** The pilots whom to ask what they saw and heard, as their logs came near to a position. */
export function NearFlights({ near }: Pick<Overdue["positions"][number], "near">) {
	const { t } = useTexts();
	const doubtful = near.filter((flight) => !isConfirmed(flight));
	const known = near.filter(isConfirmed);
	return (
		<>
			<p className="muted mt-2 break-after-avoid">{t("overdue.near")}</p>
			{known.length === 0 && <p>{t("overdue.near.none")}</p>}
			<FlightList flights={known} />
			{doubtful.length > 0 && (
				<>
					<p className="muted mt-2 break-after-avoid border-t border-edge pt-2">
						{t("overdue.unconfirmed.logs")}
					</p>
					<FlightList flights={doubtful} />
				</>
			)}
		</>
	);
}

function FlightList({ flights }: { readonly flights: Overdue["positions"][number]["near"] }) {
	const { t, language } = useTexts();
	return (
		<ul className="near-flights gap-x-8 sm:columns-2">
			{flights.map(
				({ flightId, standing, startNumber, fullName, registrationNumber, distanceM, at, phone }) => (
					<li key={flightId} className="break-inside-avoid py-1 print:py-0">
						<AppLink to={`/igc/${flightId}`}>
							{startNumber} {fullName}
						</AppLink>
						, <RegistrationNumber>{registrationNumber}</RegistrationNumber>,{" "}
						{t("overdue.near.at", {
							kilometres: formatKilometres(distanceM, language),
							time: formatTime(new Date(at), language),
						})}
						, <Doubt standing={standing} />
						<PhoneLink phone={phone} />
					</li>
				),
			)}
		</ul>
	);
}

/** Says of a log that it does not count, as it may be of another pilot. */
function Doubt({ standing }: { readonly standing: LogStanding }) {
	const { t } = useTexts();
	if (isConfirmed({ standing })) return null;
	return `${t(standing === "unconfirmed" ? "overdue.log.unconfirmed" : "overdue.log.kept")}, `;
}

/** Who flew along each leg of the task, and when. It is shown when no last position is known. */
export function AlongTask({ along }: Pick<Overdue, "along">) {
	const { t, language } = useTexts();
	const legs = along.filter(({ pilots }) => pilots.length > 0);
	if (legs.length === 0) return null;
	return (
		<section aria-labelledby="overdue-along">
			<h2 id="overdue-along">{t("overdue.along")}</h2>
			{legs.map(({ from, to, pilots }) => (
				<details key={`${from} ${to}`} open>
					<summary>{`${from} – ${to}`}</summary>
					<ul className="lined">
						{pilots.map(({ flightId, standing, startNumber, fullName, phone, first, last }) => (
							<li key={flightId}>
								<strong>
									{formatTime(new Date(first), language)}–{formatTime(new Date(last), language)}
								</strong>{" "}
								<AppLink to={`/igc/${flightId}`}>
									{startNumber} {fullName}
								</AppLink>
								, <Doubt standing={standing} />
								<PhoneLink phone={phone} />
							</li>
						))}
					</ul>
				</details>
			))}
		</section>
	);
}
