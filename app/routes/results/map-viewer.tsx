import { ExternalLink } from "~/components/external-link";
import { Icon } from "~/components/icon";
import { useTexts } from "~/components/use-texts";
import type { MapViewer } from "./map-viewer-address";

interface MapViewerPanelProps {
	readonly viewer: MapViewer;
	/** Null when the page does not show the flight's row. */
	readonly pilot: string | null;
}

/** Plays a flight above the results; opens without scripts. */
export function MapViewerPanel({ viewer, pilot }: MapViewerPanelProps) {
	const { t } = useTexts();
	if (viewer.state === "noContest") {
		return (
			<p
				className="map-viewer no-print mb-1.5 flex h-10 items-center justify-center gap-2 overflow-hidden border-y border-line bg-surface px-4 text-small/tight text-muted md:mb-6"
				id="map"
			>
				<Icon name="map" className="max-xs:hidden" />
				<span>{t("results.map.noContest")}</span>
			</p>
		);
	}
	return (
		// Another flight opens the map again after the reader has closed it.
		<details
			key={viewer.url}
			className="map-viewer no-print group mb-1.5 h-10 overflow-hidden border-y border-line bg-surface open:flex open:h-[630px] open:flex-col details-content:contents md:mb-6"
			id="map"
			open
		>
			<summary className="flex h-9.75 flex-none cursor-pointer list-none items-center justify-center gap-2 font-strong text-brand marker:hidden focus-visible:-outline-offset-4">
				<Icon name="map" />
				<span className="group-open:hidden">{t("results.map.open")}</span>
				<span className="hidden group-open:inline">{t("results.map.close")}</span>
			</summary>
			<p className="flex flex-wrap items-center justify-center gap-x-4 px-4">
				{pilot && <strong>{pilot}</strong>}
				<ExternalLink className="inline-flex min-h-11 items-center gap-1" href={viewer.url}>
					{t("results.map.link")}
				</ExternalLink>
			</p>
			<iframe
				className="min-h-0 w-full flex-1 border-0 bg-ground"
				src={viewer.url}
				title={pilot ? t("results.map.flightOf", { name: pilot }) : t("results.map.flight")}
				loading="lazy"
				allowFullScreen
			/>
		</details>
	);
}
