import { useTranslation } from "react-i18next";
import { PictureMarks } from "~/components/igc/picture-marks";
import { useLanguage } from "~/components/use-language";
import type { Barogram } from "~/lib/flight-log/draw-barogram";
import { formatTime } from "~/lib/i18n/format-dates";
import { formatNumber } from "~/lib/i18n/format-number";

interface BarogramPictureProps {
	readonly barogram: Barogram;
	/** Times of the barogram are seconds since this UTC midnight. */
	readonly midnight: Date;
}

export function BarogramPicture({ barogram, midnight }: BarogramPictureProps) {
	const { t } = useTranslation();
	const language = useLanguage();
	const { plot, kind } = barogram;
	const bottom = plot.y + plot.height;
	return (
		<svg
			className="picture"
			viewBox={barogram.viewBox}
			role="img"
			aria-label={t("igc.flight.barogram.label")}
		>
			<g className="picture-grid">
				{barogram.timeTicks.map(({ x, time }) => (
					<line key={time} x1={x} y1={plot.y} x2={x} y2={bottom} />
				))}
				{barogram.altitudeTicks.map(({ y, metres }) => (
					<line key={metres} x1={plot.x} y1={y} x2={plot.x + plot.width} y2={y} />
				))}
			</g>
			<path className="picture-gaps" d={barogram.gaps} />
			<path className="picture-line" d={barogram.path} />
			<g className="picture-times">
				{barogram.timeTicks.map(({ x, time }) => (
					<text key={time} x={x} y={bottom + 24} textAnchor="middle">
						{formatTime(new Date(midnight.getTime() + time * 1000), language)}
					</text>
				))}
			</g>
			<g className="picture-altitudes">
				{barogram.altitudeTicks.map(({ y, metres }) => (
					<text key={metres} x={plot.x - 8} y={y + 6} textAnchor="end">
						{formatNumber(metres, language)}
					</text>
				))}
			</g>
			<PictureMarks marks={barogram.marks} />
			<title>{t(`igc.altitude.${kind}`)}</title>
		</svg>
	);
}
