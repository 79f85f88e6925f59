import { useTexts } from "~/components/use-texts";
import { dayName } from "~/lib/i18n/format-dates";
import { drawPlaces } from "~/lib/results/draw-season";
import type { PilotPage } from "./page.server";

interface PlacesPictureProps {
	readonly total: NonNullable<PilotPage["total"]>;
	readonly name: string;
}

/** The place after each day, the first one at the top. */
export function PlacesPicture({ total, name }: PlacesPictureProps) {
	const { t } = useTexts();
	const { places, competitors, dayNames } = total;
	const { width, height, dayXs, course, points } = drawPlaces(places, competitors);
	if (points.length < 2) return null;
	return (
		<figure>
			<figcaption>{t("results.picture.places")}</figcaption>
			<svg
				className="max-w-xl fill-ink font-strong text-lg tabular-nums"
				viewBox={`0 0 ${width} ${height}`}
				role="img"
				aria-label={t("pilot.places.label", {
					name,
					places: places.map((place) => place ?? "–").join(", "),
				})}
			>
				{dayXs.map((x, day) => (
					<g key={x} className="fill-muted font-normal">
						<path className="stroke-line" d={`M${x} 24V${height}`} />
						<text x={x} y="16" textAnchor="middle">
							{dayName(t, dayNames[day] ?? "")}
						</text>
					</g>
				))}
				<g className="text-brand">
					<path className="fill-none stroke-5 stroke-current" strokeLinejoin="round" d={course} />
					{points.map(({ x, y, place }) => (
						<g key={x}>
							<circle className="fill-current stroke-2 stroke-ground" cx={x} cy={y} r="5" />
							<text x={x} y={y - 12} textAnchor="middle">
								{place}
							</text>
						</g>
					))}
				</g>
			</svg>
		</figure>
	);
}
