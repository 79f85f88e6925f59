import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { PrintButton } from "~/components/print/print-button";
import { SignedSheet } from "~/components/results/signed-sheet";
import { useTexts } from "~/components/use-texts";
import { first, read } from "~/lib/db/read.server";
import { classByType } from "~/lib/entries/classes-queries.server";
import { dayName, formatSignupTime } from "~/lib/i18n/format-dates";
import { formatNumber } from "~/lib/i18n/format-number";
import { resultsPath } from "~/lib/results/results-address";
import { totalsOfClass } from "~/lib/results/running-total.server";
import { page } from "~/shell/handle";

export const handle = page({ title: "results.sheet.total", cached: [] });

export async function loader({ params, context: { ctx } }: LoaderFunctionArgs) {
	const { competitionClass } = await read(ctx.db, {
		competitionClass: first(classByType(ctx.db, params.class ?? "")),
	});
	const totals = competitionClass && (await totalsOfClass(ctx, competitionClass.id));
	if (!totals?.ok || !totals.value.total) throw data({ reason: "not-found" }, { status: 404 });
	const { chosen, total } = totals.value;
	return { classId: chosen.id, classType: chosen.type, total, language: ctx.language };
}

export default function TotalSheetPage() {
	const { t, classNameOf } = useTexts();
	const { classId, classType, total, language } = useLoaderData<typeof loader>();
	const { days, rows, status, updatedAt } = total;
	return (
		<>
			<p className="button-row no-print mb-4">
				<PrintButton />
				<AppLink className="button" to={resultsPath({ view: "total", classId })}>
					{t("nav.results")}
				</AppLink>
			</p>
			<SignedSheet
				title={t("results.total.title", { class: classNameOf(classType) })}
				summary={t("results.sheet.days", { count: days.length })}
				status={status}
				since={formatSignupTime(updatedAt, language)}
			>
				<table className="signed-table">
					<thead>
						<tr>
							<th scope="col">#</th>
							<th scope="col">{t("results.column.startNumber")}</th>
							<th scope="col">{t("results.column.name")}</th>
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
								<td>{row.position}</td>
								<td>{row.startNumber}</td>
								<th scope="row">{row.name}</th>
								<td>{row.glider}</td>
								{row.days.map((points, index) => (
									<td key={days[index]?.dayId} className="number">
										{points === null ? "–" : formatNumber(points, language, [0, 1])}
									</td>
								))}
								<td className="number">
									<strong>{formatNumber(row.points, language, [0, 1])}</strong>
								</td>
							</tr>
						))}
					</tbody>
				</table>
			</SignedSheet>
		</>
	);
}
