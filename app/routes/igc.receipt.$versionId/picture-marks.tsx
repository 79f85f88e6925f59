import { useTranslation } from "react-i18next";
import type { PictureMark } from "~/lib/flight-log/flight-picture";

/** Letters beside the colours, for readers who cannot tell colours apart. */
export function PictureMarks({ marks }: { readonly marks: readonly PictureMark[] }) {
	const { t } = useTranslation();
	return marks.map(({ kind, x, y }) => (
		<g key={kind} className={`picture-mark picture-mark-${kind}`}>
			<circle cx={x} cy={y} r="14" />
			<text x={x} y={y + 7} textAnchor="middle">
				{t(`igc.mark.${kind}`)}
			</text>
			<title>{t(`igc.receipt.${kind}`)}</title>
		</g>
	));
}
