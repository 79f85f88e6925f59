import { AppLink } from "~/components/app-link";
import { FlightLink } from "~/components/pilot-name";
import { Medal } from "~/components/podium";
import { useTexts } from "~/components/use-texts";
import { ScrollRegion } from "~/components/wide-table";
import { dayAndDate, dayName, formatShortDay } from "~/lib/i18n/format-dates";
import { formatKilometres, formatPoints, formatSpeed } from "~/lib/i18n/format-number";
import type { PilotDay } from "./page.server";

const number = "px-0.5 min-[24rem]:px-1 py-1.5 text-right tabular-nums sm:px-3";

/** Every day of a pilot: place, points, speed, distance, flight. */
export function DaysOfPilot({ days }: { readonly days: readonly PilotDay[] }) {
	const { t } = useTexts();
	return (
		<ScrollRegion className="max-w-3xl" aria-label={t("pilot.days")}>
			<table className="w-full" aria-label={t("pilot.days")}>
				<thead className="border-b-2 border-ink text-left text-small font-strong text-muted">
					<tr>
						<th scope="col" className="pl-3">
							{t("day.column.day")}
						</th>
						<th scope="col" className={number}>
							{t("day.column.place")}
						</th>
						<th scope="col" className={number}>
							{t("day.column.points")}
						</th>
						<th scope="col" className={number}>
							{t("day.column.flown")}
						</th>
						<th scope="col" className="print:hidden">
							<span className="sr-only">{t("results.flight")}</span>
						</th>
					</tr>
				</thead>
				<tbody>
					{days.map((day) => (
						<DayRow key={day.date} day={day} />
					))}
				</tbody>
			</table>
		</ScrollRegion>
	);
}

function DayRow({ day }: { readonly day: PilotDay }) {
	const { t, language } = useTexts();
	const { place, points, status, speedKmh, distanceM, score, flight, compare, leftOut } = day;
	const shown = points !== null ? formatPoints(points, language) : null;
	return (
		<tr className="border-b border-line">
			<th scope="row" className="py-1.5 pl-3 text-left font-strong">
				<AppLink className="-my-2.5 inline-block py-2.5 no-underline hover:underline" to={day.path}>
					{dayName(t, day.name)}
				</AppLink>{" "}
				<span className="unbroken font-normal text-muted">{formatShortDay(day.date, language)}</span>
				{leftOut && (
					<>
						{" "}
						<span className="block text-small font-normal text-muted">{leftOut}</span>
					</>
				)}
			</th>
			<td className={number}>{place !== null && <Place place={place} />}</td>
			<td className={number}>
				{shown && (
					<strong>
						{score ? (
							<AppLink className="-my-2.5 inline-block py-2.5" to={score}>
								{shown}
							</AppLink>
						) : (
							shown
						)}
					</strong>
				)}
			</td>
			<td className={number}>
				{speedKmh !== null && (
					<span className="unbroken">{t("day.speed", { speed: formatSpeed(speedKmh, language) })}</span>
				)}{" "}
				{distanceM !== null && (
					<span className="unbroken text-muted">
						{t("task.km", { value: formatKilometres(distanceM, language) })}
					</span>
				)}
				{distanceM === null && status !== null && (
					// Without a distance there is no log yet, and only the board knows of the field.
					<span className="text-muted">{t(`day.note.${status === "out" ? "OUTLANDING" : status}`)}</span>
				)}{" "}
				{flight && compare && (
					<AppLink className="-my-1 inline-block py-2.5 sm:ml-3 print:hidden" to={compare}>
						{t("compare.submit")}
					</AppLink>
				)}
			</td>
			<td className="w-11 text-right print:hidden">
				{flight && <FlightLink to={flight} of={dayAndDate(t, day, language)} />}
			</td>
		</tr>
	);
}

function Place({ place }: { readonly place: number }) {
	return place <= 3 ? <Medal place={place} /> : place;
}
