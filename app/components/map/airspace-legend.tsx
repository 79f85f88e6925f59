import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

interface ShownKind {
	readonly kind: string;
	/** Whether nothing but the ground of the map shows it. */
	readonly isEverywhere: boolean;
}

interface AirspaceLegendProps {
	readonly kinds: readonly ShownKind[];
}

/** What the colours of the airspace on a map mean. */
export function AirspaceLegend({ kinds }: AirspaceLegendProps) {
	const { t } = useTranslation();
	return (
		<ul className="legend">
			{kinds.map((shown) => (
				<li key={shown.kind}>
					<svg className="legend-sign" viewBox="0 0 24 16" aria-hidden="true">
						<path className={`airspace airspace-${shown.kind}`} d="M2 2h20v12h-20Z" />
					</svg>
					{kindText(t, shown)}
				</li>
			))}
		</ul>
	);
}

export function kindText(t: TFunction, { kind, isEverywhere }: ShownKind): string {
	const name = t(`map.airspace.${kind}`);
	return isEverywhere ? t("map.airspace.everywhere", { name }) : name;
}

/** Each kind once. */
export function kindsOf(spaces: readonly ShownKind[]): ShownKind[] {
	const kinds = [...new Set(spaces.map(({ kind }) => kind))].toSorted();
	return kinds.map((kind) => ({
		kind,
		isEverywhere: spaces.every((space) => space.kind !== kind || space.isEverywhere),
	}));
}
