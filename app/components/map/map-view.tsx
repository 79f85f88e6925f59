import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "~/components/use-language";
import { formatNumber } from "~/lib/i18n/format-number";
import type { MapDrawing } from "~/lib/maps/draw-map.server";
import type { Label } from "~/lib/maps/labels";
import { inset } from "~/lib/maps/viewport";
import { AirspaceLegend, kindsOf } from "./airspace-legend";

interface MapViewProps {
	readonly map: MapDrawing;
	/** All that the layers say, in words: nothing inside is read aloud. */
	readonly label: string;
	/** Whether it takes all the width that it gets. */
	readonly isWide?: boolean;
	/** Layers between the ground and the names, in units of `map`. */
	readonly children: ReactNode;
}

/** A map: ground, layers, names, scale and north. */
export function MapView({
	map: { width, height, home, borders, areas, labels, scaleBar },
	label,
	isWide = false,
	children,
}: MapViewProps) {
	const { t } = useTranslation();
	const language = useLanguage();
	const kinds = kindsOf(t, areas);
	const airspace = kinds.map(({ name }) => name).join("; ");
	return (
		<div className={isWide ? "map max-w-none" : "map"}>
			<svg
				className="map-view"
				viewBox={`0 0 ${width} ${height}`}
				role="img"
				aria-label={
					airspace ? `${label.replace(/\.$/, "")}. ${t("map.airspace", { kinds: airspace })}` : label
				}
			>
				{home && <path className="map-home" d={home} />}
				{borders && <path className="map-borders" d={borders} />}
				{areas.map(({ kind, path }, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: areas have no other identity, and two may be equal
					<path key={index} className={`airspace airspace-${kind}`} d={path} />
				))}
				{children}
				<Names className="map-wide" labels={labels.wide} />
				<Names className="map-narrow" labels={labels.narrow} />
				<g className="map-scale">
					<path d={`M${inset} ${height - inset - 8}v8h${scaleBar.width}v-8`} />
					<text x={inset + scaleBar.width + 8} y={height - inset}>
						{t("map.km", { value: formatNumber(scaleBar.metres / 1000, language, [0, 1]) })}
					</text>
					<path d={`M${width - inset} ${inset + 44}v-40l-9 16m9-16l9 16`} />
					<text x={width - inset - 16} y={inset + 20} textAnchor="end">
						{t("map.north")}
					</text>
				</g>
			</svg>
			{kinds.length > 0 && <AirspaceLegend kinds={kinds} />}
		</div>
	);
}

interface NamesProps {
	readonly className: string;
	readonly labels: readonly Label[];
}

function Names({ className, labels }: NamesProps) {
	return (
		<g className={className}>
			{labels.map(({ x, y, dx, dy, anchor, text, kind }) => (
				<g key={`${x} ${y}`} className={`map-${kind}`}>
					<circle cx={x} cy={y} r="6" />
					<text x={x + dx} y={y} dy={`${dy}em`} textAnchor={anchor}>
						{text}
					</text>
				</g>
			))}
		</g>
	);
}
