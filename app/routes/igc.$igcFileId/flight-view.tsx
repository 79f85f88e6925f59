import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import flightScriptUrl from "~/browser/flight.ts?worker&url";
import { ZoomButtons } from "~/components/map/zoom-buttons";
import { useRootData } from "~/components/use-root-data";
import { BarogramPicture } from "./barogram-picture";
import { ClimbLegend } from "./flight-line";
import { FlightMap } from "./flight-map";
import type { FlightPage } from "./flight-page.server";

/** Map and barogram of a flight. Scripts add a cursor through both and make the map movable. */
export function FlightView({ flight }: { readonly flight: FlightPage }) {
	const { t } = useTranslation();
	const isVisitor = !useRootData()?.user;
	const root = useRef<HTMLDivElement>(null);
	const { drawing, midnight } = flight;
	const { span, plot } = drawing.barogram;
	// React runs no script that it renders itself on a change of page.
	useEffect(() => {
		void import("~/browser/flight/show-flight").then(({ showFlight }) => {
			if (root.current) showFlight(root.current);
		});
	}, []);
	return (
		<div
			ref={root}
			className="flex-col lg:flex"
			data-flight
			data-midnight={midnight.getTime()}
			data-from={span.from}
			data-to={span.to}
			data-bottom={span.bottom}
			data-top={span.top}
			data-plot-x={plot.x}
			data-plot-y={plot.y}
			data-plot-width={plot.width}
			data-plot-height={plot.height}
			data-units-per-metre={drawing.unitsPerMetre}
			data-scale-metres={drawing.map.scaleBar.metres}
		>
			<figure className="flight-map">
				<FlightMap flight={flight} />
				<div className="no-print my-2 flex gap-1.5" data-tools hidden>
					<ZoomButtons />
				</div>
			</figure>
			<ClimbLegend />
			<figure>
				<figcaption className="sr-only">{t("igc.flight.barogram")}</figcaption>
				<BarogramPicture flight={flight} />
				<Cursor span={span} />
			</figure>
			{isVisitor && <script src={flightScriptUrl} defer />}
		</div>
	);
}

interface Span {
	readonly from: number;
	readonly to: number;
}

/** The moment that is shown on map and barogram. */
function Cursor({ span }: { readonly span: Span }) {
	const { t } = useTranslation();
	return (
		<div className="no-print" data-tools hidden>
			<input
				type="range"
				className="min-h-11 w-full accent-brand"
				aria-label={t("igc.flight.cursor")}
				min={span.from}
				max={span.to}
				step="1"
				defaultValue={middleOf(span)}
			/>
			<dl className="grid grid-cols-4 gap-2">
				{(["time", "altitude", "climb", "speed"] as const).map((name) => (
					<div key={name}>
						<dt className="text-muted text-note">{t(`igc.flight.cursor.${name}`)}</dt>
						<dd className="whitespace-nowrap font-bold tabular-nums max-md:text-note" data-value={name} />
					</div>
				))}
			</dl>
		</div>
	);
}

function middleOf({ from, to }: Span): number {
	return Math.round((from + to) / 2);
}
