import type { FileHandle } from "node:fs/promises";
import { Compression, type Header, PMTiles, type Source, TileType } from "pmtiles";
import type { Position } from "~/lib/geodesy/position";
import { Stop } from "../lib/stop.mjs";

/** Bytes: wrangler uploads no larger object. */
const mostBytes = 300 * 2 ** 20;
/** Below, a whole task is not covered; above, a thermal has no ground. */
const [widestZoom, nearestZoom] = [6, 9];

class DiskSource implements Source {
	constructor(
		private readonly path: string,
		private readonly file: FileHandle,
	) {}

	getKey(): string {
		return this.path;
	}

	async getBytes(offset: number, length: number) {
		const { buffer, bytesRead } = await this.file.read(new Uint8Array(length), 0, length, offset);
		return { data: buffer.slice(0, bytesRead).buffer };
	}
}

/**
 * Whether a file is a basemap of a region, as the replay draws it.
 * @param places that the region has to hold
 * @throws Stop with what is wrong
 */
export async function checkBasemap(
	path: string,
	file: FileHandle,
	places: readonly (Position & { readonly name: string })[],
): Promise<Header & { readonly size: number }> {
	const { size } = await file.stat();
	const megabytes = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MB`;
	if (size > mostBytes) {
		throw new Stop(
			`${path} has ${megabytes(size)}, more than ${megabytes(mostBytes)}: take a lower --maxzoom.`,
		);
	}
	const archive = new PMTiles(new DiskSource(path, file));
	const header = await archive.getHeader().catch(() => {
		throw new Stop(`${path} is no PMTiles file.`);
	});
	const end = header.tileDataOffset + (header.tileDataLength ?? 0);
	if (end > size) {
		throw new Stop(`${path} is cut off: it has ${size} of ${end} bytes. Take it again.`);
	}
	if (header.specVersion !== 3)
		throw new Stop(`${path} is a PMTiles file of version ${header.specVersion}, not 3.`);
	if (header.tileType !== TileType.Mvt)
		throw new Stop(`${path} has pictures; the replay draws vector tiles (MVT).`);
	if (![Compression.None, Compression.Gzip].includes(header.tileCompression)) {
		throw new Stop(`${path} has tiles in a compression that browsers do not read; gzip is usual.`);
	}
	if (header.minZoom > widestZoom || header.maxZoom < nearestZoom) {
		throw new Stop(
			`${path} has zooms ${header.minZoom} to ${header.maxZoom}; the replay needs ${widestZoom} to ${nearestZoom}.`,
		);
	}
	const outside = places.filter((place) => !isInside(place, header)).map(({ name }) => name);
	if (outside.length > 0) {
		const named =
			outside.slice(0, 5).join(", ") + (outside.length > 5 ? ` and ${outside.length - 5} more` : "");
		throw new Stop(`${path} does not reach these places of the edition: ${named}. Take a larger --bbox.`);
	}
	const layers = layersOf(await archive.getMetadata());
	if (!layers.includes("earth") || !layers.includes("water")) {
		throw new Stop(`${path} is not of the Protomaps basemap: it lacks the layers earth and water.`);
	}
	return { ...header, size };
}

function isInside({ latitude, longitude }: Position, { minLat, maxLat, minLon, maxLon }: Header): boolean {
	return latitude >= minLat && latitude <= maxLat && longitude >= minLon && longitude <= maxLon;
}

function layersOf(metadata: unknown): readonly string[] {
	const { vector_layers: layers = [] } = metadata as {
		readonly vector_layers?: readonly { readonly id: string }[];
	};
	return layers.map(({ id }) => id);
}
