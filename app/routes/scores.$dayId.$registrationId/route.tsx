import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { unbroken } from "~/components/pilot-marks";
import { PrintButton } from "~/components/print/print-button";
import { ResultsState } from "~/components/results/results-note";
import { FlightFindings, FlownFacts } from "~/components/scoring/flown-facts";
import { PreliminaryNote } from "~/components/scoring/preliminary-note";
import { usePointsText } from "~/components/scoring/score-texts";
import { useTexts } from "~/components/use-texts";
import { hoursMinutesSeconds } from "~/lib/editions/clock-times";
import { comparePath } from "~/lib/flights/flight-paths";
import { pathOfFirstFlight } from "~/lib/flights/flights-queries.server";
import { errorPage } from "~/lib/http/page-guards.server";
import { dayAndDate, formatClock } from "~/lib/i18n/format-dates";
import { formatHandicap, formatKilometres } from "~/lib/i18n/format-number";
import { protestLink } from "~/lib/results/protests.server";
import { resultsPath } from "~/lib/results/results-address";
import { shownPlace } from "~/lib/scoring/day-scores";
import { type ExplainedScore, explainedScore } from "~/lib/scoring/explained-score.server";
import { penaltyReason } from "~/lib/scoring/finding-values";
import { versionLetter } from "~/lib/tasks/task-content";
import { page } from "~/shell/handle";
import type { FlightResult, ScoredRow, ScoreOverride } from "~db/schema";
import { ScoreFormula } from "./score-formula";
import { scoreFormula, scoreInWords } from "./score-lines.server";

export const handle = page({
	titleOf: (loaded, t, { language }) => {
		const { pilot, dayName: day, date } = loaded as ExplainedScore;
		return `${t("score.heading")}: ${pilot.startNumber} ${pilot.name} ${pilot.surname}, ${dayAndDate(t, { name: day, date }, language)}`;
	},
	cached: [],
});

export async function loader({ params, context: { ctx } }: LoaderFunctionArgs) {
	const { dayId = "", registrationId = "" } = params;
	const [score, flight] = await Promise.all([
		explainedScore(ctx, dayId, registrationId),
		pathOfFirstFlight(ctx, dayId, registrationId),
	]);
	if (!score.ok) throw errorPage(score.reason);
	const { row, sheet, breakdown, official } = score.value;
	const protest = official ? null : await protestLink(ctx, score.value, score.value);
	return {
		...score.value,
		inWords: row.held ? null : scoreInWords(row, sheet.day, ctx.language),
		formula: row.held ? null : scoreFormula({ row, sheet, breakdown }, ctx.language),
		flightPath: flight,
		protest,
	};
}

export default function ScorePage() {
	const { t } = useTexts();
	const score = useLoaderData<typeof loader>();
	const { row, sheet, state, stateSince, inWords, formula, computedAt, engine, official, protest } = score;
	const { task } = sheet;
	return (
		<>
			<ScoreHead />
			<Verdict row={row} />
			{row.held && <p className="notice notice-warning">{t(`score.held.${row.held}.text`)}</p>}
			{inWords && <p className="mb-3 print:mb-1.25">{inWords}</p>}
			<OfficialNote />
			<PreliminaryNote
				sheet={sheet}
				state={official ? null : state}
				stateSince={stateSince}
				computedAt={computedAt}
			/>
			{!official && <ResultsState state={score} protest={protest} />}
			<ScoreLinks />
			<div className="my-6 grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:items-start print:my-1.25 print:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] print:items-start print:gap-x-5 print:gap-y-2.5 print:[&_p]:text-xs/tight">
				<div className="stack">
					{row.flight && (
						<FlownFacts
							figures={row.held ? figuresOfHeld(row.flight) : row}
							flight={row.flight}
							points={task.points}
						/>
					)}
					<Decided override={row.override} />
					{row.flight && <FlightFindings findings={row.flight.findings} points={task.points} decided={row} />}
					<Penalties row={row} />
				</div>
				{formula && <ScoreFormula formula={formula} day={sheet.day} />}
			</div>
			<p className="muted">
				{t("score.engine", { engine, version: versionLetter(task.number) })}{" "}
				{!official && state !== "official" && t("score.mayChange")}
			</p>
		</>
	);
}

/** Figures of the log, none of which counts yet. */
function figuresOfHeld({ distanceM, timeS }: FlightResult) {
	return { distanceM, timeS, speedKmh: timeS === null ? null : (distanceM / timeS) * 3.6 };
}

