import { useTexts } from "~/components/use-texts";
import { formatNumber } from "~/lib/i18n/format-number";
import type { PictureMark, TrackDrawing } from "~db/schema";

/** Width in units of the picture of the degrees beside a meridian. */
const labelWidth = 130;

export function TrackPicture({ track }: { readonly track: TrackDrawing }) {
	const { t, language } = useTexts();
	const { width, height, scaleBar } = track;
	const degrees = (value: number, positive: string, negative: string) =>
		`${formatNumber(Math.abs(value), language, [0, 2])}° ${value < 0 ? negative : positive}`;
	const kilometres = t("igc.unit.kilometres", {
		value: formatNumber(scaleBar.metres / 1000, language, [0, 1]),
	});
	return (
		<svg
			className="picture max-w-96"
			viewBox={track.viewBox}
			role="img"
			aria-label={t("igc.flight.track.label")}
		>
			<g className="picture-grid">
				{track.meridians.map(({ x, degrees: value }) => (
					<g key={x}>
						<line x1={x} y1="0" x2={x} y2={height} />
						{x < width - labelWidth && (
							<text className="max-md:translate-y-3" x={x + 6} y="20">
								{degrees(value, "E", "W")}
							</text>
						)}
					</g>
				))}
			</g>
			<g className="picture-grid">
				{track.parallels.map(({ y, degrees: value }) => (
					<g key={y}>
						<line x1="0" y1={y} x2={width} y2={y} />
						<text x="6" y={y - 6}>
							{degrees(value, "N", "S")}
						</text>
					</g>
				))}
			</g>
			<g
				className="fill-none stroke-3 stroke-brand max-md:stroke-5"
				strokeLinecap="round"
				strokeLinejoin="round"
			>
				<path strokeDasharray="2 8" d={track.gaps} />
				<path d={track.path} />
			</g>
			<PictureMarks marks={track.marks} />
			<g>
				<path
					className="fill-none stroke-2 stroke-ink"
					d={`M${scaleBar.x} ${scaleBar.y - 8}v8h${scaleBar.width}v-8`}
				/>
				<text x={scaleBar.x + scaleBar.width + 8} y={scaleBar.y}>
					{kilometres}
				</text>
			</g>
		</svg>
	);
}

/** Letters beside the colours, for readers who cannot tell colours apart. */
function PictureMarks({ marks }: { readonly marks: readonly PictureMark[] }) {
	const { t } = useTexts();
	return marks.map(({ kind, x, y }) => (
		<g key={kind} className="picture-mark">
			<circle cx={x} cy={y} r="14" />
			<text x={x} y={y + 7} textAnchor="middle">
				{t(`igc.mark.${kind}`)}
			</text>
			<title>{t(`igc.receipt.${kind}`)}</title>
		</g>
	));
}
