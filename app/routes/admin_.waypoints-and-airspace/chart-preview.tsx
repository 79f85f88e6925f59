import { useTranslation } from "react-i18next";
import { AirspaceLegend, kindsOf } from "~/components/map/airspace-legend";
import { MapView } from "~/components/map/map-view";
import type { ChartDrawing } from "./draw-charts.server";

interface ChartPreviewProps {
	readonly drawing: ChartDrawing;
	/** Number of waypoints. */
	readonly points: number;
}

/** Points and airspace on a map. The lists below the map say the same as text. */
export function ChartPreview({ drawing, points }: ChartPreviewProps) {
	const { t } = useTranslation();
	const { map, spaces } = drawing;
	return (
		<>
			<MapView map={map} label={t("chart.map.label", { points, spaces: spaces.length })}>
				{spaces.map(({ name, kind, path }, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: spaces have no other identity, and two may be equal
					<path key={index} className={`airspace airspace-${kind}`} d={path}>
						<title>{name}</title>
					</path>
				))}
				{drawing.points.map(({ x, y }, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: dots have no other identity, and two may be equal
					<circle key={index} className="map-dot" cx={x} cy={y} r="4" />
				))}
			</MapView>
			<AirspaceLegend kinds={kindsOf(t, spaces)} />
		</>
	);
}
