import { useTranslation } from "react-i18next";
import { Icon } from "~/components/icon";
import type { MapViewer } from "./map-viewer-address";

interface MapViewerPanelProps {
	readonly viewer: MapViewer;
	/** Null when the page does not show the flight's row. */
	readonly pilot: string | null;
}

/** Plays a flight above the results; opens without scripts. */
export function MapViewerPanel({ viewer, pilot }: MapViewerPanelProps) {
	const { t } = useTranslation();
	const playing = viewer.state === "flight";
	return (
		<details
			// Another flight opens the map again after the reader has closed it.
			key={playing ? viewer.url : viewer.state}
			className="map-viewer no-print"
			id="map"
			open={playing}
		>
			<summary>
				<Icon name="map" />
				<span className="when-closed">{t("results.map.open")}</span>
				<span className="when-open">{t("results.map.close")}</span>
			</summary>
			{playing ? (
				<>
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
				</>
			) : (
				<p className="map-viewer-text">{t(`results.map.${viewer.state}`)}</p>
			)}
		</details>
	);
}
