import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import { backgroundMapOf } from "~/lib/maps/background-map";
import { drawMap } from "~/lib/maps/draw-map.server";
import { boundsOf, Viewport } from "~/lib/maps/viewport";
import { round } from "~/lib/numbers";
import type { Edition } from "~editions/schema";

const format = { width: 1000, leastHeight: 500, mostHeight: 700, margin: 80, leastExtentM: 2_400 };
/** Metres around the airfield without a boundary (Annex A 2025, 7.2.1a). */
const usualRadius = 800;

export type BoundaryDrawing = ReturnType<typeof boundaryOf>;

/** The contest site of an edition on a map. */
export function boundaryOf(edition: Edition, language: Language) {
	const { areas = [], radiusM = usualRadius, ...reference } = edition.airfield;
	const viewport = new Viewport(boundsOf([reference, ...areas.flat()]), format);
	const outlines = areas.map((area) => viewport.outline(area));
	const [x, y] = viewport.project(reference);
	return {
		label: textsOf(language).t("settings.boundary"),
		map: drawMap(viewport, backgroundMapOf(edition, language), { names: [], lines: [] }),
		outlines,
		circle: outlines.length > 0 ? null : { x, y, radius: round(radiusM * viewport.unitsPerMetre) },
	};
}
