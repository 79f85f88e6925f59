import { useEffect, useRef } from "react";
import flightScriptUrl from "~/browser/flight.ts?worker&url";
import { BarogramPicture } from "~/components/igc/barogram";
import { MapView, ZoomButtons } from "~/components/map/map-view";
import { TaskLayer } from "~/components/tasks/task-layer";
import { useRootData } from "~/components/use-root-data";
import { useTexts } from "~/components/use-texts";
import { climbBands, type FlownLine } from "~/lib/flights/igc-file/flown-line";
import type { DrawnMark } from "./draw-flight.server";
import type { FlightPage } from "./page.server";

/** Map and barogram of a flight. Scripts add a cursor through both and make the map movable. */
export function FlightView({ flight }: { readonly flight: FlightPage }) {
	const { t } = useTexts();
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
			<figure className="flight-map [&_.map-view]:cursor-crosshair">
				<FlightMap flight={flight} />
				<div className="no-print my-2 flex gap-1.5" data-tools hidden>
					<ZoomButtons />
				</div>
			</figure>
			<ClimbLegend />
			<figure>
				<figcaption className="sr-only">{t("igc.flight.barogram")}</figcaption>
				<FlightBarogram flight={flight} />
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
	const { t } = useTexts();
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
	const { t } = useTexts();
	const { map, task, track, trackMarks, climbs } = flight.drawing;
	const name = `${flight.name} ${flight.surname}`;
	return (
		<MapView isWide map={map} label={t(task ? "igc.flight.map.withTask" : "igc.flight.map.label", { name })}>
			{task && <TaskLayer task={task} />}
			<TrackLine line={track} />
			<g className="map-climbs">
				{climbs.map(({ point: [x, y], from }, index) => (
					<g key={from} data-climb={index + 1}>
						<circle cx={x} cy={y} r="18" fill="none" />
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

function FlightBarogram({ flight: { drawing, midnight } }: { readonly flight: FlightPage }) {
	const { t } = useTexts();
	const { barogram, barogramMarks, passages, climbs } = drawing;
	const { plot, line } = barogram;
	const bottom = plot.y + plot.height;
	return (
		<BarogramPicture
			barogram={barogram}
			midnight={midnight.getTime()}
			label={t("igc.flight.barogram.label")}
			className="barogram cursor-crosshair touch-pan-y overflow-hidden"
		>
			<g className="picture-climbs">
				{climbs.map(({ from, to, isNumbered }, index) => (
					<g
						key={from}
						id={`climb-${index + 1}`}
						className={isNumbered ? undefined : "is-crowded"}
						data-climb={index + 1}
					>
						<rect x={from} y={plot.y} width={Math.max(1, to - from)} height={plot.height} />
						<text x={(from + to) / 2} y={bottom - 6} textAnchor="middle">
							{index + 1}
						</text>
					</g>
				))}
			</g>
			{passages.map(({ x, text }) => (
				<g key={text}>
					<line
						className="stroke-[1.5] stroke-edge"
						strokeDasharray="6 4"
						x1={x}
						y1={plot.y}
						x2={x}
						y2={bottom}
					/>
					<text
						className="fill-ink font-bold max-md:translate-y-3.5"
						x={x}
						y={plot.y - 4}
						textAnchor="middle"
					>
						{text}
					</text>
				</g>
			))}
			<TrackLine line={line} />
			<FlightMarks marks={barogramMarks} />
		</BarogramPicture>
	);
}

/** Wider lines climb, so that the colours are not alone. Widths are pixels at every zoom. */
const bandStyles = {
	fallsFast: "stroke-sink-fast",
	falls: "stroke-sink",
	level: "stroke-level",
	climbs: "stroke-climb stroke-[3.5px] max-md:stroke-[2.5px]",
	climbsFast: "stroke-climb-fast stroke-5 max-md:stroke-[3.5px]",
} as const;
const lineShape = { fill: "none", strokeLinecap: "round", strokeLinejoin: "round" } as const;
const lineWidth = "stroke-[2.5px] max-md:stroke-[1.75px]";
const sameAtEveryZoom = { vectorEffect: "non-scaling-stroke" } as const;

/** A flight on the map or on the barogram: a light edge, and above it the parts by climb, in different colours and widths. */
function TrackLine({ line }: { readonly line: FlownLine }) {
	return (
		<g className={lineWidth} {...lineShape}>
			<path className="stroke-edge" strokeDasharray="2 6" {...sameAtEveryZoom} d={line.gaps} />
			<path
				className="stroke-6 stroke-ground max-md:stroke-4"
				{...sameAtEveryZoom}
				d={line.whole}
				data-fixes
			/>
			{climbBands.map((band, index) => (
				<path key={band} className={bandStyles[band]} {...sameAtEveryZoom} d={line.bands[index]} />
			))}
		</g>
	);
}

/** Letters beside the colours, for readers who cannot tell colours apart. */
function FlightMarks({ marks }: { readonly marks: readonly DrawnMark[] }) {
	const { t } = useTexts();
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
	const { t } = useTexts();
	return (
		<ul
			className="my-2 flex flex-wrap gap-x-4 gap-y-1 text-small lg:order-first lg:mt-0"
			aria-label={t("igc.flight.legend")}
		>
			{climbBands.map((band) => (
				<li key={band} className="flex items-center gap-1.5">
					<svg className={`h-3 w-10 ${lineWidth}`} viewBox="0 0 40 12" {...lineShape} aria-hidden="true">
						<path className={bandStyles[band]} d="M3 6h34" />
					</svg>
					{t(`igc.flight.band.${band}`)}
				</li>
			))}
		</ul>
	);
}
