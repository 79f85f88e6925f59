import type { Basemap, BasemapSource, Camera } from "../basemap/basemap";
import { loadChunk } from "../load-chunk";
import type { ReplayData } from "./replay-data";
import type { View } from "./view";

/** In CSS pixels. */
interface CanvasRoom {
	readonly width: number;
	readonly height: number;
}

/** What a view of the sheet shows, for a map of the world. */
export function cameraOf(
	{ width, height, west, east, south, north }: ReplayData["sheet"],
	view: View,
	size: CanvasRoom,
): Camera {
	const stretch = (latitude: number) => Math.asinh(Math.tan((latitude * Math.PI) / 180));
	const across = (size.width / 2 - view.x) / view.scale / width;
	const down = (size.height / 2 - view.y) / view.scale / height;
	const stretched = stretch(north) - down * (stretch(north) - stretch(south));
	return {
		longitude: west + across * (east - west),
		latitude: (Math.atan(Math.sinh(stretched)) * 180) / Math.PI,
		worldWidth: (view.scale * width * 360) / (east - west),
	};
}

/** The basemap of the page, where the edition has one. */
export class Region {
	private basemap: Basemap | null = null;
	private isAsked = false;
	private shown: View | null = null;
	private isDark = false;

	/** @param container null without a basemap */
	constructor(
		private readonly container: HTMLElement | null,
		private readonly sheet: ReplayData["sheet"],
	) {}

	get isShown(): boolean {
		return this.basemap !== null;
	}

	/**
	 * Opens it, once. The container must have a size: MapLibre keeps the one that it finds.
	 * @returns whether it is shown from now on; when it cannot be, the map of the page stays
	 */
	async open(camera: Camera, isDark: boolean): Promise<boolean> {
		if (!this.container || this.isAsked) return false;
		this.isAsked = true;
		this.isDark = isDark;
		try {
			const source = JSON.parse(this.container.dataset.replayBasemap ?? "") as BasemapSource;
			await loadChunk(loadScript(source.script));
			this.basemap = (await globalThis.openBasemap?.(this.container, source, camera, isDark)) ?? null;
		} catch {
			this.container.remove();
		}
		return this.isShown;
	}

	/** A view that is shown already costs nothing. */
	show(view: View, size: CanvasRoom): void {
		if (!this.basemap || view === this.shown) return;
		this.shown = view;
		this.basemap.show(cameraOf(this.sheet, view, size));
	}

	paint(isDark: boolean): void {
		if (isDark !== this.isDark) this.basemap?.paint(isDark);
		this.isDark = isDark;
	}
}

function loadScript(address: string): Promise<unknown> {
	const script = document.createElement("script");
	script.src = address;
	return new Promise((resolve, reject) => {
		script.onload = resolve;
		script.onerror = reject;
		document.head.appendChild(script);
	});
}
