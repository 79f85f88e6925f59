import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { AppLink } from "~/components/app-link";
import { RegistrationNumber } from "~/components/pilot-marks";
import { PrintButton } from "~/components/print/print-button";
import { penaltyText } from "~/components/results/penalty-text";
import { ResultsState } from "~/components/results/results-note";

import { Disqualified, SheetName, SignedSheet } from "~/components/results/signed-sheet";
import { WorthlessDay } from "~/components/scoring/preliminary-note";
import { useTexts } from "~/components/use-texts";
import { hoursMinutesSeconds } from "~/lib/editions/clock-times";
import { errorPage } from "~/lib/http/page-guards.server";
import { dayAndDate, formatClock, formatDayAndTime } from "~/lib/i18n/format-dates";
import {
	formatHandicap,
	formatKilometres,
	formatNumber,
	formatPoints,
	formatSpeed,
} from "~/lib/i18n/format-number";
import { type DaySheet, readDaySheet } from "~/lib/results/day-sheet.server";
import { resultsPath } from "~/lib/results/results-address";
import { taskSummary } from "~/lib/tasks/task-summary";
import { page } from "~/shell/handle";

export const handle = page({
	titleOf: (loaded, t, { language, classNameOf }) => {
		const { classType, day } = loaded as DaySheet;
		return `${classNameOf(classType)}, ${dayAndDate(t, day, language)}: ${t("results.sheet")}`;
	},
	cached: [],
});

export async function loader({ params, context: { ctx } }: LoaderFunctionArgs) {
	const sheet = await readDaySheet(ctx, params.date ?? "", params.class ?? "");
	if (!sheet) throw errorPage("not-found");
	return sheet;
}

export default function DaySheetPage() {
	const { t, language, classNameOf } = useTexts();
	const sheet = useLoaderData<typeof loader>();
	const { classType, classId, dayId, day, task, state, protests, updatedAt } = sheet;
	return (
		<>
			<p className="button-row no-print mb-4">
				<PrintButton />
				<a className="button" href={`/results/export/${day.date}/${classType}.csv`} download>
					{t("results.csv")}
				</a>
				{sheet.fileForOthers !== null && (
					<a className="button" href={`/results/export/soaring-spot/${day.date}/${classType}.csv`} download>
						{sheet.fileForOthers}
					</a>
				)}
				<AppLink className="button" to={resultsPath({ view: "daily", classId, dayId })}>
					{t("nav.results")}
				</AppLink>
			</p>
			<SignedSheet
				title={`${classNameOf(classType)} – ${dayAndDate(t, day, language)}`}
				summary={taskSummary(t, language, task)}
				status={state.elsewhere || sheet.isCancelledForClass ? null : state.state}
				since={formatDayAndTime(updatedAt, language)}
			>
				{sheet.isCancelledForClass ? (
					<p>
						<strong>{t("day.uncounted")}</strong>
					</p>
				) : (
					<ResultsState state={{ ...state, openProtests: 0 }} protest={null} />
				)}
				{protests.length > 0 && (
					<p>
						{protests
							.map(
								({ startNumber, outcome }) =>
									`${startNumber} – ${t(outcome ? `protest.outcome.${outcome}` : "protest.pending")}`,
							)
							.join(" · ")}
					</p>
				)}
				<Factors figures={sheet.figures} limits={sheet.limits} />
				{!sheet.isCancelledForClass && <WorthlessDay day={sheet.figures} />}
				<DayRows rows={sheet.rows} columns={sheet.columns} />
				<Penalties rows={sheet.rows} />
				<Disqualified rows={sheet.rows} />
			</SignedSheet>
		</>
	);
}

/** The numbers of the day, by the signs of Annex A. */
function Factors({ figures, limits: { d1Km, dmKm } }: Pick<DaySheet, "figures" | "limits">) {
	const { language } = useTexts();
	const { pm, f, fcr, doM, voKmh, toS, n, n1, n2 } = figures;
	const number = (value: number, digits: number | readonly [number, number] = 0) =>
		formatNumber(value, language, digits);
	const signs = [
		["Pm", formatPoints(pm, language)],
		["F", number(f, [0, 3])],
		["FCR", number(fcr, [0, 3])],
		["D1", `${formatKilometres(d1Km * 1000, language)}\u00a0km`],
		["Dm", `${formatKilometres(dmKm * 1000, language)}\u00a0km`],
		["Do", `${formatKilometres(doM, language)}\u00a0km`],
		["Vo", `${number(voKmh, 1)}\u00a0km/h`],
		["To", toS === null ? "–" : hoursMinutesSeconds(toS)],
		["N", number(n)],
		["n1", number(n1)],
		["n2", number(n2)],
	];
	return (
		<dl className="flex flex-wrap gap-x-4 gap-y-1">
			{signs.map(([sign, value]) => (
				<div key={sign} className="flex gap-1">
					<dt className="muted">{sign}</dt>
					<dd className="m-0 tabular-nums">{value}</dd>
				</div>
			))}
		</dl>
	);
}

