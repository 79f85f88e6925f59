import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { eq } from "drizzle-orm";
import { AppLink } from "~/components/app-link";
import { PrintButton } from "~/components/print/print-button";
import { SignedSheet } from "~/components/results/signed-sheet";
import { useTexts } from "~/components/use-texts";
import type { Ctx } from "~/lib/context";
import { first, read } from "~/lib/db/read.server";
import { classByType } from "~/lib/entries/classes-queries.server";
import { dayName, formatSignupTime } from "~/lib/i18n/format-dates";
import { formatNumber } from "~/lib/i18n/format-number";
import { textsOf } from "~/lib/i18n/i18n.server";
import { pick } from "~/lib/pick";
import { resultsPath } from "~/lib/results/results-address";
import type { CountedDay } from "~/lib/results/running-total";
import { totalsOfClass } from "~/lib/results/running-total.server";
import type { ClassWithTables } from "~/lib/results/standings";
import { shownPlace } from "~/lib/scoring/score-sheet";
import { page } from "~/shell/handle";
import { dayScores } from "~db/schema";

export const handle = page({ title: "results.sheet.total", cached: [] });

export async function loader({ params, context: { ctx } }: LoaderFunctionArgs) {
	const { competitionClass } = await read(ctx.db, {
		competitionClass: first(classByType(ctx.db, params.class ?? "")),
	});
	const totals = competitionClass && (await totalsOfClass(ctx, competitionClass.id));
	if (!totals?.ok || !totals.value.total) throw data({ reason: "not-found" }, { status: 404 });
	const { chosen, total } = totals.value;
	return {
		classId: chosen.id,
		classType: chosen.type,
		total,
		states: await statesOfDays(ctx, chosen, total.days),
		language: ctx.language,
	};
}

/** How final each day is, with the version of one that was reopened: "Day 3: Official, version 2". */
async function statesOfDays(
	{ db, language }: Ctx,
	{ id, sheets }: ClassWithTables,
	days: readonly Pick<CountedDay, "dayId" | "dayName">[],
): Promise<string[]> {
	const { t } = textsOf(language);
	const scored = await db
		.select(pick(dayScores, "dayId", "state", "revision"))
		.from(dayScores)
		.where(eq(dayScores.competitionClassId, id));
	return days.map(({ dayId, dayName: name }) => {
		const sheet = sheets.find((one) => one.dayId === dayId);
		const ours = scored.find((one) => one.dayId === dayId);
		const status = sheet?.status ?? ours?.state ?? "preliminary";
		const isRevised = ours && ours.revision > 1 && (!sheet || sheet.source === "here");
		const version = isRevised ? [t("results.revision", { revision: ours.revision })] : [];
		return `${dayName(t, name)}: ${[t(`results.status.${status}`), ...version].join(", ")}`;
	});
}

export default function TotalSheetPage() {
	const { t, classNameOf } = useTexts();
	const { classId, classType, total, states, language } = useLoaderData<typeof loader>();
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
				<p>{states.join(" · ")}</p>
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
								<td>{shownPlace({ rank: row.position, points: row.points })}</td>
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
