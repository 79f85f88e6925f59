import { PMTiles, Protocol, TileType } from "pmtiles";
import type { Basemap, BasemapSource, Camera } from "./basemap";
import { basemapStyle } from "./basemap-style";

/** CSS pixels of the whole world at zoom 0 of MapLibre. */
const worldAtZoom0 = 512;

const placeOf = ({ longitude, latitude, worldWidth }: Camera) => ({
	center: [longitude, latitude] as [number, number],
	zoom: Math.log2(worldWidth / worldAtZoom0),
});

/**
 * Shows a region below the flights. Whoever moves the flights moves it.
 * @throws Error when the file cannot be read, or the browser draws no map
 */
export async function openBasemap(
	container: HTMLElement,
	{ tiles, library, worker }: BasemapSource,
	camera: Camera,
	isDark: boolean,
): Promise<Basemap> {
	const address = (path: string) => new URL(path, location.href).href;
	const file = new PMTiles(address(tiles));
	const { tileType } = await file.getHeader();
	if (tileType !== TileType.Mvt) throw new Error("The basemap has no vector tiles");
	// Its own file, as its authors have built it: a script of ours cannot be divided.
	const maplibre: typeof import("maplibre-gl") = await import(/* @vite-ignore */ address(library));
	maplibre.setWorkerUrl(address(worker));
	const protocol = new Protocol();
	protocol.add(file);
	maplibre.addProtocol("pmtiles", protocol.tile);
	const styled = (dark: boolean) => basemapStyle(address(tiles), dark);
	const map = new maplibre.Map({
		container,
		style: styled(isDark),
		interactive: false,
		attributionControl: false,
		fadeDuration: 0,
		...placeOf(camera),
	});
	try {
		await new Promise((resolve, reject) => {
			map.once("load", resolve);
			map.once("error", ({ error }) => reject(error));
		});
	} catch (error) {
		map.remove();
		throw error;
	}
	return {
		show: (shown) => map.jumpTo(placeOf(shown)),
		paint: (dark) => map.setStyle(styled(dark)),
	};
}
