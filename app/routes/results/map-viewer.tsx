import { useTranslation } from "react-i18next";
import { Icon } from "~/components/icon";
import type { MapViewer } from "./map-viewer-address";

interface MapViewerFrameProps {
	readonly viewer: MapViewer;
	/** Whose flight it is, where the page knows. */
	readonly pilot: string | null;
}

/** The frame above the results that plays a flight: 40 px closed, 630 px open, without scripts. */
export function MapViewerFrame({ viewer, pilot }: MapViewerFrameProps) {
	const { t } = useTranslation();
	const playing = viewer.state === "flight";
	return (
		<details
			// Another flight opens the map again, even where the reader had closed it.
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