/** The competitor of the score, and its task. */
function ScoreHead() {
	const { t, language, classNameOf } = useTexts();
	const { pilot, classType, dayName: day, date, sheet } = useLoaderData<typeof loader>();
	const { task } = sheet;
	return (
		<div className="page-head">
			<div>
				<h1>
					<span className="start-number">{pilot.startNumber}</span> {pilot.name} {pilot.surname}
				</h1>
				<p>
					{classNameOf(classType)} · {dayAndDate(t, { name: day, date }, language)}
				</p>
				<p>
					{t(`scoreFormula.task.${task.kind}`, {
						version: versionLetter(task.number),
						points: task.points.join(" – "),
						time: hoursMinutesSeconds(task.taskTimeS ?? 0),
					})}
				</p>
			</div>
		</div>
	);
}

function ScoreLinks() {
	const { t } = useTexts();
	const { dayId, classId, flightPath } = useLoaderData<typeof loader>();
	return (
		<p className="button-row no-print mt-3">
			{flightPath && (
				<>
					<AppLink className="button" to={flightPath}>
						{t("score.flightPage")}
					</AppLink>
					<AppLink className="button" to={comparePath(flightPath.slice("/igc/".length))}>
						{t("analysis.compareOther")}
					</AppLink>
				</>
			)}
			<AppLink className="button" to={resultsPath({ view: "daily", classId, dayId })}>
				{t("nav.results")}
			</AppLink>
			<PrintButton />
		</p>
	);
}

function Verdict({ row }: { readonly row: ScoredRow }) {
	const { t } = useTexts();
	const pointsText = usePointsText();
	const place = shownPlace(row);
	return (
		<p className="score-verdict mb-2 flex flex-wrap items-baseline gap-x-4 text-xl/normal print:mb-0.5 print:text-small">
			<strong className="text-4xl/tight print:text-2xl/tight">
				{row.points === null || row.held
					? t(row.held ? `score.held.${row.held}` : `score.status.${row.status}`)
					: pointsText(row.points)}
			</strong>
			{place !== null && <span>{t("score.rank", { rank: place })}</span>}
			{row.status === "dsq" && <span>{t("score.status.dsq")}</span>}
			{row.guest && <span>{t("scoreFormula.guest")}</span>}
		</p>
	);
}

/** What the official scorer says about the flight, once there are official results. */
function OfficialNote() {
	const { t } = useTexts();
	const pointsText = usePointsText();
	const { official, classId, dayId } = useLoaderData<typeof loader>();
	if (!official) return null;
	return (
		<p className="notice notice-info">
			{official.points === null
				? t("score.official.none")
				: t("score.official", {
						points: pointsText(official.points),
						rank: official.position,
					})}{" "}
			<AppLink to={resultsPath({ view: "daily", classId, dayId })}>{t("score.official.link")}</AppLink>
		</p>
	);
}

/** The values that the scorer has set instead of those of the log. */
function Decided({ override }: { readonly override: ScoreOverride | null }) {
	const { t, language } = useTexts();
	if (!override) return null;
	const { start, finish, distanceM, timeS, handicap, out, glider } = override;
	const clock = (iso: string) => formatClock(new Date(iso), language);
	const values = [
		start && `${t("score.start")} ${clock(start)}`,
		finish && `${t("score.finish")} ${clock(finish)}`,
		distanceM !== null &&
			`${t("score.distance")} ${formatKilometres(distanceM, language, { decimals: 2 })}\u00A0km`,
		timeS !== null && `${t("score.time")} ${hoursMinutesSeconds(timeS)}`,
		glider &&
			[glider.name, glider.registrationNumber && unbroken(glider.registrationNumber)]
				.filter(Boolean)
				.join(" "),
		handicap !== null && `${t("scoreFormula.term.h")} ${formatHandicap(handicap, language)}`,
		out && t("score.status.out"),
	].filter(Boolean);
	return <p>{t("scoreFormula.decided", { values: values.join("; ") })}</p>;
}

function Penalties({ row }: { readonly row: Pick<ScoredRow, "penalties"> }) {
	const { t, language } = useTexts();
	const pointsText = usePointsText();
	const penalties = row.penalties.filter(({ points }) => points > 0);
	if (penalties.length === 0) return null;
	return (
		<section aria-labelledby="score-penalties">
			<h2 id="score-penalties" className="mb-2">
				{t("score.penalties")}
			</h2>
			<ul>
				{penalties.map((penalty) => (
					<li key={`${penalty.points} ${penalty.text}`}>
						{t("score.penalty", {
							points: pointsText(penalty.points),
							text: penaltyReason(t, penalty, language),
						})}
					</li>
				))}
			</ul>
		</section>
	);
}
