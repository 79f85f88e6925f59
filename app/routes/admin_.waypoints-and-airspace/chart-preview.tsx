import { useTranslation } from "react-i18next";
import type { ChartDrawing } from "./draw-charts";

/** More names would cover each other. */
const mostNames = 80;

/** Points and airspace on a map. The lists below the map say the same as text. */
export function ChartPreview({ drawing }: { readonly drawing: ChartDrawing }) {
	const { t } = useTranslation();
	const { width, height, spaces, points } = drawing;
	return (
		<svg
			className="picture chart-map"
			viewBox={`0 0 ${width} ${height}`}
			role="img"
			aria-label={t("chart.map.label", { points: points.length, spaces: spaces.length })}
		>
			{spaces.map(({ name, kind, path }, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: spaces have no other identity, and two may be equal
				<path key={index} className={`airspace airspace-${kind}`} d={path} fillRule="evenodd">
					<title>{name}</title>
				</path>
			))}
			{points.map(({ x, y, name }, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: points have no other identity, and two may be equal
				<g key={index} className="task-point">
					<circle cx={x} cy={y} r="6">
						<title>{name}</title>
					</circle>
					{points.length <= mostNames && (
						<text
							x={x}
							y={y - 14}
							textAnchor={x < width / 4 ? "start" : x > (width * 3) / 4 ? "end" : "middle"}
						>
							{name}
						</text>
					)}
				</g>
			))}
		</svg>
	);
}
