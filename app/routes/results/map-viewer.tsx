import { useTranslation } from "react-i18next";
import { Icon } from "~/components/icon";
import type { MapViewer } from "./map-viewer-address";

interface MapViewerPanelProps {
	readonly viewer: MapViewer;
	/** Null when the page does not show the flight's row. */
	readonly pilot: string | null;
}

/** Plays a flight above the results; opens without scripts. Without a flight it is a line that says where there are some. */
export function MapViewerPanel({ viewer, pilot }: MapViewerPanelProps) {
	const { t } = useTranslation();
	if (viewer.state !== "flight") {
		return (
			<p className="map-viewer map-viewer-idle no-print" id="map">
				<Icon name="map" />
				<span>{t(`results.map.${viewer.state}`)}</span>
			</p>
		);
	}
	return (
		// Another flight opens the map again after the reader has closed it.
		<details key={viewer.url} className="map-viewer no-print" id="map" open>
			<summary>
				<Icon name="map" />
				<span className="when-closed">{t("results.map.open")}</span>
				<span className="when-open">{t("results.map.close")}</span>
			</summary>
			<p className="map-viewer-link">
				{pilot && <strong>{pilot}</strong>}
				<a href={viewer.url} target="_blank" rel="noreferrer">
					{t("results.map.link")}
					<Icon name="external" />
				</a>
			</p>
			<iframe
				src={viewer.url}
				title={pilot ? t("results.map.flightOf", { name: pilot }) : t("results.map.flight")}
				loading="lazy"
				allowFullScreen
			/>
		</details>
	);
}
