import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { Icon } from "~/components/icon";
import { useLanguage } from "~/components/use-language";
import { dayName } from "~/lib/days/day-name";
import { formatDay, formatSignupTime } from "~/lib/i18n/format-dates";
import { formatNumber } from "~/lib/i18n/format-number";
import { refusalStatus } from "~/lib/refusals";
import { resultsPath } from "~/lib/results/results-address";
import { explainedScore } from "~/lib/scoring/preliminary-scores.server";
import { versionLetter } from "~/lib/tasks/task-content";
import { page } from "~/shell/handle";
import { FlightFindings } from "./flight-findings";
import { FlownFacts } from "./flown-facts";
import { ScoreFormula } from "./score-formula";

export const handle = page({
	title: "score.title",
	mode: "reading",
	texts: ["results", "score"],
	cached: [],
});

export async function loader({ params, context: { ctx } }: LoaderFunctionArgs) {
	const score = await explainedScore(ctx, params.dayId ?? "", params.registrationId ?? "");
	if (!score.ok) throw data({ reason: score.reason }, { status: refusalStatus[score.reason] });
	return score.value;
}

export default function ScorePage() {
	const { t } = useTranslation();
	const language = useLanguage();
	const {
		pilot,
		classType,
		dayName: day,
		date,
		dayId,
		row,
		sheet,
		computedAt,
		engine,
	} = useLoaderData<typeof loader>();
	const changed = new Date(computedAt);
	return (
		<>
			<div className="page-head">
				<div>
					<h1>
						<span className="start-number">{pilot.startNumber}</span> {pilot.name} {pilot.surname}
					</h1>
					<p>
						{t(`competitionClass.${classType}`)} · {dayName(t, day)}, {formatDay(date, language)}
					</p>
				</div>
			</div>
			<p className="results-note">
				<span className="chip chip-warning">
					<Icon name="clock" />
					{t("results.status.preliminary")}
				</span>
				<strong>
					{row.points === null
						? t(`score.status.${row.status}`)
						: t("score.points", { points: formatNumber(row.points, language, [0, 1]) })}
				</strong>
				{row.rank !== null && <span>{t("score.rank", { rank: row.rank })}</span>}
				<span>{t("score.logs", { count: sheet.logs, expected: sheet.expected })}</span>
				<span className="muted">
					{t("results.changedAt")}{" "}
					<time dateTime={changed.toISOString()}>{formatSignupTime(changed, language)}</time>
				</span>
			</p>
			{row.flight && (
				<>
					<FlownFacts row={row} flight={row.flight} task={sheet.task} />
					<FlightFindings findings={row.flight.findings} task={sheet.task} />
				</>
			)}
			<ScoreFormula row={row} sheet={sheet} />
			<p className="muted">
				{t("score.engine", { engine, version: versionLetter(sheet.task.number) })} {t("score.mayChange")}
			</p>
			<p className="no-print">
				<AppLink className="button" to={resultsPath({ view: "daily", dayId })}>
					{t("nav.results")}
				</AppLink>
			</p>
		</>
	);
}
