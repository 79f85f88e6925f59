import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { AirspaceLegend, kindsOf, MapView } from "~/components/map/map-view";
import { useTexts } from "~/components/use-texts";
import { formatNumber } from "~/lib/i18n/format-number";
import { coordinate } from "~/lib/maps/geodesy";
import { limitText } from "~/lib/tasks/airspace/airspace";
import type { Airspace, Waypoint } from "~db/schema";
import type { ChartDrawing } from "./files.server";

interface ChartPreviewProps {
	readonly drawing: ChartDrawing;
	readonly points: number;
}

/** Points and airspace on a map. The lists below the map say the same as text. */
export function ChartPreview({ drawing, points }: ChartPreviewProps) {
	const { t } = useTexts();
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
					<circle key={index} className="fill-ink" cx={x} cy={y} r="4" />
				))}
			</MapView>
			<AirspaceLegend kinds={kindsOf(t, spaces)} />
		</>
	);
}

export function WaypointList({ waypoints }: { readonly waypoints: readonly Waypoint[] }) {
	const { t, language } = useTexts();
	const columns = ["name", "code", "position", "elevation"].map((column) => t(`chart.column.${column}`));
	return (
		<details>
			<summary id="waypoint-list">{t("chart.waypoints.list")}</summary>
			<DataTable labelledBy="waypoint-list" columns={columns} compact>
				{waypoints.map(({ name, code, latitude, longitude, elevationM }, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: points have no other identity, and two may be equal
					<DataRow key={index}>
						<RowHeader>{name}</RowHeader>
						<DataCell label={columns[1]}>{code}</DataCell>
						<DataCell label={columns[2]}>
							{coordinate(latitude, "N", "S")}, {coordinate(longitude, "E", "W")}
						</DataCell>
						<DataCell label={columns[3]}>
							{elevationM === null ? "–" : `${formatNumber(Math.round(elevationM), language)}\u00A0m`}
						</DataCell>
					</DataRow>
				))}
			</DataTable>
		</details>
	);
}

export function AirspaceList({ airspaces }: { readonly airspaces: readonly Omit<Airspace, "outline">[] }) {
	const { t, language } = useTexts();
	const columns = ["name", "class", "floor", "ceiling"].map((column) => t(`chart.column.${column}`));
	return (
		<details>
			<summary id="airspace-list">{t("chart.airspace.list")}</summary>
			<DataTable labelledBy="airspace-list" columns={columns} compact>
				{airspaces.map(({ name, airspaceClass, airspaceType = "", floor, ceiling }, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: spaces have no other identity, and two may be equal
					<DataRow key={index}>
						<RowHeader>{name}</RowHeader>
						<DataCell label={columns[1]}>{`${airspaceClass} ${airspaceType}`.trim()}</DataCell>
						<DataCell label={columns[2]}>{limitText(t, language, floor)}</DataCell>
						<DataCell label={columns[3]}>{limitText(t, language, ceiling)}</DataCell>
					</DataRow>
				))}
			</DataTable>
		</details>
	);
}