function DayRows({ rows, columns }: Pick<DaySheet, "rows" | "columns">) {
	const { t } = useTexts();
	const isDecided = rows.some(({ override }) => override !== null);
	return (
		<>
			<table className="signed-table">
				<thead>
					<tr>
						<th scope="col">#</th>
						<th scope="col">{t("results.column.startNumber")}</th>
						<th scope="col">{t("results.column.name")}</th>
						<th scope="col">{columns.nation}</th>
						<th scope="col">{t("results.column.aeroclub")}</th>
						<th scope="col">{t("results.column.glider")}</th>
						<th scope="col">{columns.registrationNumber}</th>
						<th scope="col">H</th>
						{[
							...[t("results.column.start"), t("results.column.finish"), columns.time, "km", "km/h"],
							...[t("results.column.points"), t("results.column.penalty")],
						].map((head) => (
							<th key={head} scope="col" className="number">
								{head}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map((row) => (
						<DayRow key={row.competitor} row={row} />
					))}
				</tbody>
			</table>
			{isDecided && <p className="muted">{t("results.sheet.decided")}</p>}
		</>
	);
}

/** The reason of each penalty, below the table: a row keeps its one line. */
/** A value with a star was decided by a scorer. */
function DayRow({ row }: { readonly row: DaySheet["rows"][number] }) {
	const { t, language } = useTexts();
	const { place, isGuest, status } = row;
	const number = (value: number | null, digits: number | readonly [number, number]) =>
		value === null ? "" : formatNumber(value, language, digits);
	const time = (moment: number | null) => (moment === null ? "" : formatClock(new Date(moment), language));
	const marked = (text: ReactNode, isMarked: boolean) => (isMarked ? <>{text}&nbsp;*</> : text);
	return (
		<tr>
			<td>{isGuest ? "HC" : status === "dsq" ? "DSQ" : place}</td>
			<td>{row.startNumber}</td>
			<SheetName row={row} />
			<td>{row.nation}</td>
			<td className="club">{row.aeroclub}</td>
			<td>{marked(row.glider, row.override?.glider?.name != null)}</td>
			<td>
				<RegistrationNumber>{row.registrationNumber}</RegistrationNumber>
			</td>
			<td>{row.handicap !== null && formatHandicap(row.handicap, language)}</td>
			<td className="number">{marked(time(row.start), row.override?.start != null)}</td>
			<td className="number">
				{marked(
					row.finish === null ? t(`score.status.${status}`) : time(row.finish),
					row.override?.finish != null || row.override?.out === true,
				)}
			</td>
			<td className="number">
				{row.timeS !== null && marked(hoursMinutesSeconds(row.timeS), row.override?.timeS != null)}
			</td>
			<td className="number">
				{marked(number(row.distanceM && row.distanceM / 1000, 1), row.override?.distanceM != null)}
			</td>
			<td className="number">
				{row.speedKmh !== null && marked(formatSpeed(row.speedKmh, language), row.override?.timeS != null)}
			</td>
			<td className="number">
				<strong>{row.points !== null && formatPoints(row.points, language)}</strong>
			</td>
			<td className="number">{row.penalty > 0 ? formatPoints(row.penalty, language) : ""}</td>
		</tr>
	);
}

function Penalties({ rows }: Pick<DaySheet, "rows">) {
	const { t, language } = useTexts();
	const penalised = rows.filter(({ penalty }) => penalty > 0);
	if (penalised.length === 0) return null;
	return (
		<section>
			<h2>{t("results.penalties")}</h2>
			<ul>
				{penalised.map(({ competitor, startNumber, name, penalties }) => (
					<li key={competitor}>
						{startNumber} {name} – {penaltyText(t, penalties, language)}
					</li>
				))}
			</ul>
		</section>
	);
}
