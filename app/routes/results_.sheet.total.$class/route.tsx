import type { LoaderFunctionArgs, SerializeFrom } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { PrintButton } from "~/components/print/print-button";
import { penaltyText } from "~/components/results/penalty-text";

import { Disqualified, SheetName, SignedSheet } from "~/components/results/signed-sheet";
import { useTexts } from "~/components/use-texts";
import { may } from "~/lib/access";
import { errorPage } from "~/lib/http/page-guards.server";
import { dayName, formatDayAndTime } from "~/lib/i18n/format-dates";
import { formatPoints } from "~/lib/i18n/format-number";
import { resultsPath } from "~/lib/results/results-address";
import { readTotalSheet } from "~/lib/results/total-sheet.server";
import { shownPlace } from "~/lib/scoring/day-scores";
import { page } from "~/shell/handle";

export const handle = page({
	titleOf: (loaded, t, { classNameOf }) => {
		const { classType } = loaded as SerializeFrom<typeof loader>;
		return `${classNameOf(classType)}: ${t("results.sheet.total")}`;
	},
	cached: [],
});

export async function loader({ params, context: { ctx } }: LoaderFunctionArgs) {
	const sheet = await readTotalSheet(ctx, params.class ?? "");
	if (!sheet) throw errorPage("not-found");
	return {
		...sheet,
		...(sheet.status === "official" && may(ctx, "entries") ? { hasRankingList: true } : {}),
	};
}

export default function TotalSheetPage() {
	const { t, language, classNameOf } = useTexts();
	const sheet = useLoaderData<typeof loader>();
	const { classId, classType, days, rows, status, updatedAt, words, leftOut } = sheet;
	return (
		<>
			<p className="button-row no-print mb-4">
				<PrintButton />
				<a className="button" href={`/results/export/total/${classType}.csv`} download>
					{t("results.csv")}
				</a>
				{"hasRankingList" in sheet && (
					<a className="button" href={`/results/export/ranking/${classType}.csv`} download>
						{t("results.rankingList")}
					</a>
				)}
				<AppLink className="button" to={resultsPath({ view: "total", classId })}>
					{t("nav.results")}
				</AppLink>
			</p>
			<SignedSheet
				title={t("results.total.title", { class: classNameOf(classType) })}
				summary={t("results.sheet.days", { count: sheet.counted })}
				status={status}
				since={formatDayAndTime(updatedAt, language)}
			>
				<p>
					{days
						.map(({ dayName: name, status: state, revision, isInvalid }) => {
							const version = revision !== null && revision > 1 ? [t("results.revision", { revision })] : [];
							const said = [t(`results.status.${state}`), ...version, ...(isInvalid ? [words.invalid] : [])];
							return `${dayName(t, name)}: ${said.join(", ")}`;
						})
						.concat(leftOut ?? [])
						.join(" · ")}
				</p>
				<TotalRows sheet={sheet} />
				{sheet.parted.map((text) => (
					<p key={text}>{text}</p>
				))}
				<Penalties sheet={sheet} />
				<Disqualified rows={rows} />
			</SignedSheet>
		</>
	);
}

/** The penalties in the sums, a line for each day. */
function TotalRows({ sheet: { days, rows, words } }: { readonly sheet: SerializeFrom<typeof loader> }) {
	const { t, language } = useTexts();
	return (
		<table className="signed-table">
			<thead>
				<tr>
					<th scope="col">#</th>
					<th scope="col">{t("results.column.startNumber")}</th>
					<th scope="col">{t("results.column.name")}</th>
					<th scope="col">{words.nation}</th>
					<th scope="col">{t("results.column.glider")}</th>
					{days.map((day) => (
						<th key={day.dayId} scope="col" className="number">
							{dayName(t, day.dayName)}
						</th>
					))}
					<th scope="col" className="number">
						{t("results.column.points")}
					</th>
				</tr>
			</thead>
			<tbody>
				{rows.map((row) => (
					<tr key={row.competitor}>
						<td>{row.disqualification ? "DSQ" : shownPlace({ rank: row.position, points: row.points })}</td>
						<td>{row.startNumber}</td>
						<SheetName row={row} />
						<td>{row.nation}</td>
						<td>{row.glider}</td>
						{row.days.map((points, index) => (
							<td key={days[index]?.dayId} className="number">
								{points === null ? "–" : formatPoints(points, language)}
							</td>
						))}
						<td className="number">
							<strong>{formatPoints(row.points, language)}</strong>
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

function Penalties({ sheet: { days, rows } }: { readonly sheet: SerializeFrom<typeof loader> }) {
	const { t, language } = useTexts();
	const lines = days.flatMap(({ dayId, dayName: name }, day) => {
		const penalised = rows.flatMap(({ startNumber, name: pilot, penalties }) => {
			const text = penaltyText(t, penalties[day] ?? [], language);
			return text === "" ? [] : `${startNumber ?? ""} ${pilot} – ${text}`.trim();
		});
		return penalised.length > 0 ? [{ dayId, text: `${dayName(t, name)}: ${penalised.join(" · ")}` }] : [];
	});
	if (lines.length === 0) return null;
	return (
		<section>
			<h2>{t("results.penalties")}</h2>
			<ul>
				{lines.map(({ dayId, text }) => (
					<li key={dayId}>{text}</li>
				))}
			</ul>
		</section>
	);
}
