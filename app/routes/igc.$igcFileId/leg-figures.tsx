import type { TFunction } from "i18next";
import { type FigureTexts, none, quotient, useFigureTexts } from "~/components/analysis/figure-texts";
import { UnfoldingList, type UnfoldingRow } from "~/components/unfolding-list";
import { useTexts } from "~/components/use-texts";
import { notOnPhones, WideTable } from "~/components/wide-table";
import type { FlightAnalysis, FlownStretch } from "~db/schema";

interface Figure {
	/** Name in the keys of its texts. */
	readonly name: string;
	readonly of: (flown: FlownStretch, creditedM: number, texts: FigureTexts) => string;
	/** Set when the figure cannot be given for sparse fixes. */
	readonly needsPhases?: true;
}

const figures: readonly Figure[] = [
	{ name: "time", of: ({ timeS }, _, { time }) => time(timeS) },
	{ name: "credited", of: (_, creditedM, { kilometres }) => kilometres(creditedM) },
	{ name: "flown", of: ({ flownM }, _, { kilometres }) => kilometres(flownM) },
	{
		name: "detour",
		of: ({ flownM }, creditedM, { share }) => share(creditedM > 0 ? flownM / creditedM - 1 : null, 1),
	},
	{
		name: "heights",
		of: ({ fromHeightM, toHeightM }, _, { number, metres }) =>
			`${number(fromHeightM)}\u00a0→ ${metres(toHeightM)}`,
	},
	{
		name: "speed",
		of: ({ timeS }, creditedM, { speed }) => quotient(creditedM * 3.6, timeS, (kmh) => speed(kmh, 1)),
	},
	{
		name: "glideSpeed",
		needsPhases: true,
		of: ({ glideM, glideS }, _, { speed }) => quotient(glideM * 3.6, glideS, speed),
	},
	{
		name: "madeGood",
		needsPhases: true,
		of: ({ glideLossM }, creditedM, { number }) => quotient(creditedM, glideLossM, number),
	},
	{
		name: "ratio",
		needsPhases: true,
		of: ({ glideM, glideLossM }, _, { number }) => quotient(glideM, glideLossM, number),
	},
	{
		name: "climbs",
		needsPhases: true,
		of: ({ climbs, gainM }, _, { metres }) => (climbs === 0 ? none : `${climbs} · ${metres(gainM)}`),
	},
	{ name: "rate", needsPhases: true, of: ({ gainM, climbS }, _, { rate }) => quotient(gainM, climbS, rate) },
	{
		name: "circling",
		needsPhases: true,
		of: ({ climbS, attemptS, timeS }, _, { share }) => share(timeS > 0 ? (climbS + attemptS) / timeS : null),
	},
	{
		name: "attempts",
		needsPhases: true,
		of: ({ attempts, attemptS, attemptLossM }, _, { time, metres }) =>
			attempts === 0 ? none : `${attempts} · ${time(attemptS)} · ${metres(attemptLossM)}`,
	},
];

interface LegFiguresProps {
	readonly analysis: FlightAnalysis;
	/** Names of the task's points, start and finish included. */
	readonly points: readonly string[];
}

/** A column for the whole flight and one for each leg; a phone unfolds the legs. The meaning of each figure stands beside it. */
export function LegFigures({ analysis, points }: LegFiguresProps) {
	const { t } = useTexts();
	const texts = useFigureTexts();
	const { legs, whole, isSparse } = analysis;
	const credited = legs.reduce((sum, { creditedM }) => sum + creditedM, 0);
	const shown = figures.filter(
		({ name, needsPhases }) => !(isSparse && needsPhases) && (legs.length > 0 || !ofTask.has(name)),
	);
	return (
		<>
			<UnfoldingList
				aria-labelledby="analysis-legs"
				rows={unfolded(analysis, { shown, points, credited, t, texts })}
			/>
			<WideTable
				className={notOnPhones}
				aria-labelledby="analysis-legs"
				columns={[
					[t("analysis.figure")],
					[t("analysis.whole"), "number"],
					...legs.map(
						({ point }) =>
							[
								t("analysis.leg", { number: point, name: points[point] }),
								"number min-w-28 whitespace-normal",
							] as const,
					),
					[t("analysis.meaning")],
				]}
			>
				<tbody>
					{shown.map(({ name, of }) => (
						<tr key={name}>
							<FigureName name={name} />
							<td className="number font-bold">{of(whole, credited, texts)}</td>
							{legs.map((leg) => (
								<td key={leg.point} className="number">
									{of(leg, leg.creditedM, texts)}
								</td>
							))}
							<Meaning name={name} />
						</tr>
					))}
					<WholeRows analysis={analysis} />
				</tbody>
			</WideTable>
		</>
	);
}

interface UnfoldedTools {
	readonly shown: readonly Figure[];
	readonly points: readonly string[];
	readonly credited: number;
	readonly t: TFunction;
	readonly texts: FigureTexts;
}

/** The rows of the table for a phone: the whole flight at once, the legs by unfolding. */
function unfolded(
	analysis: FlightAnalysis,
	{ shown, points, credited, t, texts }: UnfoldedTools,
): UnfoldingRow[] {
	const { legs, whole } = analysis;
	const rowOf = (name: string) => ({
		key: name,
		head: t(`analysis.${name}`),
		note: t(`analysis.${name}.meaning`),
	});
	return [
		...shown.map(({ name, of }) => ({
			...rowOf(name),
			lead: of(whole, credited, texts),
			figures: legs.map(
				(leg) =>
					[
						t("analysis.leg", { number: leg.point, name: points[leg.point] }),
						of(leg, leg.creditedM, texts),
					] as const,
			),
		})),
		...wholeFigures(analysis, texts).map(([name, lead]) => ({ ...rowOf(name), lead, figures: [] })),
	];
}

/** Figures that say nothing of a flight without a start. */
const ofTask: ReadonlySet<string> = new Set(["credited", "detour", "speed", "madeGood"]);

/** Figures that are known only for the whole flight. */
function wholeFigures(
	{ whole, isSparse }: FlightAnalysis,
	{ share, number, metres }: FigureTexts,
): (readonly [name: string, value: string])[] {
	return [
		...(isSparse ? [] : [["bestThird", share(whole.bestThird)] as const]),
		["extremes", `${number(whole.lowestM)} – ${metres(whole.highestM)}`],
	];
}

function WholeRows({ analysis }: Pick<LegFiguresProps, "analysis">) {
	const texts = useFigureTexts();
	const { legs } = analysis;
	return wholeFigures(analysis, texts).map(([name, value]) => (
		<tr key={name}>
			<FigureName name={name} />
			<td className="number font-bold">{value}</td>
			{legs.length > 0 && <td colSpan={legs.length} />}
			<Meaning name={name} />
		</tr>
	));
}

function FigureName({ name }: { readonly name: string }) {
	const { t } = useTexts();
	return (
		<th scope="row" className="min-w-36 whitespace-normal">
			{t(`analysis.${name}`)}
		</th>
	);
}

function Meaning({ name }: { readonly name: string }) {
	const { t } = useTexts();
	return (
		<td className="min-w-52 whitespace-normal text-muted max-lg:min-w-96 text-small">
			{t(`analysis.${name}.meaning`)}
		</td>
	);
}
