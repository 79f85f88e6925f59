import { useTranslation } from "react-i18next";
import { useLanguage } from "~/components/use-language";
import { formatTime } from "~/lib/i18n/format-dates";
import { formatNumber } from "~/lib/i18n/format-number";
import { FlightMarks, TrackLine } from "./flight-line";
import type { FlightPage } from "./flight-page.server";

export function BarogramPicture({ flight }: { readonly flight: FlightPage }) {
	const { t } = useTranslation();
	const language = useLanguage();
	const { barogram, barogramMarks, passages } = flight.drawing;
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
