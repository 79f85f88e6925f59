import { useTranslation } from "react-i18next";
import { formatNumber } from "~/lib/i18n/format-number";
import { useLanguage } from "./use-language";

interface PodiumRow {
	readonly place: number;
	readonly startNumber: string | null;
	readonly name: string;
	readonly points: number;
	/** Null or absent where the source does not state it. */
	readonly speedKmh?: number | null;
}

interface PodiumProps {
	readonly rows: readonly PodiumRow[];
	readonly label: string;
	/** Places may still change, so they have no medals. */
	readonly mayChange?: boolean;
}

/** The first places with their medals; more than three when a place is shared. */
export function Podium({ rows, label, mayChange }: PodiumProps) {
	const { t } = useTranslation();
	const language = useLanguage();
	return (
		<ol className="podium" aria-label={label}>
			{rows.map(({ place, startNumber, name, points, speedKmh }) => (
				<li key={`${startNumber ?? ""}/${name}`}>
					<span className={mayChange ? "medal" : `medal podium-${place}`}>
						<span className="sr-only">{t("day.place", { place })}</span>
						<span aria-hidden="true">{place}</span>
					</span>
					<span className="podium-name">
						{startNumber && <span className="podium-number">{startNumber}</span>} {name}
					</span>
					<span className="podium-points">
						<strong>
							{t("day.points", { count: points, points: formatNumber(points, language, [0, 1]) })}
						</strong>
						{speedKmh != null && (
							<span className="muted">{t("day.speed", { speed: formatNumber(speedKmh, language, 1) })}</span>
						)}
					</span>
				</li>
			))}
		</ol>
	);
}
