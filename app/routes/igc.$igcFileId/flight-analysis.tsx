import { useFigureTexts } from "~/components/analysis/figure-texts";
import { UnfoldingList } from "~/components/unfolding-list";
import { useTexts } from "~/components/use-texts";
import { notOnPhones, WideTable } from "~/components/wide-table";
import { formatTime } from "~/lib/i18n/format-dates";
import { coordinate } from "~/lib/maps/geodesy";
import type { FlightAnalysis, FlownClimb, FlownWind } from "~db/schema";
import { LegFigures } from "./leg-figures";
import type { FlightPage } from "./page.server";

/** Where the time of a flight went: legs, climbs, wind, with what each figure means in words. */
export function FlightAnalysisSection({ flight }: { readonly flight: FlightPage }) {
	const { t } = useTexts();
	const { analysis, result, points } = flight;
	if (!result) return null;
	return (
		<section className="stack" aria-labelledby="analysis">
			<h2 id="analysis">{t("analysis.title")}</h2>
			{analysis ? (
				<>
					<Limits analysis={analysis} />
					{!analysis.isSparse && <Climbs climbs={analysis.climbs} />}
					<h3 id="analysis-legs">{t(analysis.legs.length > 0 ? "analysis.legs" : "analysis.whole")}</h3>
					<LegFigures analysis={analysis} points={points} />
					{!analysis.isSparse && <Winds winds={analysis.winds} />}
				</>
			) : (
				<p>{t("analysis.none")}</p>
			)}
		</section>
	);
}

/** Why there is not more. */
function Limits({ analysis: { legs, isSparse, whole } }: { readonly analysis: FlightAnalysis }) {
	const { t } = useTexts();
	const { time } = useFigureTexts();
	const limits = [
		legs.length === 0 && t("analysis.noLegs"),
		isSparse && t("analysis.sparse"),
		whole.gapS > 0 && t("analysis.gap", { time: time(whole.gapS) }),
		legs.at(-1)?.isComplete === false && t("analysis.outOn"),
	];
	return limits.map((limit) => limit && <p key={limit}>{limit}</p>);
}

/** Near the pictures, on which the script lights up the climb of a row. */
function Climbs({ climbs }: { readonly climbs: readonly FlownClimb[] }) {
	const { t, language } = useTexts();
	const { time, metres, rate, speed } = useFigureTexts();
	const clock = (moment: number) => formatTime(new Date(moment), language);
	if (climbs.length === 0) return <p>{t("analysis.climbList.none")}</p>;
	const heads = [
		...["climb.number", "climb.from", "time", "climb.gain", "rate", "climb.best"].map(
			(column) => [t(`analysis.${column}`), "number max-w-28 whitespace-normal"] as const,
		),
		...["turns", "drift", "place"].map((column) => [t(`analysis.climb.${column}`)] as const),
	];
	const figuresOf = (climb: FlownClimb) => [
		`${clock(climb.from)} – ${clock(climb.to)}`,
		time(climb.timeS),
		metres(climb.gainM),
		rate(climb.rate),
		rate(climb.best),
		t(`analysis.climb.turns.${climb.turns}`),
		t("analysis.climb.drift.value", { speed: speed(climb.driftKmh), direction: climb.driftDeg }),
		`${coordinate(climb.latitude, "N", "S")} ${coordinate(climb.longitude, "E", "W")}`,
	];
	return (
		<>
			<h3 id="analysis-climbs">{t("analysis.climbList")}</h3>
			<UnfoldingList
				aria-labelledby="analysis-climbs"
				rows={climbs.map((climb, index) => ({
					key: climb.from,
					head: `${index + 1}. ${clock(climb.from)}`,
					lead: `${metres(climb.gainM)} · ${rate(climb.rate)}`,
					figures: figuresOf(climb).map((figure, column) => [heads[column + 1]?.[0] ?? "", figure]),
				}))}
			/>
			<WideTable className={notOnPhones} aria-labelledby="analysis-climbs" columns={heads}>
				<tbody>
					{climbs.map((climb, index) => (
						<tr key={climb.from} data-climb={index + 1}>
							<th scope="row" className="number">
								<a href={`#climb-${index + 1}`}>{index + 1}</a>
							</th>
							{figuresOf(climb).map((figure, column) => (
								<td key={heads[column + 1]?.[0]} className={heads[column + 1]?.[1] && "number"}>
									{figure}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</WideTable>
		</>
	);
}

function Winds({ winds }: { readonly winds: readonly FlownWind[] }) {
	const { t, language } = useTexts();
	const { metres, speed } = useFigureTexts();
	const clock = (moment: number) => formatTime(new Date(moment), language);
	const partOf = ({ part, from, to }: FlownWind) => {
		if (part === "all") return t("analysis.wind.all");
		const text = part === "hour" ? clock : metres;
		return t(`analysis.wind.${part}`, { from: text(from), to: text(to) });
	};
	const windOf = ({ fromDeg, kmh }: FlownWind) =>
		t("analysis.wind.value", { direction: fromDeg, speed: speed(kmh) });
	return (
		<>
			<h3 id="analysis-wind">{t("analysis.wind")}</h3>
			<p>{t(winds.length > 0 ? "analysis.wind.meaning" : "analysis.wind.none")}</p>
			{winds.length > 0 && (
				<>
					<UnfoldingList
						aria-labelledby="analysis-wind"
						rows={winds.map((wind) => ({
							key: `${wind.part} ${wind.from}`,
							head: partOf(wind),
							lead: windOf(wind),
							figures: [[t("analysis.wind.circles"), String(wind.circles)]],
						}))}
					/>
					<WideTable
						aria-labelledby="analysis-wind"
						className={`max-w-160 ${notOnPhones}`}
						columns={[
							[t("analysis.wind.part")],
							[t("analysis.wind.from"), "number"],
							[t("analysis.wind.circles"), "number"],
						]}
					>
						<tbody>
							{winds.map((wind) => (
								<tr key={`${wind.part} ${wind.from}`}>
									<th scope="row">{partOf(wind)}</th>
									<td className="number">{windOf(wind)}</td>
									<td className="number">{wind.circles}</td>
								</tr>
							))}
						</tbody>
					</WideTable>
				</>
			)}
		</>
	);
}
