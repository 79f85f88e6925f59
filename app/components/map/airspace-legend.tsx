import { useTranslation } from "react-i18next";

interface AirspaceLegendProps {
	readonly kinds: readonly string[];
}

/** What the colours of the airspace on a map mean. */
export function AirspaceLegend({ kinds }: AirspaceLegendProps) {
	const { t } = useTranslation();
	return (
		<ul className="legend">
			{kinds.map((kind) => (
				<li key={kind}>
					<svg className="legend-sign" viewBox="0 0 24 16" aria-hidden="true">
						<path className={`airspace airspace-${kind}`} d="M2 2h20v12h-20Z" />
					</svg>
					{t(`map.airspace.${kind}`)}
				</li>
			))}
		</ul>
	);
}

/** Each kind once. */
export function kindsOf(spaces: readonly { readonly kind: string }[]): string[] {
	return [...new Set(spaces.map(({ kind }) => kind))].toSorted();
}
