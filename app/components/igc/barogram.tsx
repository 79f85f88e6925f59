import type { ReactNode } from "react";
import { useTexts } from "~/components/use-texts";
import type { Barogram } from "~/lib/flights/igc-file/draw-barogram";
import { formatTime } from "~/lib/i18n/format-dates";
import { formatNumber } from "~/lib/i18n/format-number";

interface BarogramPictureProps {
	readonly barogram: Barogram;
	/** Milliseconds: the UTC midnight that the times of the barogram count from. */
	readonly midnight: number;
	readonly label: string;
	readonly className?: string;
	/** What was flown, in units of the barogram. */
	readonly children: ReactNode;
}

/** Times, heights and the ground of a flight; on a phone the numbers are larger, and fewer. */
export function BarogramPicture({
	barogram,
	midnight,
	label,
	className = "",
	children,
}: BarogramPictureProps) {
	const { language } = useTexts();
	const { width, height, plot, ground, timeTicks, altitudeTicks } = barogram;
	const bottom = plot.y + plot.height;
	return (
		<svg
			className={`picture max-w-none ${className}`}
			viewBox={`0 0 ${width} ${height}`}
			role="img"
			aria-label={label}
		>
			<g className="picture-grid">
				{timeTicks.map(({ x, time }) => (
					<line key={time} x1={x} y1={plot.y} x2={x} y2={bottom} />
				))}
				{altitudeTicks.map(({ y, metres }) => (
					<line key={metres} x1={plot.x} y1={y} x2={plot.x + plot.width} y2={y} />
				))}
			</g>
			{ground && <path className="fill-relief/30" d={ground} data-ground />}
			<g className="max-md:translate-y-2 max-md:*:even:hidden">
				{timeTicks.map(({ x, time }) => (
					<text key={time} x={x} y={bottom + 24} textAnchor="middle">
						{formatTime(new Date(midnight + time * 1000), language)}
					</text>
				))}
			</g>
			<g className="max-md:translate-y-1.25 max-md:*:first:hidden">
				{altitudeTicks.map(({ y, metres }) => (
					<text key={metres} x={plot.x - 8} y={y + 6} textAnchor="end">
						{formatNumber(metres, language)}
					</text>
				))}
			</g>
			{children}
		</svg>
	);
}
