import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import flightScriptUrl from "~/browser/flight.ts?worker&url";
import { MapView, ZoomButtons } from "~/components/map/map-view";
import { TaskLayer } from "~/components/tasks/task-layer";
import { useLanguage } from "~/components/use-language";
import { useRootData } from "~/components/use-root-data";
import { climbBands, type FlownLine } from "~/lib/flights/igc-file/flown-line";
import { formatTime } from "~/lib/i18n/format-dates";
import { formatNumber } from "~/lib/i18n/format-number";
import type { DrawnMark } from "./draw-flight.server";
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
		void import("~/browser/show-flight").then(({ showFlight }) => {
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
				<Cursor span={span} hasGround={drawing.barogram.ground !== ""} />
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
function Cursor({ span, hasGround }: { readonly span: Span; readonly hasGround: boolean }) {
	const { t } = useTranslation();
	const values = ["time", "altitude", ...(hasGround ? ["aboveGround"] : []), "climb", "speed"];
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
			<dl className="flex flex-wrap justify-between gap-x-4 gap-y-2">
				{values.map((name) => (
					<div key={name} className="min-w-16">
						<dt className="text-muted text-small">{t(`igc.flight.cursor.${name}`)}</dt>
						<dd className="whitespace-nowrap font-bold tabular-nums max-md:text-small" data-value={name} />
					</div>
				))}
			</dl>
		</div>
	);
}

function middleOf({ from, to }: Span): number {
	return Math.round((from + to) / 2);
}

function FlightMap({ flight }: { readonly flight: FlightPage }) {
	const { t } = useTranslation();
	const { map, task, track, trackMarks, climbs } = flight.drawing;
	const name = `${flight.name} ${flight.surname}`;
	return (
		<MapView isWide map={map} label={t(task ? "igc.flight.map.withTask" : "igc.flight.map.label", { name })}>
			{task && <TaskLayer task={task} />}
			<TrackLine line={track} />
			<g className="map-climbs">
				{climbs.map(({ place: [x, y], from }, index) => (
					<g key={from} data-climb={index + 1}>
						<circle cx={x} cy={y} r="18" />
						<text x={x} y={y} dy="0.35em" textAnchor="middle">
							{index + 1}
						</text>
					</g>
				))}
			</g>
			<FlightMarks marks={trackMarks} />
		</MapView>
	);
}

function BarogramPicture({ flight }: { readonly flight: FlightPage }) {
	const { t } = useTranslation();
	const language = useLanguage();
	const { barogram, barogramMarks, passages, climbs } = flight.drawing;
	const { width, height, plot, line, timeTicks, altitudeTicks } = barogram;
	const bottom = plot.y + plot.height;
	return (
		<svg
			className="picture barogram max-w-none cursor-crosshair touch-pan-y overflow-hidden"
			viewBox={`0 0 ${width} ${height}`}
			role="img"
			aria-label={t("igc.flight.barogram.label")}
		>
			<g className="picture-grid">
				{timeTicks.map(({ x, time }) => (
					<line key={time} x1={x} y1={plot.y} x2={x} y2={bottom} />
				))}
				{altitudeTicks.map(({ y, metres }) => (
					<line key={metres} x1={plot.x} y1={y} x2={plot.x + plot.width} y2={y} />
				))}
			</g>
			{barogram.ground && <path className="picture-ground" d={barogram.ground} />}
			<g className="picture-climbs">
				{climbs.map(({ from, to }, index) => (
					<g key={from} id={`climb-${index + 1}`} data-climb={index + 1}>
						<rect x={from} y={plot.y} width={Math.max(1, to - from)} height={plot.height} />
						<text x={(from + to) / 2} y={bottom - 6} textAnchor="middle">
							{index + 1}
						</text>
					</g>
				))}
			</g>
			<g className="picture-passages">
				{passages.map(({ x, text }) => (
					<g key={text}>
						<line x1={x} y1={plot.y} x2={x} y2={bottom} />
						<text x={x} y={plot.y - 4} textAnchor="middle">
							{text}
						</text>
					</g>
				))}
			</g>
			<TrackLine line={line} />
			<g className="picture-times">
				{timeTicks.map(({ x, time }) => (
					<text key={time} x={x} y={bottom + 24} textAnchor="middle">
						{formatTime(new Date(flight.midnight.getTime() + time * 1000), language)}
					</text>
				))}
			</g>
			<g className="picture-altitudes">
				{altitudeTicks.map(({ y, metres }) => (
					<text key={metres} x={plot.x - 8} y={y + 6} textAnchor="end">
						{formatNumber(metres, language)}
					</text>
				))}
			</g>
			<FlightMarks marks={barogramMarks} />
		</svg>
	);
}

/** A flight on the map or on the barogram: a light edge, and above it the parts by climb, in different colours and widths. */
function TrackLine({ line }: { readonly line: FlownLine }) {
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
function FlightMarks({ marks }: { readonly marks: readonly DrawnMark[] }) {
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
function ClimbLegend() {
	const { t } = useTranslation();
	return (
		<ul
			className="flown-legend my-2 flex flex-wrap gap-x-4 gap-y-1 text-small lg:order-first lg:mt-0"
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
