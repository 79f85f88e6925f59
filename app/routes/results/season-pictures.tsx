import { useTexts } from "~/components/use-texts";
import { dayName } from "~/lib/i18n/format-dates";
import { formatNumber } from "~/lib/i18n/format-number";
import type { TotalRow } from "~/lib/results/class-total";
import { drawSeason, type SeasonDrawing } from "~/lib/results/draw-season";

interface SeasonPicturesProps {
	readonly rows: readonly TotalRow[];
	/** Names of the days that count, in their order: `Den 5` may follow `Den 3`. */
	readonly dayNames: readonly string[];
	readonly own: string | null;
}

const mostRows = 10;
const pictureClass = "w-full max-w-160 fill-ink font-strong text-lg tabular-nums";

/** How the first ten came to their places, and what each day gave them. The table above says the same in numbers. */
export function SeasonPictures({ rows, dayNames, own }: SeasonPicturesProps) {
	const { t } = useTexts();
	const shown = rows.slice(0, mostRows);
	const days = shown[0]?.days.length ?? 0;
	const drawing = drawSeason(shown);
	const labels = new Map(shown.map((row) => [row.competitor, labelOf(row, own)]));
	const [first] = shown;
	if (days < 2 || !first) return null;
	const said = { days, count: shown.length, name: first.name };
	return (
		<div className="grid-fit-88 gap-x-8 gap-y-6 print:hidden">
			<figure>
				<figcaption className="mb-2 font-strong">{t("results.picture.places")}</figcaption>
				<svg
					className={pictureClass}
					viewBox={`0 0 ${drawing.width} ${drawing.height}`}
					role="img"
					aria-label={t("results.picture.places.label", said)}
				>
					{drawing.dayXs.map((x, day) => (
						<g key={x} className="fill-muted font-normal">
							<path className="stroke-line" d={`M${x} 24V${drawing.height}`} />
							<text x={x} y="16" textAnchor="middle">
								{dayName(t, dayNames[day] ?? "")}
							</text>
						</g>
					))}
					{drawing.rows.toReversed().map(({ competitor, course, y }) => (
						<g key={competitor} className={labels.get(competitor)?.className}>
							<path className="fill-none stroke-current" strokeLinejoin="round" d={course} />
							<circle className="fill-current stroke-2 stroke-ground" cx={drawing.right} cy={y} r="5" />
							<text x={drawing.right + 14} y={y + 6}>
								{labels.get(competitor)?.text}
							</text>
						</g>
					))}
				</svg>
			</figure>
			<PointsOfDays
				drawing={drawing}
				labels={labels}
				shown={shown}
				label={t("results.picture.points.label", said)}
			/>
		</div>
	);
}

interface PointsOfDaysProps {
	readonly drawing: SeasonDrawing;
	readonly labels: ReadonlyMap<string, ReturnType<typeof labelOf>>;
	readonly shown: readonly TotalRow[];
	/** What the picture says. */
	readonly label: string;
}

/** A bar for each competitor, with a part for each day. */
function PointsOfDays({ drawing, labels, shown, label }: PointsOfDaysProps) {
	const { t, language } = useTexts();
	return (
		<figure>
			<figcaption className="mb-2 font-strong">{t("results.picture.points")}</figcaption>
			<svg
				className={pictureClass}
				viewBox={`0 0 ${drawing.width} ${drawing.height}`}
				role="img"
				aria-label={label}
			>
				{drawing.rows.map(({ competitor, bars, y }, index) => (
					<g key={competitor} className={labels.get(competitor)?.className}>
						<text x={drawing.left - 10} y={y + 6} textAnchor="end">
							{labels.get(competitor)?.text}
						</text>
						<g className="fill-current stroke-2 stroke-ground">
							{bars.map(({ day, x, width }) => (
								<rect
									key={day}
									fillOpacity={day % 2 === 0 ? undefined : 0.7}
									x={x}
									y={y - 10}
									width={width}
									height="20"
								/>
							))}
						</g>
						<text x={drawing.right + 10} y={y + 6}>
							{formatNumber(shown[index]?.points ?? 0, language)}
						</text>
					</g>
				))}
			</svg>
		</figure>
	);
}

/** Colours and strokes of the first three. */
const medals = ["text-gold stroke-7", "text-silver stroke-7", "text-bronze stroke-7"];

function labelOf({ position, startNumber, name, registrationId }: TotalRow, own: string | null) {
	const isOwn = own !== null && registrationId === own;
	const className = isOwn ? "text-brand stroke-5" : (medals[position - 1] ?? "text-edge stroke-3");
	return { text: startNumber ?? name, className };
}
