import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { Icon } from "~/components/icon";
import { LiveLayer, LiveNote } from "~/components/live/live-layer";
import { useTexts } from "~/components/use-texts";
import { compareNames } from "~/lib/i18n/collate";
import { formatKilometres } from "~/lib/i18n/format-number";
import type { LiveMap } from "~/lib/live/live-map.server";
import type { MapDrawing } from "~/lib/maps/draw-map.server";
import type { Label } from "~/lib/maps/labels";
import { inset } from "~/lib/maps/viewport";

interface MapViewProps {
	readonly map: MapDrawing;
	/** All that the layers say, in words: nothing inside is read aloud. */
	readonly label: string;
	/** Whether it takes all the width that it gets. */
	readonly isWide?: boolean;
	/** The gliders above all else; null where none are shown. */
	readonly live?: LiveMap | null;
	/** Layers between the ground and the names, in units of `map`. */
	readonly children: ReactNode;
}

/** A map: ground, layers, names, scale and north. */
export function MapView({
	map: { width, height, relief, reliefSources, home, borders, rivers, lakes, areas, labels, scaleBar },
	label,
	isWide = false,
	live = null,
	children,
}: MapViewProps) {
	const { t, language } = useTexts();
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
				{relief.map((path) => (
					<path key={path} className="map-relief" d={path} />
				))}
				{lakes && <path className="fill-water" d={lakes} />}
				{rivers && <path className="fill-none stroke-water stroke-4" strokeLinejoin="round" d={rivers} />}
				{borders && <path className="map-borders" d={borders} />}
				{areas.map(({ kind, path }, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: areas have no other identity, and two may be equal
					<path key={index} className={`airspace airspace-${kind}`} d={path} />
				))}
				{children}
				<Names className="map-wide" labels={labels.wide} />
				<Names className="map-narrow" labels={labels.narrow} />
				<g className="map-scale fill-none stroke-ink stroke-2">
					<path d={`M${inset} ${height - inset - 8}v8h${scaleBar.width}v-8`} />
					<text x={inset + scaleBar.width + 8} y={height - inset}>
						{t("map.km", { value: formatKilometres(scaleBar.metres, language, { decimals: [0, 1] }) })}
					</text>
					<path d={`M${width - inset} ${inset + 44}v-40l-9 16m9-16l9 16`} />
					<text x={width - inset - 16} y={inset + 20} textAnchor="end">
						{t("map.north")}
					</text>
				</g>
				{live && <LiveLayer live={live} />}
			</svg>
			{live && <LiveNote live={live} />}
			{kinds.length > 0 && <AirspaceLegend kinds={kinds} />}
			<NamedSpaces areas={areas} />
			{reliefSources.length > 0 && (
				<p className="text-muted text-sm print:text-xs">
					{t("map.relief", { source: reliefSources.map((source) => t(`map.relief.${source}`)).join(", ") })}
				</p>
			)}
		</div>
	);
}

function Names({ className, labels }: { readonly className: string; readonly labels: readonly Label[] }) {
	return (
		<g className={className}>
			{labels.map(({ x, y, dx, dy, anchor, text, kind }) => (
				<g key={`${x} ${y}`} className={`map-${kind}`}>
					{kind !== "water" && <circle cx={x} cy={y} r="6" />}
					<text x={x + dx} y={y} dy={`${dy}em`} textAnchor={anchor}>
						{text}
					</text>
				</g>
			))}
		</g>
	);
}

interface ShownKind {
	readonly kind: string;
	readonly name: string;
}

/** What the colours of the airspace on a map mean. */
export function AirspaceLegend({ kinds }: { readonly kinds: readonly ShownKind[] }) {
	return (
		<ul className="my-2 flex flex-wrap gap-x-5 gap-y-1 text-sm print:text-xs">
			{kinds.map(({ kind, name }) => (
				<li key={kind} className="flex items-center gap-2">
					<svg className="h-4 w-6" viewBox="0 0 24 16" aria-hidden="true">
						<path className={`airspace airspace-${kind}`} d="M2 2h20v12h-20Z" />
					</svg>
					{name}
				</li>
			))}
		</ul>
	);
}

/** More spaces are folded. */
const mostOpenSpaces = 12;

/** The spaces on the map with their limits, where the page names them. */
function NamedSpaces({ areas }: Pick<MapDrawing, "areas">) {
	const { t } = useTexts();
	const names = [...new Set(areas.flatMap(({ name }) => name ?? []))].toSorted(compareNames);
	if (names.length === 0) return null;
	return (
		<details className="text-sm print:text-xs" open={names.length <= mostOpenSpaces}>
			<summary className="min-h-11 cursor-pointer py-2.5 print:min-h-0 print:py-0">
				{t("map.airspace.spaces", { count: names.length })}
			</summary>
			<ul className="flex flex-wrap gap-x-5">
				{names.map((name) => (
					<li key={name}>{name}</li>
				))}
			</ul>
		</details>
	);
}

/** Each kind once. Of one that is everywhere, nothing but the ground of the map is seen. */
export function kindsOf(
	t: TFunction,
	spaces: readonly { readonly kind: string; readonly isEverywhere: boolean }[],
): ShownKind[] {
	return [...new Set(spaces.map(({ kind }) => kind))].toSorted().map((kind) => {
		const name = t(`map.airspace.${kind}`);
		const isEverywhere = spaces.every((space) => space.kind !== kind || space.isEverywhere);
		return { kind, name: isEverywhere ? t("map.airspace.everywhere", { name }) : name };
	});
}

const buttons = [
	["+", "in", "plus"],
	["-", "out", "minus"],
	["0", "whole", "map"],
] as const;

/** What keys do on a map that scripts move, as buttons. The scripts find them by their key. */
export function ZoomButtons() {
	const { t } = useTexts();
	return buttons.map(([key, zoom, icon]) => (
		<button key={key} type="button" className="button p-2" data-map-key={key} title={t(`map.zoom.${zoom}`)}>
			<Icon name={icon} />
			<span className="sr-only">{t(`map.zoom.${zoom}`)}</span>
		</button>
	));
}
