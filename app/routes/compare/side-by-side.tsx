import { type FigureTexts, none, quotient, useFigureTexts } from "~/components/analysis/figure-texts";
import { UnfoldingList } from "~/components/unfolding-list";
import { useTexts } from "~/components/use-texts";
import { notOnPhones, ScrollRegion, WideTable } from "~/components/wide-table";
import { formatHandicap, formatKilometres, formatPoints, formatSpeed } from "~/lib/i18n/format-number";
import type { FlownLeg } from "~db/schema";
import type { ComparePage } from "./page.server";

interface SideBySideProps {
	readonly compared: ComparePage;
	readonly comparison: NonNullable<ComparePage["comparison"]>;
}

const columns: readonly (readonly [name: string, of: (leg: FlownLeg, texts: FigureTexts) => string])[] = [
	["time", ({ timeS, isComplete }, { time }) => (isComplete ? time(timeS) : none)],
	["credited", ({ creditedM }, { kilometres }) => kilometres(creditedM)],
	[
		"speed",
		({ creditedM, timeS }, { speed }) => quotient(creditedM * 3.6, timeS, (value) => speed(value, 1)),
	],
	["rate", ({ gainM, climbS, attemptS }, { rate }) => quotient(gainM, climbS + attemptS, rate)],
	["climbs", ({ climbs, gainM }, { metres }) => (climbs === 0 ? none : `${climbs} · ${metres(gainM)}`)],
	["glideSpeed", ({ glideM, glideS }, { speed }) => quotient(glideM * 3.6, glideS, speed)],
	["ratio", ({ glideM, glideLossM }, { number }) => quotient(glideM, glideLossM, number)],
	["detour", ({ detour }, { share }) => share(detour, 1)],
];

/** Whether handicaps decide something between the flights. */
export const hasHandicaps = ({ a, b }: Pick<ComparePage, "a" | "b">): boolean =>
	Boolean(a.score && b?.score && a.score.handicap !== b.score.handicap);

/** Place, points and speed of both flights, with the handicaps where they differ. */
export function ScoresSideBySide({ a, b }: Pick<ComparePage, "a" | "b">) {
	const { t, language } = useTexts();
	const scored = [a, b].flatMap((flight) => (flight?.score ? [{ ...flight, ...flight.score }] : []));
	if (scored.length === 0) return null;
	const differ = hasHandicaps({ a, b });
	const kmh = (value: number | null) => (value === null ? none : formatSpeed(value, language));
	const km = (value: number | null) => (value === null ? none : formatKilometres(value, language));
	const rows: [name: string, of: (flight: (typeof scored)[number]) => string | number][] = [
		["results.column.position", ({ place }) => place ?? none],
		[differ ? "compare.pointsByHandicap" : "compare.points", ({ points }) => formatPoints(points, language)],
		[differ ? "compare.speedFlown" : "results.column.speed", ({ speedKmh }) => kmh(speedKmh)],
	];
	const isOut = scored.some(({ speedKmh }) => speedKmh === null);
	if (isOut)
		rows.push([
			differ ? "compare.distanceFlown" : "results.column.distance",
			({ distanceM }) => km(distanceM),
		]);
	if (differ)
		rows.push(
			["scoreFormula.term.h", ({ handicap }) => formatHandicap(handicap, language)],
			["compare.byHandicap", ({ vhKmh }) => kmh(vhKmh)],
		);
	if (differ && isOut) rows.push(["compare.distanceByHandicap", ({ dhM }) => km(dhM)]);
	return (
		<ScrollRegion className="md:max-w-3xl" aria-labelledby="compare-scores">
			<table className="data-table data-table-wide" aria-labelledby="compare-scores">
				<thead>
					<tr>
						<th id="compare-scores" scope="col" className="whitespace-normal">
							{t("compare.scores")}
						</th>
						{scored.map((flight) => (
							<Pilot key={flight.id} flight={flight} scope="col" />
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map(([name, of]) => (
						<tr key={name}>
							<th scope="row" className="font-normal whitespace-normal">
								{t(name)}
							</th>
							{scored.map((flight) => (
								<td key={flight.id} className="number">
									{of(flight)}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</ScrollRegion>
	);
}

interface PilotProps {
	readonly flight: Pick<ComparePage["a"], "startNumber" | "pilot"> | null;
	readonly scope?: "row" | "col";
}

/** On a phone the number names a pilot. */
function Pilot({ flight, scope = "row" }: PilotProps) {
	return (
		<th scope={scope} className={scope === "row" ? "font-normal" : "number"}>
			<span className="md:hidden print:hidden">{flight?.startNumber}</span>
			<span className="max-md:hidden">{flight?.pilot}</span>
		</th>
	);
}

/** The legs of both flights: where credited distances differ, speeds say more than times. */
export function SideBySide({ comparison: { legs }, compared: { a, b, points } }: SideBySideProps) {
	const { t } = useTexts();
	const texts = useFigureTexts();
	return (
		<div className="stack">
			<h2 id="compare-figures">{t("compare.figures")}</h2>
			<UnfoldingList
				aria-labelledby="compare-figures"
				rows={legs.map(({ point, legs: pair }) => ({
					key: point,
					head: t("analysis.leg", { number: point, name: points[point] }),
					lead: pair.map((leg) => (leg?.isComplete ? texts.time(leg.timeS) : none)).join(" · "),
					heads: [a, b].map((flight) => flight?.startNumber ?? ""),
					figures: columns.map(([name, of]) => [
						t(`analysis.${name}`),
						...pair.map((leg) => (leg ? of(leg, texts) : none)),
					]),
				}))}
			/>
			<WideTable
				className={notOnPhones}
				aria-labelledby="compare-figures"
				columns={[
					[t("compare.pilot")],
					...columns.map(([name]) => [t(`analysis.${name}`), "number min-w-20 whitespace-normal"] as const),
				]}
			>
				{legs.map(({ point, legs: pair }) => (
					<tbody key={point}>
						<tr>
							<th scope="rowgroup" colSpan={columns.length + 1}>
								{t("analysis.leg", { number: point, name: points[point] })}
							</th>
						</tr>
						{pair.map((leg, index) => {
							const flight = index === 0 ? a : b;
							return (
								<tr key={flight?.id}>
									<Pilot flight={flight} />
									{columns.map(([name, of]) => (
										<td key={name} className="number">
											{leg ? of(leg, texts) : none}
										</td>
									))}
								</tr>
							);
						})}
					</tbody>
				))}
			</WideTable>
		</div>
	);
}
