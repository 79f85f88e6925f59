import type { TFunction } from "i18next";
import { type FigureTexts, none, useFigureTexts } from "~/components/analysis/figure-texts";
import { UnfoldingList, type UnfoldingRow } from "~/components/unfolding-list";
import { useTexts } from "~/components/use-texts";
import { notOnPhones, WideTable } from "~/components/wide-table";
import { type PartKind, partKinds } from "~/lib/scoring/analysis/compare-flights";
import type { ComparePage } from "./page.server";
import { hasHandicaps } from "./side-by-side";

interface TableProps {
	readonly compared: ComparePage;
	readonly comparison: NonNullable<ComparePage["comparison"]>;
}

/** Where the time was lost, by leg and in sum, with the points and the meaning of each part. */
export function PartsTable({ comparison, compared }: TableProps) {
	const { t } = useTexts();
	const texts = useFigureTexts();
	const { a, b, points, isArea, meanings } = compared;
	const { legs, deltaS, parts, points: lost, isSlowerFirst } = comparison;
	const [slower, faster] = isSlowerFirst ? [a, b] : [b, a];
	const signed = { pilot: slower?.pilot, other: faster?.pilot };
	return (
		<div className="stack">
			<h2 id="compare-parts">{t("compare.parts")}</h2>
			<p>
				{t(isSlowerFirst ? "compare.sign" : "compare.sign.negative", signed)} {isArea && t("compare.areas")}
			</p>
			<UnfoldingList aria-labelledby="compare-parts" rows={unfolded(comparison, { points, texts, t })} />
			<WideTable
				className={notOnPhones}
				aria-labelledby="compare-parts"
				columns={[
					[t("compare.leg")],
					[t("compare.delta"), "number"],
					...partKinds.map((kind) => [t(`compare.part.${kind}`), "number"] as const),
				]}
			>
				<tbody>
					{legs.map((leg) => (
						<tr key={leg.point}>
							<th scope="row" className="min-w-32 whitespace-normal">
								{t("analysis.leg", { number: leg.point, name: points[leg.point] })}
							</th>
							{leg.deltaS === null || !leg.parts ? (
								<td colSpan={partKinds.length + 1}>{t("compare.unfinished")}</td>
							) : (
								<Seconds values={[leg.deltaS, ...partKinds.map((kind) => leg.parts?.[kind] ?? 0)]} />
							)}
						</tr>
					))}
					<tr className="font-bold">
						<th scope="row">{t("compare.sum")}</th>
						<Seconds values={[deltaS, ...partKinds.map((kind) => parts[kind])]} />
					</tr>
					{lost.length > 0 && <PointsRow lost={lost} />}
				</tbody>
			</WideTable>
			{lost.length > 0 && (
				<p className="text-muted text-small">
					{t(hasHandicaps(compared) ? "compare.points.handicap" : "compare.points.meaning")}
				</p>
			)}
			<ul className="text-muted text-small">
				{meanings.map(({ kind, text }) => (
					<li key={kind}>
						<strong>{t(`compare.part.${kind}`)}</strong>: {text}
					</li>
				))}
			</ul>
		</div>
	);
}

interface UnfoldedTools {
	readonly points: readonly string[];
	readonly texts: FigureTexts;
	readonly t: TFunction;
}

/** The rows of the table for a phone: the differences at once, their parts by unfolding. */
function unfolded(
	{ legs, deltaS, parts: sum, points: lost }: TableProps["comparison"],
	{ points, texts, t }: UnfoldedTools,
): UnfoldingRow[] {
	const partsOf = (parts: Readonly<Record<PartKind, number>> | null) =>
		parts
			? partKinds.map((kind) => [t(`compare.part.${kind}`), signed(parts[kind], minutesOf)] as const)
			: [];
	return [
		...legs.map(({ point, deltaS: delta, parts }) => ({
			key: point,
			head: t("analysis.leg", { number: point, name: points[point] }),
			lead: delta === null ? t("compare.unfinished") : signed(delta, minutesOf),
			figures: partsOf(parts),
		})),
		{ key: "sum", head: t("compare.sum"), lead: signed(deltaS, minutesOf), figures: partsOf(sum) },
		...(lost.length > 0
			? [
					{
						key: "points",
						head: t("compare.points"),
						lead: "",
						figures: lost.map(
							({ kind, lost: part }) => [t(`compare.part.${kind}`), signedPoints(part, texts)] as const,
						),
					},
				]
			: []),
	];
}

const signedPoints = (points: number | null, { number }: FigureTexts) =>
	signed(points ?? 0, (size) => number(size, 1));

/** Cells in the order of the columns. The first is the difference. */
function Seconds({ values }: { readonly values: readonly number[] }) {
	return values.map((value, index) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: a column has no other identity
		<td key={index} className="number">
			{signed(value, minutesOf)}
		</td>
	));
}

function signed(value: number, text: (size: number) => string): string {
	return `${value > 0 ? "+" : value < 0 ? "−" : ""}${text(Math.abs(value))}`;
}

/** "4:10", minutes and seconds. */
function minutesOf(seconds: number): string {
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function PointsRow({ lost }: { readonly lost: TableProps["comparison"]["points"] }) {
	const { t } = useTexts();
	const texts = useFigureTexts();
	return (
		<tr>
			<th scope="row">{t("compare.points")}</th>
			<td className="number">{none}</td>
			{lost.map(({ kind, lost: points }) => (
				<td key={kind} className="number">
					{signedPoints(points, texts)}
				</td>
			))}
		</tr>
	);
}
