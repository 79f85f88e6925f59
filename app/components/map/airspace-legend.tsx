import type { TFunction } from "i18next";

interface ShownKind {
	readonly kind: string;
	readonly name: string;
}

/** What the colours of the airspace on a map mean. */
export function AirspaceLegend({ kinds }: { readonly kinds: readonly ShownKind[] }) {
	return (
		<ul className="my-2 flex flex-wrap gap-x-5 gap-y-1 text-sm print:text-xs">
			{kinds.map(({ kind, name }) => (
				<li key={kind} className="flex items-center gap-2">
					<svg className="h-4 w-6" viewBox="0 0 24 16" aria-hidden="true">
						<path className={`airspace airspace-${kind}`} d="M2 2h20v12h-20Z" />
					</svg>
					{name}
				</li>
			))}
		</ul>
	);
}

/** Each kind once. Of one that is everywhere, nothing but the ground of the map is seen. */
export function kindsOf(
	t: TFunction,
	spaces: readonly { readonly kind: string; readonly isEverywhere: boolean }[],
): ShownKind[] {
	return [...new Set(spaces.map(({ kind }) => kind))].toSorted().map((kind) => {
		const name = t(`map.airspace.${kind}`);
		const isEverywhere = spaces.every((space) => space.kind !== kind || space.isEverywhere);
		return { kind, name: isEverywhere ? t("map.airspace.everywhere", { name }) : name };
	});
}
