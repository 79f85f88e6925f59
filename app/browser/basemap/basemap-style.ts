import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from "maplibre-gl";

type Filter = ExpressionSpecification | boolean;

/** Of the source in the style. */
const source = "region";

interface Palette {
	readonly land: string;
	readonly forest: string;
	readonly town: string;
	readonly water: string;
	readonly road: string;
	readonly border: string;
}

/** Pale, so that tracks and the task stand out. */
const light: Palette = {
	land: "#f3f6ef",
	forest: "#dfeadb",
	town: "#e9e6e2",
	water: "#b9d6ec",
	road: "#d9d2c3",
	border: "#8a94a6",
};
const dark: Palette = {
	land: "#141b26",
	forest: "#16261f",
	town: "#1e2531",
	water: "#1d3a57",
	road: "#333c4a",
	border: "#6d7a8f",
};

/** Layers of the Protomaps basemap schema, version 4; without text, so no font is needed. @param tiles address of the file */
export function basemapStyle(tiles: string, isDark: boolean): StyleSpecification {
	return {
		version: 8,
		sources: { [source]: { type: "vector", url: `pmtiles://${tiles}` } },
		layers: layersOf(isDark ? dark : light),
	};
}

const kinds = (...names: readonly string[]): Filter => ["in", ["get", "kind"], ["literal", names]];

function layersOf({ land, forest, town, water, road, border }: Palette): LayerSpecification[] {
	const areas = (id: string, layer: string, colour: string, filter: Filter): LayerSpecification => ({
		id,
		type: "fill",
		source,
		"source-layer": layer,
		filter: ["all", ["==", ["geometry-type"], "Polygon"], filter],
		paint: { "fill-color": colour },
	});
	const lines = (
		id: string,
		layer: string,
		colour: string,
		[narrow, wide]: readonly [atZoom6: number, atZoom13: number],
		filter: Filter,
	): LayerSpecification => ({
		id,
		type: "line",
		source,
		"source-layer": layer,
		filter: ["all", ["==", ["geometry-type"], "LineString"], filter],
		layout: { "line-join": "round" },
		paint: {
			"line-color": colour,
			"line-width": ["interpolate", ["linear"], ["zoom"], 6, narrow, 13, wide],
		},
	});
	return [
		{ id: "background", type: "background", paint: { "background-color": land } },
		areas("earth", "earth", land, true),
		areas("forest-far", "landcover", forest, kinds("forest")),
		areas("forest", "landuse", forest, kinds("forest", "wood")),
		areas("town-far", "landcover", town, kinds("urban_area")),
		areas("town", "landuse", town, kinds("residential", "industrial")),
		areas("water", "water", water, true),
		lines("rivers", "water", water, [0.5, 3], kinds("river", "canal")),
		lines("roads", "roads", road, [0.5, 3], kinds("highway", "major_road")),
		lines("borders", "boundaries", border, [1, 2], kinds("country")),
	];
}
