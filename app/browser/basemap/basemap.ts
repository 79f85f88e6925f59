/** What the script of the replay reads from the page, in `data-replay-basemap`. Addresses of this host. */
export interface BasemapSource {
	/** The PMTiles file. */
	readonly tiles: string;
	/** Our script. */
	readonly script: string;
	/** Of MapLibre: a module each. */
	readonly library: string;
	readonly worker: string;
}

/** What a basemap shows. */
export interface Camera {
	/** Degrees. */
	readonly longitude: number;
	readonly latitude: number;
	/** CSS pixels of the whole world. */
	readonly worldWidth: number;
}

export interface Basemap {
	show(camera: Camera): void;
	/** In the colours of a theme. */
	paint(isDark: boolean): void;
}

export type OpenBasemap = (
	container: HTMLElement,
	source: BasemapSource,
	camera: Camera,
	isDark: boolean,
) => Promise<Basemap>;

declare global {
	/** Of the script of the basemap. @throws Error when the file cannot be read, or the browser draws no map */
	var openBasemap: OpenBasemap | undefined;
}
