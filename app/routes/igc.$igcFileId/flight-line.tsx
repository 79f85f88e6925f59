import { useTranslation } from "react-i18next";
import { climbBands, type FlownLine } from "~/lib/flights/igc-file/flown-line";
import type { DrawnMark } from "./draw-flight.server";

/** A flight on the map or on the barogram: a light edge, then the parts by climb, in colours and widths of their own. */
export function TrackLine({ line }: { readonly line: FlownLine }) {
	return (
		<g className="flown">
			<path className="flown-gaps" d={line.gaps} />
			<path className="flown-edge" d={line.whole} data-fixes />
			{climbBands.map((band, index) => (
				<path key={band} className={`flown-${band}`} d={line.bands[index]} />
			))}
		</g>
	);
}

/** Letters beside the colours, for readers who cannot tell colours apart. */
export function FlightMarks({ marks }: { readonly marks: readonly DrawnMark[] }) {
	const { t } = useTranslation();
	return marks.map(({ kind, x, y }) => (
		<g key={kind} className="picture-mark">
			<circle cx={x} cy={y} r="13" />
			<text x={x} y={y} dy="0.35em" textAnchor="middle">
				{t(`igc.mark.${kind}`)}
			</text>
		</g>
	));
}

/** What the colours and widths of both pictures mean. */
export function ClimbLegend() {
	const { t } = useTranslation();
	return (
		<ul
			className="flown-legend my-2 flex flex-wrap gap-x-4 gap-y-1 text-note lg:order-first lg:mt-0"
			aria-label={t("igc.flight.legend")}
		>
			{climbBands.map((band) => (
				<li key={band} className="flex items-center gap-1.5">
					<svg className="h-3 w-10" viewBox="0 0 40 12" aria-hidden="true">
						<path className={`flown-${band}`} d="M3 6h34" />
					</svg>
					{t(`igc.flight.band.${band}`)}
				</li>
			))}
		</ul>
	);
}
