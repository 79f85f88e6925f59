import type { TFunction } from "i18next";
import { useId } from "react";
import { AppLink } from "~/components/app-link";
import { useTexts } from "~/components/use-texts";
import { ScrollRegion } from "~/components/wide-table";
import { hoursMinutesSeconds } from "~/lib/editions/clock-times";
import { comparePath } from "~/lib/flights/flight-paths";
import { formatClock } from "~/lib/i18n/format-dates";
import { formatKilometres, formatNumber, formatSpeed } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";
import type { ReplayPage } from "./page.server";
import type { Gap } from "./replay-rows.server";

type Row = ReplayPage["rows"][number];

const columns = ["start", "finish", "distance", "speed", "highest", "gap"] as const;

/** All that the replay shows, in figures. */
export function ReplayTable({ rows }: { readonly rows: readonly Row[] }) {
	const { t } = useTexts();
	const headingId = useId();
	const isScored = rows.some(({ distanceM }) => distanceM !== null);
	return (
		<section className="section">
			<h2 id={headingId}>{t("replay.flights")}</h2>
			<ScrollRegion aria-labelledby={headingId}>
				<table className="data-table data-table-wide" aria-labelledby={headingId}>
					<thead>
						<tr>
							<th scope="col">{t("replay.column.number")}</th>
							<th scope="col">{t("replay.column.pilot")}</th>
							{columns.map((column) => (
								<th key={column} scope="col" className="number">
									{t(`replay.column.${column}`)}
								</th>
							))}
							{isScored && (
								<th scope="col">
									<span className="sr-only">{t("compare.submit")}</span>
								</th>
							)}
						</tr>
					</thead>
					<tbody>
						{rows.map((row) => (
							<FlightRow key={row.registrationId} row={row} isScored={isScored} />
						))}
					</tbody>
				</table>
			</ScrollRegion>
			<p className="muted mt-3">{t("replay.figures")}</p>
		</section>
	);
}

function FlightRow({ row, isScored }: { readonly row: Row; readonly isScored: boolean }) {
	const { t, language } = useTexts();
	const { start, finish, distanceM, speedKmh, highestM, gap } = row;
	const time = (moment: number | null) => moment !== null && formatClock(new Date(moment), language);
	return (
		<tr>
			<td>
				<strong>{row.startNumber}</strong>
			</td>
			<th scope="row">
				<AppLink to={`/igc/${row.igcFileId}`} data-pilot={row.registrationId}>
					{`${row.name} ${row.surname}`}
				</AppLink>
			</th>
			<td className="number">{time(start)}</td>
			<td className="number">
				{time(finish) || (distanceM !== null && <span className="muted">{t("replay.out")}</span>)}
			</td>
			<td className="number">{distanceM !== null && formatKilometres(distanceM, language)}</td>
			<td className="number">{speedKmh !== null && formatSpeed(speedKmh, language)}</td>
			<td className="number">{highestM !== null && formatNumber(highestM, language)}</td>
			<td className="number">{gap && gapText(t, gap, language)}</td>
			{isScored && (
				<td>
					{distanceM !== null && <AppLink to={comparePath(row.igcFileId)}>{t("compare.submit")}</AppLink>}
				</td>
			)}
		</tr>
	);
}

function gapText(t: TFunction, gap: Gap, language: Language): string {
	switch (gap.kind) {
		case "time":
			// A gap below an hour is written as "4:09".
			return `+${hoursMinutesSeconds(gap.seconds).replace(/^0:0?/, "")}`;
		case "speed":
			return t("replay.gap.speed", { value: behind(gap.kmh, language) });
		case "distance":
			return t("replay.kilometres", { value: behind(gap.metres / 1000, language) });
	}
}

/** "−1.5"; without a sign when it is rounded to nothing. */
function behind(value: number, language: Language): string {
	const digits = formatNumber(Math.abs(value), language, 1);
	if (Math.abs(value) < 0.05) return digits;
	return `${value > 0 ? "−" : "+"}${digits}`;
}
